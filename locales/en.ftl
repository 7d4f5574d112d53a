# Yomikiri's messages in English. Every file of this folder has the same ids and variables.

## Sides and turns
side-first = First
side-second = Second
turn-first = First to move
turn-second = Second to move
in-check = check
hand-first = First's hand:
hand-second = Second's hand:
hand-empty = empty

## How a game ends
outcome-first-won = First wins: { $reason }
outcome-second-won = Second wins: { $reason }
outcome-draw = Draw: { $reason }
reason-mate = checkmate
reason-goal = the leader reached the far rank
reason-leader-taken = the leader was taken
reason-no-moves = no legal move
reason-repetition = the position was repeated
reason-perpetual-check = perpetual check
reason-time = time ran out
reason-illegal-move = an illegal move
reason-forfeit = forfeit
reason-agreement = agreement
reason-adjudication = adjudication
reason-resign = resignation
reason-three-in-a-line = a line was completed
reason-board-full = the board is full
reason-move-limit = the move limit was reached

## Parts of evaluations
term-material = pieces
term-advance = leader's advance
term-mobility = number of moves
term-open-lines = open lines
term-total = total

## Games whose names do not stand in rule files
game-tictactoe = Tic-tac-toe

## The list of games
games-options = options
games-players = players
games-start = start

## Counting and thinking
moves-none = no legal moves
perft-total = total: { $nodes }
analyze-depth = depth { $depth }
analyze-nodes = { $nodes } nodes in { $seconds } s ({ $speed }/s)
analyze-terms = evaluation
score-win = win in { $plies }
score-loss = loss in { $plies }
score-points = { $points }

## Playing
play-welcome = { $game }. Type a move, or help.
play-prompt = { $side }>
play-thinks = { $player } plays { $move }
play-hint = hint: { $move } ({ $score })
play-hint-plain = hint: { $move }
play-last-move = last move: { $move }
play-nothing-to-undo = nothing to take back
play-saved = saved to { $file }
play-loaded = loaded { $file }
play-bye = bye
play-unknown = not a legal move or a command: { $text } (help lists both)
play-over = the game is over: undo, save FILE, load FILE or quit
play-file-missing = expected a file name after { $command }
play-help =
    a move       such as { $move }
    moves        list the legal moves
    undo         take back to your last turn
    hint         ask the engine
    flip         turn the board round
    resign       give up
    save FILE    write the game to a file
    load FILE    go on with a saved game
    quit         leave

## Terminal screen
tui-moves = Moves
tui-legal = Legal moves
tui-keys = arrows move · Enter picks · u undo · h hint · f flip · r resign · s save · l load · q quit
tui-type = move:
tui-file = file:
tui-thinking = thinking…
tui-confirm-resign = Resign? (y/n)
tui-confirm-quit = Leave the game? (y/n)
tui-too-small = The terminal is too small: { $width } × { $height } is needed.

## Start
start-title = Yomikiri: a laboratory for board games
start-try = Try:
start-play = play Anpanman shogi
start-list = see all games, options and players
start-analyze = ask an engine
start-help = `{ $command }` lists everything else.
