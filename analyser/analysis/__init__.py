"""Analyses: records → mergeable sums → tidy tables of estimates with their intervals."""
