"""Reports: from one batch of games to pages that a publisher can read."""
