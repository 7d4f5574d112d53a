# Messages that only the terminal shows; the page does not load them.

## Playing
play-welcome = { $game }. Type a move or `help`.
play-prompt = { $side }>
play-thinks = { $player } plays { $move }
play-hint = hint: { $move } ({ $score })
play-hint-plain = hint: { $move }
play-last-move = last move: { $move }
play-nothing-to-undo = nothing to take back
play-saved = saved to { $file }
play-loaded = loaded { $file }
play-bye = bye
play-unknown = not a legal move or command: { $text } (type `help` for a list)
play-over = the game is over: undo, save FILE, load FILE or quit
play-file-missing = expected a file name after { $command }
play-help =
    a move       such as { $move }
    moves        list the legal moves
    undo         take back to your last turn
    hint         ask the engine for a move
    flip         flip the board
    resign       resign the game
    save FILE    save the game to a file
    load FILE    continue a saved game
    quit         quit

### Terminal UI

tui-moves = Moves
tui-human = human
tui-paused = paused
tui-keys = Arrows+Enter move · i type · u undo · ? hint · f flip · F1 help · q quit
tui-keys-picked = Arrows+Enter put down · Esc cancel · F1 help
tui-keys-thinking = Esc move now · u undo · Space pause · f flip · r resign · F1 help · q quit
tui-keys-watch = Space pause/resume · Enter one move · u undo · f flip · F1 help · q quit
tui-keys-over = u undo · n new game · s save · o open · f flip · F1 help · q quit
tui-keys-choose = ↑ ↓ Enter or a digit to choose · Esc cancel
tui-keys-help = press any key to return to the game
tui-type = move:
tui-save = save to:
tui-load = open:
tui-choose = Which move?
tui-thinking = { $player } is thinking…
tui-thinking-hint = asking { $player }…
tui-effort = depth { $depth }, { $nodes } nodes
tui-hint = hint: { $move } ({ $player })
tui-hint-scored = hint: { $move } ({ $score }, { $player })
tui-illegal = not a legal move: { $text }
tui-over = the game is over: u to take back, n for a new game
tui-wait = it is not your turn
tui-not-there = it cannot move there
tui-nothing-here = no legal move with this square
tui-hand-empty = nothing in hand
tui-no-pass = passing is not allowed
tui-nobody-resigns = you are only watching, so you cannot resign
tui-taken-back = move taken back
tui-new-game = new game
tui-fault = { $player }: { $fault }
tui-not-saved = the game could not be saved: { $error }
tui-confirm-resign = Resign? (y/n)
tui-confirm-new = Abandon this game and start a new one? (y/n)
tui-confirm-quit = Quit? The game will be saved. (y/n)
tui-confirm-overwrite = { $file } exists. Overwrite it? (y/n)
tui-legal = Legal moves
tui-graph = Value of the game
tui-graph-off = Press v to show exact values, where there is a table.
tui-value = exact value
tui-no-table = There is no table of this position. `yomikiri solve` builds tables.
tui-too-small = The terminal is too small: at least { $width } × { $height } is needed.
tui-too-small-keys = Make it larger, or press q to quit.
tui-help-title = Keys
tui-help =
    arrows, h j k l | move the cursor
    Enter, Space | pick up, put down
    Tab | switch between board and hand
    i or : | type a move (Tab completes it)
    p | pass
    u | take back
    ? | hint
    Esc | cancel · engine: move now
    Space | pause the engines (Enter: one move)
    f | flip the board
    t | letters or symbols
    m | show how pieces move
    y | change the move notation
    v | show exact values
    PgUp, PgDn | scroll the moves
    s, o | save the game, open a game
    n, r | new game, resign
    q | quit (an unsaved game is saved)
    F1, H | this help

### Arena

arena-oversubscribed = { $cores ->
    [one] warning: { $games } games at once on { $cores } core: time limits will not be fair
   *[other] warning: { $games } games at once on { $cores } cores: time limits will not be fair
}
arena-few-distinct-games = warning: too few different games: { $distinct } for { $units } independent samples; deterministic players repeat their games; add --openings random:plies=4
arena-many-faults = warning: { $faults } of { $games } games ended by a crash, a time loss or an illegal move
arena-broken-off = { $games ->
    [one] warning: an engine ended 1 game without naming a move where moves are legal (by a rule of its own); it counts as a draw
   *[other] warning: an engine ended { $games } games without naming a move where moves are legal (by a rule of its own); they count as draws
}
arena-cpu-over-target = warning: { $player } used { $used } ms of processor time a move instead of { $target } ms
arena-saved = saved in { $dir }
arena-resume = interrupted; all finished games are saved. Continue with: { $command }
arena-not-saved = interrupted; nothing was saved (use --out DIR to save a run)
experiment-games =
    { $games ->
        [one] one game each
       *[other] { $games } games each
    }
