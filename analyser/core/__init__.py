"""What a game is: specifications, rules, records and random streams, for every game alike."""
