"""Programs that compute in other processes, so that the bot stays responsive.

The programs load only the rules, and have access to neither token nor database.
"""
