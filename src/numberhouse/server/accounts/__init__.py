"""People: guests and members, their preferences, the export of their data, and the deletion of accounts."""
