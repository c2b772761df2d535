"""The command line: parses, calls `analyser.api`, prints."""
