# The rules of the games, for their pages. `rules-GAME-N` is the title of a section, `rules-GAME-N-M`
# a paragraph, `rules-GAME-N-diagram-K` the caption of a diagram (crates/lab/src/rulebook.rs).

rules-anpanman-1 = The game
rules-anpanman-1-1 = Three men a side on a board of three files and five ranks. First moves up the board, Second down. The players take turns; a turn is one step of one man.
rules-anpanman-1-2 = A man steps onto an empty square, or onto an enemy and takes it. What is taken leaves the game. Nobody ever moves backward, so every game ends.
rules-anpanman-1-diagram-1 = The start
rules-anpanman-2 = The men
rules-anpanman-2-1 = The leader steps forward, diagonally forward and sideways: five directions.
rules-anpanman-2-diagram-1 = How the leader steps
rules-anpanman-2-2 = One companion steps forward and sideways, the other forward and diagonally forward: three directions each.
rules-anpanman-2-diagram-2 = Forward and sideways
rules-anpanman-2-diagram-3 = Forward and diagonally forward
rules-anpanman-3 = Winning
rules-anpanman-3-1 = Bring your leader to the far rank, or attack the enemy leader so that it cannot escape (checkmate).
rules-anpanman-3-2 = A leader may not step onto an attacked square, the far rank included. A leader in check must get out of it at once.
rules-anpanman-3-3 = Whoever has no legal move loses, in check or not. A position that comes up for the third time with the same side to move makes the game a draw.

rules-dobutsu-1 = The game
rules-dobutsu-1-1 = Four animals a side on a board of three files and four ranks. First moves up the board, Second down. A turn is one step of one animal, or one animal from the hand put onto an empty square.
rules-dobutsu-1-2 = An animal that is taken changes sides: it goes to the hand of whoever took it.
rules-dobutsu-1-diagram-1 = The start
rules-dobutsu-2 = The animals
rules-dobutsu-2-1 = The lion steps in all eight directions, the giraffe straight, the elephant diagonally.
rules-dobutsu-2-diagram-1 = The lion
rules-dobutsu-2-diagram-2 = The giraffe
rules-dobutsu-2-diagram-3 = The elephant
rules-dobutsu-2-2 = The chick steps one square forward. When it moves to the far rank it becomes a hen, which steps in all directions but diagonally backward. A hen that is taken is a chick again.
rules-dobutsu-2-diagram-4 = The chick
rules-dobutsu-2-diagram-5 = The hen
rules-dobutsu-3 = Dropping
rules-dobutsu-3-1 = An animal in hand may be put onto any empty square. A chick put onto the far rank stays a chick.
rules-dobutsu-4 = Winning
rules-dobutsu-4-1 = Take the enemy lion; or bring your own lion to the far rank where it cannot be taken at once.
rules-dobutsu-4-2 = A lion that reaches the far rank where it can be taken must be taken: any other reply loses.
rules-dobutsu-4-3 = A position that comes up for the third time with the same side to move makes the game a draw.

rules-gorogoro-1 = The game
rules-gorogoro-1-1 = Small shogi on a board of five files and six ranks: a king, two golds, two silvers and three pawns a side. A turn is one move, or one piece from the hand dropped onto an empty square.
rules-gorogoro-1-2 = A piece that is taken goes to the hand of whoever took it, unpromoted.
rules-gorogoro-1-diagram-1 = The start
rules-gorogoro-2 = The pieces
rules-gorogoro-2-1 = The king steps in all eight directions; the gold in all but diagonally backward; the silver forward and in the four diagonals; the pawn straight forward.
rules-gorogoro-2-diagram-1 = The king
rules-gorogoro-2-diagram-2 = The gold
rules-gorogoro-2-diagram-3 = The silver
rules-gorogoro-3 = Promotion
rules-gorogoro-3-1 = Silvers and pawns that move within, into or out of the last two ranks may promote; they then move as golds. A pawn on the last rank must promote.
rules-gorogoro-4 = Dropping
rules-gorogoro-4-1 = A pawn may not be dropped on a file with another unpromoted pawn of yours, nor on the last rank, nor so that it mates at once.
rules-gorogoro-5 = Winning
rules-gorogoro-5-1 = Checkmate wins; so does leaving the opponent without a legal move. You may not leave your own king in check.
rules-gorogoro-5-2 = The fourth occurrence of a position is a draw, but whoever gave perpetual check loses.

