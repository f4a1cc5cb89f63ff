"""People: guests and members, what they prefer, the export of their data, and closing an account."""
