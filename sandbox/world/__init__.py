"""What there is: people, guilds, channels with their messages, commands, and what changes of it."""
