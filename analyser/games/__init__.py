"""The games, one package each; the registry discovers them."""
