"""Programs that compute in other processes, so that the bot stays responsive.

The programs load only the rules, and have no access to the token or the database.
"""
