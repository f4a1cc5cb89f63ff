"""Routes for hosts: the desk, rulings, proposals."""
