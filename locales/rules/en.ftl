# The rules of the games, for their pages. `rules-GAME-N` is the title of a section, `rules-GAME-N-M`
# a paragraph, `rules-GAME-N-diagram-K` the caption of a diagram (crates/lab/src/rulebook.rs).

rules-anpanman-1 = The game
rules-anpanman-1-1 = Each side has three pieces on a board of three files and five ranks. First moves up the board, Second moves down. The players take turns; on each turn you move one piece one square.
rules-anpanman-1-2 = A piece moves to an empty square, or to a square with an enemy piece and captures it. Captured pieces leave the game. No piece can move backward.
rules-anpanman-1-diagram-1 = Start position
rules-anpanman-2 = The pieces
rules-anpanman-2-1 = The leader moves one square forward, diagonally forward or sideways: five directions.
rules-anpanman-2-diagram-1 = How the leader moves
rules-anpanman-2-2 = One companion moves forward and sideways, the other forward and diagonally forward: three directions each.
rules-anpanman-2-diagram-2 = Forward and sideways
rules-anpanman-2-diagram-3 = Forward and diagonally forward
rules-anpanman-3 = Winning
rules-anpanman-3-1 = Move your leader to the last rank, or checkmate the enemy leader.
rules-anpanman-3-2 = A leader may not move to an attacked square, even on the last rank. If your leader is in check, you must get out of check at once.
rules-anpanman-3-3 = If you have no legal move, you lose, whether you are in check or not. If the same position with the same side to move occurs for the third time, the game is a draw.

rules-dobutsu-1 = The game
rules-dobutsu-1-1 = Each side has four animals on a board of three files and four ranks. First moves up the board, Second moves down. On each turn you move one animal one square, or drop one animal from your hand on an empty square.
rules-dobutsu-1-2 = A captured animal changes sides: it goes to the hand of the player who captured it.
rules-dobutsu-1-diagram-1 = Start position
rules-dobutsu-2 = The animals
rules-dobutsu-2-1 = The lion moves one square in any of the eight directions, the giraffe straight, the elephant diagonally.
rules-dobutsu-2-diagram-1 = The lion
rules-dobutsu-2-diagram-2 = The giraffe
rules-dobutsu-2-diagram-3 = The elephant
rules-dobutsu-2-2 = The chick moves one square forward. When it moves to the last rank, it becomes a hen, which moves in every direction except diagonally backward. A captured hen becomes a chick again.
rules-dobutsu-2-diagram-4 = The chick
rules-dobutsu-2-diagram-5 = The hen
rules-dobutsu-3 = Drops
rules-dobutsu-3-1 = You can drop an animal from your hand on any empty square. A chick dropped on the last rank stays a chick.
rules-dobutsu-4 = Winning
rules-dobutsu-4-1 = Capture the enemy lion, or move your lion to the last rank where it cannot be captured at once.
rules-dobutsu-4-2 = If a lion moves to the last rank and can be captured, the opponent must capture it: any other reply loses.
rules-dobutsu-4-3 = If the same position with the same side to move occurs for the third time, the game is a draw.

rules-gorogoro-1 = The game
rules-gorogoro-1-1 = Small shogi on a board of five files and six ranks. Each side has a king, two golds, two silvers and three pawns. On each turn you move one piece, or drop one piece from your hand on an empty square.
rules-gorogoro-1-2 = A captured piece goes to the hand of the player who captured it, unpromoted.
rules-gorogoro-1-diagram-1 = Start position
rules-gorogoro-2 = The pieces
rules-gorogoro-2-1 = The king moves one square in any of the eight directions; the gold in all but diagonally backward; the silver forward and diagonally; the pawn straight forward.
rules-gorogoro-2-diagram-1 = The king
rules-gorogoro-2-diagram-2 = The gold
rules-gorogoro-2-diagram-3 = The silver
rules-gorogoro-3 = Promotion
rules-gorogoro-3-1 = A silver or pawn that moves within, into or out of the last two ranks may promote. It then moves like a gold. A pawn that reaches the last rank must promote.
rules-gorogoro-4 = Drops
rules-gorogoro-4-1 = You may not drop a pawn on a file that has another unpromoted pawn of yours, on the last rank, or where it gives checkmate at once.
rules-gorogoro-5 = Winning
rules-gorogoro-5-1 = You win by checkmate, or if the opponent has no legal move. You may not leave your own king in check.
rules-gorogoro-5-2 = The fourth occurrence of a position is a draw, but a player who gave perpetual check loses.

