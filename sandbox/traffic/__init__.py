"""How requests pass: the token, rate limits, faults that tests ask for, and a list of all that came."""