experiment-first-wins = First wins
experiment-second-wins = Second wins
experiment-draws = draws
experiment-document = thesis
experiment-ours = ours (95 %)
experiment-differs = differs
experiment-columns = Columns: count and share in the thesis; our count and share with a 95 % interval. "differs" marks results that chance alone does not explain (the intervals do not overlap).
experiment-endings = endings: { $reasons }; { $plies } plies on average
experiment-reading-rules = as the games ended
experiment-reading-no-moves = if having no legal move without being in check is a draw
experiment-reading-plies = stopped after { $plies } plies
experiment-within = won within { $moves } moves: { $games }
experiment-claim-30-moves = "the pawn is mostly promoted within 30 moves"
experiment-claim-undecided = "often undecided within 100 moves"
experiment-claim-not-14 = "without random numbers not decided in 14 moves"
experiment-claim-14 = "with random numbers for the defender only, decided within 14"
experiment-ablation-title = What each rule option changes about a solved game (experiment ablation GAME)
experiment-xiangqi-ablation-title = What each search step is worth in xiangqi
experiment-xiangqi-movegen-title = Xiangqi move generators compared
experiment-anpanman-table1-title = Anpanman shogi, table 1: a depth-3 player (ASAI) against a random player (RAI)
experiment-anpanman-table1 = Why our results differ: the thesis does not print the weights of its evaluation, so we use those of the rule file (material, leader advance, mobility). Against RAI our player wins more often and almost never draws. The second count explains most of it: the thesis asks for check in a mate (3.1.6), so its program probably scored games without a legal move and without check as draws; counted like that, our results against RAI come close to the thesis. In self-play the results depend strongly on the weights, so "the first player is better" is not a stable finding. The exact value of the game is a draw.
experiment-pawn-ending-table5-title = Pawn ending, table 5: king and pawn (PEAI) against king, games stopped after 100 plies
experiment-pawn-ending-table5 = Section 4 of the thesis says in words what the other rows show; the weights are those of its printed program. It is not clear whether its limit of 100 counts plies or moves, so both counts are shown (200 plies are 100 moves); "within 14 moves" counts the moves of the side with the pawn. What does not agree: PERM against PERM is rarely undecided here, and with noise for the defender only the pawn often needs more than 14 moves.

experiment-xiangqi-ablation = What each search step is worth in xiangqi: nodes to depth { $depth } in { $positions } positions
ablation-whole = full search
ablation-without = without { $step }
ablation-with = with { $step }
ablation-others = { $count ->
    [one] different move in { $count } position
   *[other] different move in { $count } positions
}
experiment-xiangqi-movegen = Xiangqi move generators: { $moves } moves in { $positions } positions, measured in turn
movegen-scan = try every point of the board for every piece
movegen-template = lay a template of its steps on each piece
movegen-table = look up rows and columns by occupancy, steps by point
movegen-bitboard = bitboards (used by the engine)
cli-error-got = { $reason } (got { $got })
cli-error-nothing-there = { $reason } (nothing is there)
usage-unknown-argument = there is no argument "{ $given }"
usage-unknown-command = there is no command "{ $given }"
usage-no-value = { $argument } needs a value
usage-bad-value = "{ $given }" is no value of { $argument }
usage-missing = missing: { $argument }
usage-missing-command = a command is missing
usage-conflict = { $given } and { $other } exclude each other
usage-too-many = { $argument } is given too often
usage-too-few = { $argument } needs more values
usage-values = possible: { $known }
usage-near = did you mean { $known }?
usage-line = usage: { $usage }
usage-help = --help tells more
problems-proved = { $proved } of { $of } problems proved.
problems-right = { $move }: right.
problems-wrong = { $move }: wrong.
problems-refuted = { $move }: wrong. { $answer } refutes it.
problems-unclear = { $move }: reading could not tell.
experiment-go-choosers-title = Go, three ways to choose among the same candidates: sum, priority, search
experiment-go-choosers = The manual describes the three ways without numbers. Every pair of games begins with the same four random moves, with sides swapped; wins are those of the player named first in the row.
experiment-go-ladder-title = Go, the ladder of players: random, territory, the three-stage model
experiment-go-ladder = The manual expects its player on territory to be much stronger than its random player and gives no numbers. Every pair of games begins with the same four random moves, with sides swapped; wins are those of the player named first in the row. Games that are not over after 400 plies are draws: with experiment 1 no move gains anything once both sides reach every point, and the random player never passes.
experiment-claim-go-random = stronger than random, and more like Go
experiment-go-reading-title = What each refinement of reading is worth in Go
experiment-go-reading = Go, reading whether a string can be taken: { $questions } strings of random games on 9x9. The manual reckons { $document } boards for five candidates and five plies. Boards of all questions, of the one in the middle, ratio to the full reading
go-reading-whole = full reading
go-reading-plain = without all of them
go-reading-row = boards ran out for { $cut }, other answers { $others }
tune-positions = { $positions } positions
tune-accepted = The new weights are accepted.
tune-refused = The new weights are not accepted, and nothing was changed.

