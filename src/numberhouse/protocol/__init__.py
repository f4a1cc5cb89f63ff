"""The structs on the wire: requests, responses and live messages. Server, client and generators import
them; this package imports none of these."""
