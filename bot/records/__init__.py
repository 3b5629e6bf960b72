"""The results of finished games, and what follows from them: statistics, ratings and records."""
