//! Tic-tac-toe: the folder a newcomer copies.
