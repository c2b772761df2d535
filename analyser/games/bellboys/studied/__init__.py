"""What each study of Bellboys counts, a module a study."""