rules-minishogi-1 = The game
rules-minishogi-1-1 = Shogi on a board of five by five: king, gold, silver, bishop, rook and one pawn a side. A turn is one move, or one piece from the hand dropped onto an empty square.
rules-minishogi-1-2 = A piece that is taken goes to the hand of whoever took it, unpromoted.
rules-minishogi-1-diagram-1 = The start
rules-minishogi-2 = The pieces
rules-minishogi-2-1 = The king steps in all eight directions; the gold in all but diagonally backward; the silver forward and in the four diagonals; the pawn straight forward.
rules-minishogi-2-2 = The rook slides straight, the bishop diagonally, as far as the way is free.
rules-minishogi-2-diagram-1 = The rook
rules-minishogi-2-diagram-2 = The bishop
rules-minishogi-3 = Promotion
rules-minishogi-3-1 = A piece that moves into or out of the last rank may promote. Silver and pawn become golds; rook and bishop keep their slides and also step one square in the other directions. A pawn on the last rank must promote. King and gold do not promote.
rules-minishogi-4 = Dropping
rules-minishogi-4-1 = A pawn may not be dropped on a file with another unpromoted pawn of yours, nor on the last rank, nor so that it mates at once.
rules-minishogi-5 = Winning
rules-minishogi-5-1 = Checkmate wins; so does leaving the opponent without a legal move. You may not leave your own king in check.
rules-minishogi-5-2 = When a position occurs for the fourth time First loses, but whoever gave perpetual check loses in any case.

rules-tictactoe-1 = The game
rules-tictactoe-1-1 = First puts crosses, Second noughts, in turn, onto empty squares of a board of three by three.
rules-tictactoe-1-2 = Three of one's own in a line, straight or diagonal, win. A full board without such a line is a draw.
rules-tictactoe-1-diagram-1 = First has won: the middle rank is complete

rules-janken-1 = The game
rules-janken-1-1 = Four cubes a side on a board of six by six. Rock, scissors and paper are on opposite faces of every cube, and only the top counts. Whoever brings a cube to the other's corner, or takes all of the other's cubes, wins at once.
rules-janken-1-2 = First places four cubes, any way up, on a1, b2, a3 and c1; then Second on f6, e5, f4 and d6. First moves first.
rules-janken-1-diagram-1 = A cube shows its top and what comes up when it rolls.
rules-janken-2 = Actions
rules-janken-2-1 = A turn is two actions, of one cube or of two; a player with one cube left has three. All of them must be used.
rules-janken-2-2 = A cube rolls onto an empty neighbouring square. A neighbouring enemy cube is taken if the own top beats its top: the cube slides there and does not turn.
rules-janken-2-3 = The cube that made the last action may not step straight back. A cube outside its home, the ten squares around its own corner, may not go home again unless it is the last one. With no action left to make, the rest of the turn lapses.
rules-janken-3 = Draws
rules-janken-3-1 = The third occurrence of a position at the start of a turn is a draw, and so are two hundred turns.

rules-chess-1 = The game
rules-chess-1-1 = Orthodox chess by the laws of FIDE. Whoever mates the enemy king wins; stalemate is a draw.
rules-chess-1-diagram-1 = The men at the start.
rules-chess-2 = Draws
rules-chess-2-1 = The third occurrence of a position, fifty moves without a capture or a pawn's move, and men that cannot mate end the game as a draw at once.
rules-chess-2-2 = With the goal of promotion a pawn that becomes a queen or rook and cannot be taken at once wins: the endings of king and pawn against king are studied so.

rules-xiangqi-1 = The game
rules-xiangqi-1-1 = Chinese chess: sixteen men a side on the points of nine files and ten ranks, with a river across the middle. Whoever mates the enemy king, or leaves the enemy without a legal move, wins. Red moves first.
rules-xiangqi-1-diagram-1 = The men at the start.
rules-xiangqi-2 = The men
rules-xiangqi-2-1 = The king steps along the lines and the advisor along the diagonals; both stay in the palace of nine points. The two kings may never face each other on an open file.
rules-xiangqi-2-2 = The elephant goes two points diagonally, never across the river, and not if a man stands on the point between. The horse goes one point along a line and one diagonally on; a man on the point next to it blocks that way.
rules-xiangqi-2-diagram-1 = A horse in the open.
rules-xiangqi-2-3 = The rook goes any distance along a line. The cannon moves likewise, but takes only over exactly one man between.
rules-xiangqi-2-diagram-2 = The cannon takes the rook over the pawn.
rules-xiangqi-2-4 = The pawn goes one point forward and, beyond the river, also sideways; never back. All men take as they move, but for the cannon.
rules-xiangqi-3 = Repetition and draws
rules-xiangqi-3-1 = A position that occurs for the third time is judged. Who gave check with every move loses; so does who chased the same unprotected man with every move. Where both did the same, or neither did anything forbidden, it is a draw.
rules-xiangqi-3-2 = Kings and pawns may chase, and pawns that have not crossed the river may be chased. An offer to exchange is no chase.
rules-xiangqi-3-3 = Sixty moves of each side without a capture are a draw.
