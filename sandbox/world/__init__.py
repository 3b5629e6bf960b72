"""The world: people, guilds, channels with their messages, commands, and their changes."""
