"""Access to a match: permissions by role, what a person has seen of it, and with whom one may sit."""