# Opening books.
book-no-moves = not in the book
book-columns = {"  "}move     chance   games    won  drawn   lost  expected           weight learned  score table
book-built = { $games } games taken in, { $skipped } left out; { $positions } positions, { $edges } moves ({ $dropped } played too rarely); { $bytes } bytes in { $seconds } s: { $book }
book-learned = { $games } games: { $new } learned, { $known } known already; { $positions } positions and { $edges } moves are new
book-forgot = { $games } games: { $new } forgotten, { $known } were not known; { $positions } positions and { $edges } moves are gone
book-marked = marked
book-unchanged = nothing has changed
book-info = { $game }, version { $version }: { $positions } positions, { $edges } moves, { $games } games, { $bytes } bytes; the deepest position is at ply { $deepest }
book-by-ply = positions by ply: { $plies }
book-verified = looked at { $positions } positions and { $edges } moves
book-scored = { $scored } moves scored, { $left } left
book-merged = { $positions } positions, { $edges } moves; { $left_out } left out

# Mates
analyze-mate = Mate in { $moves }
analyze-no-mate = No mate in { $moves }
analyze-mate-unknown = A limit has stopped the search; no mate in { $moves }
analyze-mate-keys = First moves: { $keys }

# Suites
suite-none = { $game } has no suites of its own: name a file
suite-positions = { $count } positions
suite-sum = { $player }: { $solved } of { $positions } solved, { $nodes } nodes, { $seconds } s
suite-before = before ({ $player })
suite-lost = lost
suite-won = won
suite-effort = depth { $depth }, { $nodes } nodes, { $seconds } s
suite-first = first at { $effort }
suite-final = for good at { $effort }
suite-played = played
suite-right = right
suite-cause-search = The right line is judged better once it is shown: the search did not look far enough.
suite-cause-weight = The evaluation prefers the wrong line, most of all by { $term }: is this weight too large?
suite-cause-term = No term of the evaluation tells the lines apart: is one missing?

# Regression
experiment-xiangqi-regression-title = Everything that must not fall in xiangqi
experiment-games-count = { $games } games
regression-signature = signature
regression-perft = perft
regression-repetition = repetitions
regression-suites = suite
regression-selfplay = fast games
regression-sprt = not weaker
regression-gauntlet = against
regression-result = Result
regression-passed = Nothing fell.
regression-failed = Something fell.
regression-same = as before
regression-changed = before { $before }
regression-before = before { $before }
regression-fault-count = faults: { $count }
regression-cpu = CPU { $ours } s and { $theirs } s
regression-matches = Matches
regression-wrong = { $stage }: { $count } wrong
regression-group-fell = { $group } fell from { $before } to { $after }
regression-faults = { $stage }: faults { $count }
regression-weaker = weaker than before at { $time } a move

