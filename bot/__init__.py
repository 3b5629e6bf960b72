"""The Discord bot: players, deadlines, storage and texts."""
