"""What servers and people can set: the pages, their controls and forms, and the command `/settings`."""