probe-fifty = 50-move rule: { $value }
probe-sixty = move limit: { $value }
probe-check = perpetual check: { $value }
probe-syzygy = from Syzygy files: no distance to mate; dtz may be one ply too low
probe-line = shortest line: { $line }
help-player-human = A person who enters moves.
help-player-random = Plays any legal move.
help-player-random1 = Plays any legal point; the random player of the Go document.
help-player-random2 = Plays at random, but does not fill its own eyes.
help-player-territory1 = Plays where its empty points grow most: experiment 1 of the Go document.
help-player-territory2 = Plays where its empty points grow most: experiment 2 of the Go document.
help-player-territory3 = Plays where its territory grows most, by our own estimate of territory.
help-player-classic = The three-stage player of the Go document: sees the board, makes candidates with reasons, chooses.
help-player-rai = RAI of the Anpanman document: plays any legal move.
help-player-asai = ASAI of the Anpanman document: looks a fixed number of plies ahead.
help-player-lookahead = Looks a fixed number of plies ahead (plain minimax).
help-player-alphabeta = Alpha-beta search: the strongest player of most games. It uses tables that exist unless depth or nodes are limited.
help-player-mcts = Monte Carlo tree search.
help-player-perfect = Plays perfectly from a solved table, or with a given rate of errors.
help-player-peai = PEAI of the pawn-ending document: looks ahead with a noisy evaluation.
help-player-perm = PERM of the pawn-ending document: plays at random, but takes a deciding move.
help-player-level1 = Level for people: plays at random.
help-player-level2 = Level for people: looks one turn ahead.
help-player-level3 = Level for people: looks two turns ahead.
help-player-level4 = Level for people: looks three turns ahead.
help-player-level5 = Level for people: looks four turns ahead.
help-player-external = An engine of somebody else: the command line that starts it. The protocol follows from the game.
help-setting-depth = Search depth in plies (in turns where a turn has several actions).
help-setting-nodes = Maximum number of positions to visit.
help-setting-time = Maximum time for a move, such as 500ms, 1s or 2m.
help-setting-seed = Random seed; the same seed plays the same games.
help-setting-sooner = 1: a sooner win is better; 0: all wins are equal, as in the document.
help-setting-noise = Random points added to each evaluation.
help-setting-chooser = How it chooses: sum (points of all reasons add up), priority (first kind that has a move), search (plays each and looks again).
help-setting-hash = Size of the transposition table in megabytes.
help-setting-book = Opening book (*.ybk) to play from before thinking.
help-setting-policy = How a move of the book is chosen: best, weighted, solid or explore.
help-setting-temperature = Variety of policy weighted: 0 always plays the likeliest move, 100 in proportion.
help-setting-plies = Plies played from the book at most.
help-setting-min_games = Games that a position of the book needs to be played from.
help-setting-threads = Number of threads; more than one is not reproducible.
help-setting-tables = Whether to probe tables: on, off, or, if omitted, only where depth and nodes are not limited.
help-setting-weight = Weight of a part of the evaluation (default: as in the rule file).
help-setting-weights = File of weights that `tune` has written.
help-setting-network = Network that corrects the evaluation: on (that of the program, if the game has one), off, or a file that `tune network` has written.
help-setting-legal = 1: mobility counts legal moves; 0: squares that pieces reach, attacked ones included.
help-setting-step = A step of the search: on or off.
help-setting-search = A margin, depth or reduction of the search, from { $min } to { $max } (`tune GAME --list`).
help-setting-playouts = Number of playouts for a move (instead of a time limit).
help-setting-cutoff = Plies after which a playout is evaluated; 0 plays to the end.
help-setting-memory = Maximum number of positions in the tree.
help-setting-errors = Share of moves, in per cent, that are played at random.
help-setting-traps = 1: among equal moves prefer those after which most replies are mistakes.
cli-error = error: { $text }
cli-error-unknown-game = unknown game "{ $name }"; the games are { $known }
cli-error-near = did you mean { $near }?
cli-error-option = { $game }: { $reason }
cli-error-position = position: { $reason }
cli-error-move = ply { $ply }: { $reason }
cli-error-after-end = ply { $ply }: "{ $move }" comes after the end of the game
cli-error-turn-over = the turn ends after { $done } of the { $moves } moves
cli-error-over = the game is over
cli-error-unknown-player = unknown player "{ $name }"; { $game } has { $known }
cli-error-player = player { $player }: { $reason }
cli-error-engine = engine: { $reason }
cli-error-interrupted = interrupted; resume with: { $command }
cli-error-no-table = table not found: { $path }; build it with `yomikiri solve { $arguments }`
cli-error-table-too-large = table not found: { $path }; it is too large to build
cli-error-not-covered = no table of { $game } covers { $position }
cli-error-table = table: { $reason }
cli-error-book = book: { $reason }
cli-error-cluster = cluster: { $reason }
# Clusters
cluster-restart = { $cause }; start { $number } from the last checkpoint
cluster-killed = { $process } was ended by signal { $signal }
cluster-silent = { $process } did not end after another one was lost
cluster-ended = it ended with an error
# Workers
worker-ready = worker { $name } waits for games (Ctrl-C or SIGTERM ends it)
worker-began = run { $run }: { $game }, { $speed } move sequences/s here, times × { $scale }
worker-handed = { $count } units handed in
worker-too-late = a unit was finished too late; another worker has it
worker-done = { $count } units handed in; the worker ends
worker-share = { $name }: { $units } units, { $speed } move sequences/s
