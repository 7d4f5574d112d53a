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
reason-perpetual-chase = perpetual chase
reason-mutual-perpetual-check = both sides checked perpetually
reason-mutual-perpetual-chase = both sides chased perpetually
reason-time = time ran out
reason-illegal-move = an illegal move
reason-forfeit = forfeit
reason-agreement = agreement
reason-adjudication = adjudication
reason-resign = resignation
reason-three-in-a-line = a line was completed
reason-board-full = the board is full
reason-enemy-goal = a cube reached the enemy's goal
reason-all-taken = all enemy cubes were taken
reason-turn-limit = the limit of turns was reached
reason-move-limit = the move limit was reached
reason-stalemate = stalemate
reason-insufficient-material = neither side can mate
reason-promotion = a pawn was promoted safely
reason-pawn-lost = no pawn can be promoted any more

## Verdicts on repetition
judged-plies = Plies { $from } to { $to }, between the occurrences of the position, were judged.
judged-allowed = { $side } did nothing forbidden.
judged-check = { $side } gave check with every move.
judged-chase = { $side } chased the same { $victim } with every move: { $moves }.
judged-chase-ply = ply { $ply } { $hunter } { $from } at { $victim } { $to }
list-separator = {", "}
xiangqi-red = Red
xiangqi-black = Black
xiangqi-king = king
xiangqi-advisor = advisor
xiangqi-elephant = elephant
xiangqi-horse = horse
xiangqi-rook = rook
xiangqi-cannon = cannon
xiangqi-pawn = pawn

## Parts of evaluations
term-material = pieces
term-advance = leader's advance
term-mobility = number of moves
term-piece-square = where the pieces stand
term-coordination = coordination
term-king-safety = king safety
term-open-lines = open lines
term-janken-cubes = cubes
term-janken-nearest = nearest cube to the goal
term-janken-advance = advance of all cubes
term-janken-captures = captures at hand
term-janken-threat = goal within reach
term-placement = placement
term-passed-pawns = passed pawns
term-king = king
term-pawn-advance = pawn's advance
term-king-ahead = king beside and ahead of the pawn
term-defender-near = enemy king near the pawn
term-opposition = opposition
term-pawn-square = square of the pawn
term-total = total

## Games whose names do not stand in rule files
game-tictactoe = Tic-tac-toe
man-cross = cross
man-nought = nought
game-janken = Janken shogi
man-rock = rock
man-scissors = scissors
man-paper = paper
game-chess = Chess
man-pawn = pawn
man-knight = knight
man-bishop = bishop
man-rook = rook
man-queen = queen
man-king = king
game-xiangqi = Xiangqi

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
score-won = a win
score-lost = a loss

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

## Start
start-title = Yomikiri: a laboratory for board games
start-open = open { $address } in a browser
start-try = Try:
start-play = play Anpanman shogi
start-list = see all games, options and players
start-analyze = ask an engine
start-help = `{ $command }` lists everything else.

### Terminal UI

tui-moves = Moves
tui-human = human
tui-paused = paused
tui-keys = Arrows+Enter move · i type · u undo · ? hint · f flip · F1 help · q quit
tui-keys-picked = Arrows+Enter put down · Esc let go · F1 help
tui-keys-thinking = Esc answer now · u undo · Space pause · f flip · r resign · F1 help · q quit
tui-keys-watch = Space pause/go on · Enter one move · u undo · f flip · F1 help · q quit
tui-keys-over = u undo · n new game · s save · o open · f flip · F1 help · q quit
tui-keys-choose = ↑ ↓ Enter or a digit chooses · Esc lets go
tui-keys-help = any key goes back to the game
tui-type = move:
tui-save = save to:
tui-load = open:
tui-choose = Which move?
tui-thinking = { $player } thinks…
tui-thinking-hint = { $player } is asked…
tui-effort = depth { $depth }, { $nodes } nodes
tui-hint = hint: { $move } ({ $player })
tui-hint-scored = hint: { $move } ({ $score }, { $player })
tui-illegal = not a legal move: { $text }
tui-over = the game is over: u takes back, n begins a new one
tui-wait = it is not your turn
tui-not-there = it cannot go there
tui-nothing-here = nothing can be done with that cell
tui-hand-empty = nothing in hand
tui-no-pass = there is no passing here
tui-nobody-resigns = nobody here can resign: the engines play
tui-taken-back = taken back
tui-new-game = a new game
tui-fault = { $player }: { $fault }
tui-not-saved = the game could not be saved: { $error }
tui-confirm-resign = Resign? (y/n)
tui-confirm-new = Give this game up and begin a new one? (y/n)
tui-confirm-quit = Leave the game? It will be saved. (y/n)
tui-confirm-overwrite = { $file } exists. Write over it? (y/n)
tui-too-small = The terminal is too small: { $width } × { $height } is needed.
tui-too-small-keys = Make it larger, or leave with q.
tui-help-title = Keys
tui-help =
    arrows, h j k l | move the cursor
    Enter, Space | pick up, put down
    Tab | to the hand and back
    i or : | type a move (Tab completes it)
    p | pass
    u | take back
    ? | hint
    Esc | let go · engine: move now
    Space | pause the engines (Enter: one move)
    f | flip the board
    t | letters or signs
    m | marks of how men move
    y | another way of writing moves
    PgUp, PgDn | scroll the moves
    s, o | save the game, open a game
    n, r | new game, resign
    q | quit (an unsaved game is kept)
    F1, H | this help

