"""Games under way: a queue each, what their channels are owed, and what happens by itself."""
