"""Batches: seeded games played in chunks, kept as they finish, resumed and exported."""
