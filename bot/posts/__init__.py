"""Posts: what they show, and how they reach Discord."""
