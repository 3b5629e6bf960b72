"""Practice games: a learner against the bot, with a lesson for each turn."""
