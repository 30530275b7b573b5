"""The public view of games: Game, Position, Move, Outcome."""
