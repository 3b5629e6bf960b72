"""What may happen: the rules of every game, pure and without a clock, a network or a picture."""