rules-minishogi-1 = The game
rules-minishogi-1-1 = Shogi on a board of five by five squares. Each side has a king, gold, silver, bishop, rook and pawn. On each turn you move one piece, or drop one piece from your hand on an empty square.
rules-minishogi-1-2 = A captured piece goes to the hand of the player who captured it, unpromoted.
rules-minishogi-1-diagram-1 = Start position
rules-minishogi-2 = The pieces
rules-minishogi-2-1 = The king moves one square in any of the eight directions; the gold in all but diagonally backward; the silver forward and diagonally; the pawn straight forward.
rules-minishogi-2-2 = The rook moves any distance straight, the bishop any distance diagonally, as long as the way is free.
rules-minishogi-2-diagram-1 = The rook
rules-minishogi-2-diagram-2 = The bishop
rules-minishogi-3 = Promotion
rules-minishogi-3-1 = A piece that moves into or out of the last rank may promote. A silver or pawn then moves like a gold; a rook or bishop keeps its move and also steps one square in the other directions. A pawn that reaches the last rank must promote. The king and the gold do not promote.
rules-minishogi-4 = Drops
rules-minishogi-4-1 = You may not drop a pawn on a file that has another unpromoted pawn of yours, on the last rank, or where it gives checkmate at once.
rules-minishogi-5 = Winning
rules-minishogi-5-1 = You win by checkmate, or if the opponent has no legal move. You may not leave your own king in check.
rules-minishogi-5-2 = At the fourth occurrence of a position First loses, but if a player gave perpetual check, that player loses instead.

rules-tictactoe-1 = The game
rules-tictactoe-1-1 = The players take turns on a board of three by three squares. First puts a cross on an empty square, Second a nought.
rules-tictactoe-1-2 = Get three in a row to win: across, down or diagonally. If the board is full and nobody has three in a row, the game is a draw.
rules-tictactoe-1-diagram-1 = First has won: three in a row

rules-janken-1 = The game
rules-janken-1-1 = Each side has four cubes on a board of six by six squares. Every cube has rock, scissors and paper on opposite faces, and only the top face counts. You win at once if you bring a cube to the opponent's corner or capture all of the opponent's cubes.
rules-janken-1-2 = First places four cubes on a1, b2, a3 and c1, each in any orientation. Then Second places four on f6, e5, f4 and d6. First moves first.
rules-janken-1-diagram-1 = A cube shows its top face and the faces that come up when it rolls.
rules-janken-2 = Actions
rules-janken-2-1 = A turn has two actions, with one cube or with two. A player with only one cube left has three. You must use all of them.
rules-janken-2-2 = A cube rolls to an empty adjacent square. It captures an adjacent enemy cube if its top face beats the enemy's top face (rock beats scissors, scissors beat paper, paper beats rock): then it slides there without turning.
rules-janken-2-3 = The cube that made the previous action may not step straight back. A cube that has left its home, the ten squares around its own corner, may not return unless it is your last one. If no action is possible, the rest of the turn is skipped.
rules-janken-3 = Draws
rules-janken-3-1 = The third occurrence of a position at the start of a turn is a draw. So is a game of two hundred turns.

rules-chess-1 = The game
rules-chess-1-1 = Standard chess by the FIDE laws. Checkmate wins; stalemate is a draw.
rules-chess-1-diagram-1 = Start position
rules-chess-2 = Draws
rules-chess-2-1 = The game is a draw at once at the third occurrence of a position, after fifty moves without a capture or pawn move, or when neither side has enough material to mate.
rules-chess-2-2 = With the goal set to promotion, you win when a pawn promotes to a queen or rook that cannot be captured at once. This is how endings of king and pawn against king are studied.

rules-xiangqi-1 = The game
rules-xiangqi-1-1 = Chinese chess: each side has sixteen pieces on the points of nine files and ten ranks, with a river across the middle. You win by checkmate, or if the opponent has no legal move. Red moves first.
rules-xiangqi-1-diagram-1 = Start position
rules-xiangqi-2 = The pieces
rules-xiangqi-2-1 = The king moves one point along the lines and the advisor one point diagonally; both stay in the palace of nine points. The two kings may never face each other on an open file.
rules-xiangqi-2-2 = The elephant moves two points diagonally. It cannot cross the river, and a piece on the point between blocks it. The horse moves one point along a line and then one point diagonally outward; a piece on the adjacent point blocks that way.
rules-xiangqi-2-diagram-1 = A horse with no blocked way
rules-xiangqi-2-3 = The rook moves any distance along a line. The cannon moves the same way, but captures only by jumping over exactly one piece.
rules-xiangqi-2-diagram-2 = The cannon captures the rook over the pawn.
rules-xiangqi-2-4 = The pawn moves one point forward and, after crossing the river, also sideways; it never moves back. All pieces except the cannon capture the way they move.
rules-xiangqi-3 = Repetition and draws
rules-xiangqi-3-1 = The third occurrence of a position is judged. A side that gave check on every move loses. So does a side that chased the same unprotected piece on every move. If both sides did the same, or neither did anything forbidden, the game is a draw.
rules-xiangqi-3-2 = Kings and pawns may chase, and pawns that have not crossed the river may be chased. Offering an exchange is not a chase.
rules-xiangqi-3-3 = Sixty moves by each side without a capture are a draw.
