"""What search strategies share: worlds that agree with what a seat knows, and rollouts in them."""