### Arena

arena-oversubscribed = warning: { $games } games at once on { $cores } cores: times will not be fair
arena-few-distinct-games = warning: only { $distinct } distinct games for { $units } units of evidence: deterministic players repeat themselves; use --openings
arena-many-faults = warning: { $faults } of { $games } games ended by a crash, a time loss or an illegal move
arena-saved = saved in { $dir }
arena-resume = interrupted; all finished games are saved. Go on with: { $command }
arena-not-saved = interrupted; nothing was saved (--out DIR keeps a run)
experiment-games = { $games } games each
experiment-first-wins = First wins
experiment-second-wins = Second wins
experiment-draws = draws
experiment-document = document
experiment-ours = ours (95 %)
experiment-differs = differs
experiment-columns = Columns: the document's count and share; ours with its 95 % interval. "differs" marks counts that chance alone does not explain (intervals that do not meet).
experiment-endings = endings: { $reasons }; { $plies } plies on average
experiment-anpanman-table1-title = Anpanman shogi, table 1: a player of depth 3 (ASAI) against a random one (RAI)
experiment-anpanman-table1 =
    Where ours differs, and why: the document does not print the weights of its evaluation; ours are those of the rule file (pieces, leader's advance, number of moves). Against RAI ours wins more and draws next to nothing: the document's 6 to 10 % of draws are not reproduced by any weights we tried, so its counting of repeated positions probably differs from its own rules. In self-play the shares swing with the weights, so "the first player is better" is not a stable finding: the exact solution of the game is a draw.
experiment-pawn-ending-table5-title = Pawn ending, table 5: king and pawn (PEAI) against king, games cut at 100 moves
experiment-pawn-ending-table5 = The document gives numbers for PEAI against PEAI only; its players add random numbers to an evaluation whose weights are not all printed.

experiment-xiangqi-ablation = What each step of the search is worth in xiangqi: positions visited to depth { $depth } in { $positions } positions
ablation-whole = the whole search
ablation-without = without { $step }
ablation-with = with { $step }
ablation-others = { $count } other moves chosen
experiment-xiangqi-movegen = Ways of generating xiangqi moves: { $moves } moves of { $positions } positions, each way in turn
movegen-scan = every point of the board is tried for every man
movegen-template = a template of its steps is laid on each man
movegen-table = rows and columns by their occupation, steps by point
movegen-bitboard = sets of points, as the engine does

### Tables

solve-game = game
solve-table = part
solve-start = start
solve-positions = positions (folded)
solve-win = won for the side to move
solve-draw = drawn
solve-loss = lost
solve-longest = longest win in plies
solve-longest-turns = longest win in turns
solve-seconds = seconds
solve-bytes = bytes
solve-file = table
value-draw = draw
probe-syzygy = from Syzygy files: no distance to mate; dtz may be one ply short

### Levels of play

level-random = Random moves
level-beginner = Beginner
level-easy = Easy
level-medium = Medium
level-strong = Strong
level-strongest = Strongest
level-slips-often = Knows all, slips often
level-slips = Knows all, slips now and then
level-perfect = Perfect

### Teaching layers

layer-attacks = Attack map
layer-hanging = Men under attack
layer-threats = Threats within a turn
layer-evaluation = Evaluation
layer-key-squares = Key squares
layer-opposition = Opposition
layer-pawn-square = Square of the pawn
lesson-pawn-ending-only = This layer is for king and pawn against king.
lesson-zugzwang = Whoever is to move here would rather not be: the side that moves gives way.
lesson-no-zugzwang = Whose turn it is does not decide here.
lesson-pawn-caught = The defender draws.
lesson-pawn-free = The pawn gets through.
### The page

page-nav = Pages
page-nav-play = Play
page-nav-analysis = Analysis
page-nav-tables = Tables
page-nav-rules = Rules
page-skip = To the content
page-title-lobby = Play
page-title-room = Game
page-title-analysis = Analysis board
page-title-tables = Table explorer
page-title-rules = Rules
page-title-lost = Not found
page-lost = There is no such page.
page-to-lobby = To the start page
page-settings = Settings
page-close = Close
page-cancel = Cancel
page-welcome = Play it, watch it, read it out
page-welcome-more = Two-player board games against engines of every strength, friends by a link, or perfection itself. Small games are solved: the true value of every move is one press away.
page-choose-game = Choose a game
page-board-size = { $width } × { $height }
page-solved = solved
page-new-game = New game
page-who-here = Me here
page-who-link = By link
page-who-engine = Engine
page-level = Strength
page-swap-sides = Swap sides
page-clock = Clock
page-clock-none = No clock
page-clock-sudden = { $minutes } min in all
page-clock-fischer = { $minutes } min + { $seconds } s a turn
page-clock-byoyomi = { $minutes } min, then { $periods } × { $seconds } s
page-clock-left = { $seconds } seconds left
page-allow-hints = Values and analysis during the game
page-rule-options = Rules to choose
page-start-position = Start position
page-position-text = Position as text
page-edit-position = Set up a position
page-create = Begin
page-analyse-instead = Only analyse
page-recent-own = Your games
page-watching = watching
page-ply = { $ply } moves
page-won-first = First won
page-won-second = Second won
page-drawn = drawn
page-palette = Pieces
page-eraser = Remove a piece
page-hand-more = Hand +
page-hand-less = Hand −
page-clear-board = Empty board
page-usual-start = Usual start
page-use-position = Use this position
page-board-label = Board of { $game }
page-cell-man = { $cell }: { $side }, { $man }
page-cell-empty = { $cell }: empty
page-cell-alert = in danger
page-cell-last = last move
page-cell-target = can go here
page-cell-moves = moves: { $count }
page-hand-man = { $side } holds { $count } × { $man }
page-choose-move = Which move?
page-connecting = Connecting…
page-reconnecting = The connection is lost; trying again…
page-not-connected = Not connected: please try again.
page-no-room = There is no such game.
page-you = You
page-opponent = Opponent
page-seat-free = Seat is free
page-thinking = thinking…
page-away = away
page-present = connected
page-you-watch = You are watching.
page-you-both = You play both sides.
page-you-play = You play { $side }.
page-in-the-past = You are looking at an earlier position.
page-to-present = Back to the game
page-seat-is-free = { $side } has no player yet.
page-sit = Sit down and play
page-invite = Invite somebody
page-invite-more = Whoever opens this link first and sits down plays; the others watch.
page-copy = Copy
page-copied = Copied
page-qr = QR code of the link
page-offer-draw = { $side } offers a draw.
page-offer-take-back = { $side } asks to take back.
page-offer-rematch = { $side } wants to play again.
page-offer-sent = Your offer waits for an answer.
page-accept = Accept
page-decline = Decline
page-declined = The offer was declined.
page-type-move = Type a move
page-play-typed = Play
page-not-legal = Not a legal move: { $move }
page-staged = { $count } actions of this turn are prepared
page-undo-step = Undo a step
page-confirm-turn = Confirm the turn
page-actions = Actions
page-take-back = Take back
page-offer-draw-do = Offer a draw
page-resign = Resign
page-resign-sure = Really resign?
page-rematch = Rematch
page-next-room = To the next game
page-absent-wait = The opponent is away. You may claim the game in { $seconds } s; they may still return.
page-absent-now = The opponent is away. You may claim the game or wait.
page-claim-win = Claim the win
page-claim-draw = Call it a draw
page-show-values = Show values
page-flip = Flip
page-analyse = Analyse
page-save-record = Save
page-watchers = watching: { $count }
page-say-move = { $side }: { $move }
page-say-taken-back = Taken back.
page-moves = Moves
page-no-moves-yet = No moves yet.
page-to-start = To the start
page-step-back = One move back
page-step-on = One move on
page-to-end = To the end
page-true-values = True values
page-value-win = a win
page-value-loss = a loss
page-value-draw = a draw
page-value-win-in-plies = win in { $distance }
page-value-loss-in-plies = loss in { $distance }
page-value-win-in-turns = win in { $distance } turns
page-value-loss-in-turns = loss in { $distance } turns
page-measure-promotion = Promotion in { $plies } plies
page-measure-dtc = Next capture, promotion or mate in { $plies } plies
page-measure-dtz = Next capture, pawn move or mate in { $plies } plies
page-measure-drawn = Under the fifty-move rule: a draw
page-measure-unknown = Under the fifty-move rule: not known from the tables here
page-measure-syzygy = From Syzygy files: no distance to mate is known; one ply may be missing
page-no-table = No table for this game here. To build one: { $command }
page-no-table-here = No table for this position here. To build one: { $command }
page-table-not-covered = No table covers this position.
page-table-too-large = The table for this position would have about { $positions } positions: too large to be built.
page-engine = Engine
page-engine-lines = Number of lines
page-engine-start = Start
page-engine-stop = Stop
page-engine-effort = depth { $depth }, { $nodes } positions
page-review = Look through the game
page-graph-title = The game's course
page-graph = Values move by move: { $values }
page-for-first = for First { $value }
page-first-better = First is better
page-second-better = Second is better
page-class-keeps = keeps the value
page-class-slower = keeps the value, but slower
page-class-to-draw = throws the win away to a draw
page-class-loses = throws the game away
page-class-only = the only move
page-promote-line = Make it the main line
page-cut-line = Remove from here
page-layers = Layers
page-tools = Tools
page-records = Records
page-records-more = Paste a record or open a file and read it; or write this game as text.
page-open-file = Open a file
page-read-record = Read
page-write-record = Write
page-format = Format
page-no-records = There is no game in this text.
page-records-read = { $count } games were read; the first is shown.
page-tables-more = A table holds the true value of every position of a game. Here is what it says.
page-table-missing = There is no table of this game here yet.
page-no-solver = This game is too large to be solved here.
page-solve-it = This command builds the table:
page-counting = Counting…
page-counts = Positions of { $game }
page-table-name = Table
page-side-to-move = To move
page-count-win = Won
page-count-draw = Drawn
page-count-loss = Lost
page-count-all = All
page-longest = Longest win
page-histogram = Positions by distance: won (up) and lost (down) in so many plies
page-notation-chess = Western (A-b4)
page-notation-shogi = Shogi (▲2四ア)
option-captures = What is taken
option-model = Danger to the leader
option-goal = Reaching the far rank
option-no-moves = No legal move
option-repetition = Repetitions until judged
option-repetition-result = Repetition
option-perpetual-check = Perpetual check
choice-remove = leaves the game
choice-hand = goes to the hand
choice-check = check must be met
choice-capture = the leader is taken
choice-none = nothing
choice-safe = wins if safe there
choice-any = wins at once
choice-loss = loses
choice-draw = a draw
choice-pass = passes
choice-first-loses = First loses
choice-second-loses = Second loses
choice-ignored = as any repetition
choice-loses = the checker loses
page-find = Find positions
page-find-longest-win = Longest wins
page-find-only-move = Only moves
page-find-zugzwang = Zugzwang
page-open-analysis = Analyse
page-men = The pieces
page-set-language = Language
page-set-theme = Colours
page-theme-auto = As the device
page-theme-light = Light
page-theme-dark = Dark
page-set-men = Pieces
page-men-auto = Usual
page-men-shapes = Pictures
page-men-signs = Signs
page-men-letters = Letters
page-set-notation = Moves written as
page-notation-exact = exact (b5b4)
page-set-marks = Mark how pieces move
page-set-animation = Animate moves
page-set-sound = Sounds
page-set-confirm = Confirm turns of several actions
page-set-tilt = Solid pieces on a tilted board
page-faces = { $top } (front { $front }, side { $side })
error-seat-taken = Somebody else has taken the seat; you can watch.
error-not-your-turn = It is not your turn.
error-already-declined = That was declined; you can ask again after the next move.
error-game-over = The game is over.
error-too-fast = Too many requests at once; please wait a moment.
error-engine-busy = All engines are busy; please try again soon.

note-janken-threats = Cubes that can be taken within a turn: by First { $first }, by Second { $second }.
refusal-own-man = One of your own stands there.
refusal-janken-equal = Equal symbols block each other.
refusal-janken-beaten = Its symbol beats yours.
refusal-janken-home = A cube that has left its home may not return.
refusal-janken-back = The cube that has just moved may not step straight back.
situation-janken-setup = Set-up: cube { $number } of { $of }
situation-janken-action = Action { $number } of { $of }
situation-janken-funbari = Last cube: action { $number } of { $of }
preset-janken-rocks = All rocks
preset-janken-fan = Fan
preset-janken-wings = Wings
preset-janken-answer = Answered rocks
page-usual-start-name = Usual start
page-start-other = Another position
page-start-by = Begin from
page-set-up-quickly = Place my cubes
page-random = Random
page-why-not = Not there: { $why }
page-cannot-move = It cannot move now.
page-listed = Show it to all visitors while it is played
page-now-playing = Being played now
page-watch = Watch
page-title-api = Interface
page-nav-api = Interface
page-api-intro = Everything this page does goes through this interface. The full description for programs is in OpenAPI form.
page-api-raw = OpenAPI description (JSON)
page-api-try = Ask
page-api-answer = Answer
page-api-body = Body
page-title-settings = Settings
move-pass = Pass
page-person = somebody
page-rights = Rights
right-castle-first-king = White castles on the king's side
right-castle-first-queen = White castles on the queen's side
right-castle-second-king = Black castles on the king's side
right-castle-second-queen = Black castles on the queen's side
page-endings-solved = endings solved
