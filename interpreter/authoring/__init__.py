"""The authoring room."""
