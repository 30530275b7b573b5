"""The explaining room."""
