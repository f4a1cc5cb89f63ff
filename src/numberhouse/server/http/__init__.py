"""The HTTP interface: application, middleware, authentication, access, routes. No rule is decided here."""
