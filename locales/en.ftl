# Messages in English. All files in this folder have the same ids and variables.

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
reason-goal = the leader reached the last rank
reason-dobutsu-goal = the lion reached the last rank
reason-dobutsu-leader-taken = the lion was captured
reason-leader-taken = the leader was captured
reason-no-moves = no legal move
reason-repetition = the position was repeated
reason-perpetual-check = perpetual check
reason-perpetual-chase = perpetual chase
reason-mutual-perpetual-check = both sides checked perpetually
reason-mutual-perpetual-chase = both sides chased perpetually
reason-time = time ran out
reason-illegal-move = illegal move
reason-forfeit = forfeit
reason-agreement = agreement
reason-adjudication = adjudication
reason-resign = resignation
reason-three-in-a-line = three in a row
reason-board-full = the board is full
reason-enemy-goal = a cube reached the enemy goal
reason-all-taken = all enemy cubes were captured
reason-turn-limit = the turn limit was reached
reason-move-limit = the move limit was reached
reason-stalemate = stalemate
reason-insufficient-material = insufficient material
reason-promotion = a pawn promoted safely
reason-pawn-lost = no pawn can promote any more
reason-count = the board was counted

## Repetition judgements
judged-plies = The moves from ply { $from } to ply { $to }, between occurrences of the position, were judged.
judged-allowed = { $side } did nothing forbidden.
judged-check = { $side } gave check on every move.
judged-chase = { $side } chased the same { $victim } on every move: { $moves }.
judged-chase-ply = ply { $ply } { $hunter } { $from } attacks { $victim } { $to }
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

## Evaluation terms
term-material = material
term-advance = leader advance
term-mobility = mobility
term-piece-square = piece placement
term-coordination = coordination
term-king-safety = king safety
term-cannot-win = cannot be turned into a win
term-open-lines = open lines
term-janken-cubes = cubes
term-janken-nearest = cube nearest to the goal
term-janken-advance = advance of all cubes
term-janken-captures = possible captures
term-janken-threat = goal within reach
term-placement = piece placement
term-hand = pieces in hand
term-threats = threats
term-tempo = the move
term-learned = learned correction
term-passed-pawns = passed pawns
term-king = king
term-pawn-advance = pawn advance
term-king-ahead = king beside or ahead of the pawn
term-defender-near = enemy king near the pawn
term-opposition = opposition
term-pawn-square = square of the pawn
term-stones = stones
term-territory = territory
term-prisoners = prisoners
term-komi = komi
term-handicap = handicap
term-total = total
term-framework = framework
term-estimate = estimated lead

## Names of games that have no rule file
game-tictactoe = Tic-tac-toe
piece-cross = cross
piece-nought = nought
game-janken = Janken shogi
piece-rock = rock
piece-scissors = scissors
piece-paper = paper
game-chess = Chess
piece-pawn = pawn
piece-knight = knight
piece-bishop = bishop
piece-rook = rook
piece-queen = queen
piece-king = king
game-xiangqi = Xiangqi
game-go = Go
piece-stone = stone

## The list of games
games-options = options
games-players = players
games-start = start

## Perft and analysis
moves-none = no legal moves
perft-total = total: { $nodes }
analyze-depth = depth { $depth }
analyze-nodes = { $nodes } nodes in { $seconds } s ({ $speed }/s)
analyze-terms = evaluation
score-win = win in { $plies }
score-loss = loss in { $plies }
score-won = win
score-lost = loss

## Start
start-title = Yomikiri: a laboratory for board games
start-open = open { $address } in a browser
start-try = Try:
start-play = play Anpanman shogi
start-list = list all games, options and players
start-analyze = analyze a position
start-help = Run `{ $command }` for all commands.
set-up-janken = Set-up: place a cube on { $square } (Enter, or type { $move }: top, front, side).
set-up-faces-janken = G rock > C scissors > P paper > G

### Tablebases

solve-game = game
solve-table = part
solve-start = start
solve-positions = positions (up to symmetry)
solve-win = won for the side to move
solve-draw = drawn
solve-loss = lost
solve-longest = longest win in plies
solve-longest-turns = longest win in turns
solve-seconds = seconds
solve-bytes = bytes
solve-file = table file
solve-already = { $game } is already solved; --force solves it again
value-draw = draw

### Strength levels

level-random = Random moves
level-beginner = Beginner
level-easy = Easy
level-medium = Medium
level-strong = Strong
level-strongest = Strongest
level-slips-often = Perfect, with frequent mistakes
level-slips = Perfect, with occasional mistakes
level-perfect = Perfect

### Teaching layers

layer-attacks = Attack map
layer-hanging = Attacked pieces
layer-threats = Threats within a turn
layer-evaluation = Evaluation
layer-key-squares = Key squares
layer-opposition = Opposition
layer-pawn-square = Square of the pawn
layer-guards-hold = Guards hold
layer-king-holds = King holds
layer-attacker-wins = Attacker wins
layer-strings = Strings
layer-territory1 = Territory, experiment 1
layer-territory2 = Territory, experiment 2
layer-gains1 = Gains, experiment 1
layer-gains2 = Gains, experiment 2
go-string-neutral = String { $id } ({ $stones } { $stones ->
        [one] stone
       *[other] stones
    } at { $place }): taken by { $attack }, saved by { $defend }.
go-string-dead = String { $id } ({ $stones } { $stones ->
        [one] stone
       *[other] stones
    } at { $place }) is taken whoever plays first.
go-string-unknown = String { $id } at { $place }: reading had to stop before it knew.
layer-links = Links
layer-groups = Groups
layer-life = Life of groups
layer-territory3 = Territory, our own
layer-gains3 = Gains, our own
go-group-dead = Group { $id } at { $place } ({ $stones } { $stones ->
        [one] stone
       *[other] stones
    }) is dead: no two eyes, no friends, no way out.
go-group-neutral = Group { $id } at { $place } lives only if it is joined to friends or takes what surrounds it.
go-group-unknown = Group { $id } at { $place } is not settled: { $territory } { $territory ->
        [one] point
       *[other] points
    } of room.
go-group-surrounded = Group { $id } at { $place } has no way out.
layer-candidates = Candidates
go-about-string = String { $id }: { $stones ->
        [one] 1 stone
       *[other] { $stones } stones
    }, liberties: { $liberties }. { $status }
go-status-alive = It cannot be taken.
go-status-neutral = { $attack } takes it, { $defend } saves it.
go-status-ko = By ko: { $attack } takes it, { $defend } saves it.
go-status-dead = It is taken whoever plays first.
go-status-unknown = Reading had to stop before it knew.
go-about-link = { $from } and { $to } ({ $kind }): { $status }
go-link-connected = joined whoever plays first.
go-link-neutral = { $cut } cuts, { $join } joins.
go-link-cut = they cannot be joined.
go-link-unknown = reading had to stop before it knew.
go-kind-capture = over stones that can be taken
go-kind-bamboo = bamboo joint
go-kind-diagonal = diagonal
go-kind-shared-liberties = shared liberties
go-kind-one-space = jump of one
go-kind-edge = along the edge
go-kind-knight = knight’s move
go-kind-two-space = jump of two
go-about-group = Group { $id }: { $stones ->
        [one] 1 stone
       *[other] { $stones } stones
    }, points: { $territory }, eyes: { $eyes }, strength { $strength } of 100; { $way }.
go-way-safe = it lives whatever happens
go-way-surrounded = it is surrounded
go-way-open = it has a way out
go-about-life = Group { $id }: { $answers }. It lives with ease { $ease } of 100.
go-life-two-eyes = two eyes: { $answer }
go-life-room = room for two: { $answer }
go-life-connects = joins friends: { $answer }
go-life-escapes = breaks out: { $answer }
go-life-captures = takes what surrounds it: { $answer }
go-answer-at = yes ({ $at })
go-answer-yes = yes
go-answer-no = no
go-answer-unknown = not known
go-about-owned = { $side }’s point.
go-about-nobodys = Nobody’s point.
go-about-territory = { $side }’s territory.
go-about-framework = { $side }’s framework: half a point.
go-about-dead = A dead stone: it counts for { $side }.
go-about-gain = A move of { $side } here gains { $gain }.
go-candidate = { $move } ({ $total } in all): { $reasons }
go-reason-capture = takes the { $stones } stones at { $place } ({ $points })
go-reason-escape = saves the { $stones } stones at { $place } ({ $points })
go-reason-kill = takes the eyes of the group at { $place } ({ $points })
go-reason-eyes = makes eyes for the group at { $place } ({ $points })
go-reason-cut = cuts off the stones at { $place } ({ $points })
go-reason-connect = connects the stones at { $place } ({ $points })
go-reason-joseki = continues the joseki “{ $name }” ({ $points })
go-reason-opening = takes a large point of the opening ({ $points })
go-reason-tesuji = tesuji: { $name } ({ $points })
go-reason-defend = makes the group at { $place } safer ({ $points })
go-reason-attack = attacks the group at { $place } ({ $points })
go-reason-invade = goes into enemy territory ({ $points })
go-reason-enclose = encloses territory ({ $points })
go-reason-reduce = makes the enemy framework smaller ({ $points })
go-reason-enlarge = secures its own territory ({ $points })
go-reason-shape = good shape: { $name } ({ $points })
go-reason-hane = { $name } ({ $points })
go-reason-extend = { $name } ({ $points })
go-reason-jump = { $name } ({ $points })
go-reason-knight = { $name } ({ $points })
go-reason-endgame = gains points at a border ({ $points })
go-reason-ko-threat = a ko threat against the stones at { $place } ({ $points })
go-reason-dame = a neutral point ({ $points })
go-reason-capture-one = takes the stone at { $place } ({ $points })
go-reason-escape-one = saves the stone at { $place } ({ $points })
go-strategy-follow = Answer { $move } where it was played.
go-strategy-attack = Attack the weak group { $group } at { $place } ({ $stones } stones).
go-strategy-defend = Look after the weak group { $group } at { $place } ({ $stones } stones).
go-strategy-build = Build in { $area }.
go-strategy-finish = Take the last points.
go-strategy-pass = Nothing is left: pass.
go-area-top-left = the top left
go-area-top = the top
go-area-top-right = the top right
go-area-left = the left
go-area-centre = the centre
go-area-right = the right
go-area-bottom-left = the bottom left
go-area-bottom = the bottom
go-area-bottom-right = the bottom right
go-did = { $side } { $move }: { $reasons }.
go-did-takes = takes stones off the board ({ $stones })
go-did-nothing = no purpose that the program sees
go-did-pass = { $side } passed.
go-did-best = That was the best candidate.
go-did-better = Best candidate: { $best }.
go-did-lost = Given away: about { $points } points.
go-did-lost-nothing = It gave nothing away.
go-standing = Estimate: { $side } leads by about { $points } (komi included).
go-standing-even = Estimate: even (komi included).
go-read-about = How string { $id } at { $place } is taken
go-read-takes = takes it
go-read-atari = gives atari
go-read-throw-in = throws a stone in
go-read-close = closes the way out
go-read-captures = takes other stones
go-read-extends = runs
go-read-net = stands where it would run to
go-read-counters = presses the stones around it
go-read-prevents = keeps it from getting away
goal-capture = { $side } to play: take the marked stones.
goal-save = { $side } to play: save the marked stones.
goal-connect = { $side } to play: connect the marked stones.
goal-cut = { $side } to play: cut the marked stones apart.
goal-live = { $side } to play: make two eyes for the marked stones.
goal-kill = { $side } to play: leave the marked stones without two eyes.
problems-ladders = Ladders
problems-nets = Nets
problems-snapbacks = Snapbacks and throw-ins
problems-eyes = Eyes
problems-connections = Connections and cuts
lesson-pawn-ending-only = This layer is only for king and pawn against king.
lesson-zugzwang = Mutual zugzwang: whoever has to move gets a worse result.
lesson-no-zugzwang = No zugzwang: the result does not depend on whose turn it is.
lesson-turn-decides = Whoever is to move gets the better result here: the attacker to move wins, the defender to move draws.
lesson-pawn-caught = The defender draws.
lesson-pawn-free = The pawn promotes.
lesson-ending-only = Only for endings that a table knows.
lesson-no-such-piece = No such piece.
lesson-defence-holds = The defence holds.
lesson-defence-falls = The defence loses.

### The page

page-nav = Pages
page-nav-play = Play
page-nav-analysis = Analysis
page-nav-tables = Tablebases
page-nav-rules = Rules
page-skip = Skip to content
page-title-lobby = Play
page-title-room = Game
page-title-analysis = Analysis board
page-title-tables = Tablebase explorer
page-title-rules = Rules
page-title-lost = Not found
page-lost = This page does not exist.
page-to-lobby = Back to the start page
page-settings = Settings
page-close = Close
page-cancel = Cancel
page-welcome = Play, explore and solve board games
page-welcome-more = Play the computer, a friend, or a perfect opponent. In solved games you can see the exact result of every move.
page-choose-game = Choose a game
page-board-size = { $width } × { $height }
page-solved = solved
page-new-game = New game
page-who-here = Me
page-who-link = A friend
page-who-engine = Computer
page-level = Strength
page-swap-sides = Swap sides
page-clock = Time control
page-clock-none = No time limit
page-clock-sudden = { $minutes } min per player
page-clock-fischer = { $minutes } min + { $seconds } s per turn
page-clock-byoyomi = { $minutes } min, then { $periods } × { $seconds } s
page-clock-canadian = { $turns ->
    [one] { $minutes } min, then { $turns } turn in every { $period } min
   *[other] { $minutes } min, then { $turns } turns in every { $period } min
}
page-clock-left = { $seconds ->
    [one] { $seconds } second left
   *[other] { $seconds } seconds left
}
page-allow-hints = Allow hints during the game
page-rule-options = Rule options
page-start-position = Start position
page-position-text = Position as text
page-edit-position = Set up a position
page-create = Start game
page-analyse-instead = Analysis board
page-recent-own = Your games
page-watching = watching
page-ply = { $ply ->
    [one] { $ply } move
   *[other] { $ply } moves
 }
page-won-first = First won
page-won-second = Second won
page-drawn = drawn
page-palette = Pieces
page-eraser = Remove a piece
page-hand-more = Hand +
page-hand-less = Hand −
page-clear-board = Empty board
page-usual-start = Standard start
page-use-position = Use this position
page-board-label = Board of { $game }
page-cell-piece = { $cell }: { $side }, { $piece }
page-cell-empty = { $cell }: empty
page-cell-alert = in danger
page-cell-last = last move
page-cell-target = can move here
page-cell-moves = moves: { $count }
page-hand-piece = { $side } holds { $count } × { $piece }
page-choose-move = Which move?
page-connecting = Connecting…
page-reconnecting = Connection lost. Reconnecting…
page-not-connected = Not connected. Please try again.
page-no-room = This game does not exist.
page-you = You
page-opponent = Opponent
page-seat-free = Free seat
page-thinking = thinking…
page-away = away
page-present = connected
page-you-watch = You are watching.
page-you-both = You play both sides.
page-you-play = You play { $side }.
page-in-the-past = You are viewing an earlier position.
page-to-present = Back to the game
page-seat-is-free = { $side } has no player yet.
page-sit = Join the game
page-invite = Invite someone
page-invite-more = The first person to open this link and join plays. Everyone else watches.
page-copy = Copy
page-copied = Copied
page-qr = QR code of the link
page-offer-draw = { $side } offers a draw.
page-offer-take-back = { $side } asks to take back a move.
page-offer-rematch = { $side } wants a rematch.
page-offer-sent = Waiting for an answer to your offer.
page-accept = Accept
page-decline = Decline
page-declined = The offer was declined.
page-type-move = Type a move
page-play-typed = Play
page-not-legal = Not a legal move: { $move }
page-staged = Actions prepared this turn: { $count }
page-undo-step = Undo last action
page-confirm-turn = Confirm turn
page-actions = Actions
page-take-back = Take back
page-offer-draw-do = Offer a draw
page-resign = Resign
page-resign-sure = Really resign?
page-pass-sure = Really pass?
page-count-title = Counting
page-counting-how = Press stones that are dead. The game ends when both accept the same marks.
page-counting-judging = The computer is judging which stones are dead …
page-counting-judged-more = These are the dead stones in the judgement of { $side }. If you disagree, play on.
page-counting-accepts = accepts
page-counting-waits = has not accepted yet
page-counting-marked = { $side } changed what is dead
page-counting-judged = { $side } has judged which stones are dead
page-counting-accepted = { $side } accepts the count
page-counting-resumed = { $side } resumes play
page-count-sum = Total
page-count-accept = Accept
page-count-resume = Resume play
page-claim-count = Have the board counted
page-numbers = Move numbers
page-number-at = { $number } at { $at }
page-aimed = { $move }: tap again to place
page-won-by = { $side } wins by { $points }
page-cell-ko = forbidden by ko
page-cell-dead = dead
page-cell-owned = belongs to { $side }
page-cell-number = move { $number }
page-set-coordinates = Coordinates around the board
page-rematch = Rematch
page-next-room = Next game
page-absent-wait = Your opponent is away. You can claim the game in { $seconds } s if they do not return.
page-absent-now = Your opponent is away. You can claim the game or wait.
page-claim-win = Claim the win
page-claim-draw = Claim a draw
page-show-values = Show values
page-flip = Flip
page-analyse = Analyse
page-save-record = Save
page-watchers = watching: { $count }
page-say-move = { $side }: { $move }
page-say-taken-back = Move taken back.
page-moves = Moves
page-no-moves-yet = No moves yet.
page-to-start = To the start
page-step-back = One move back
page-step-on = One move forward
page-to-end = To the end
page-true-values = Exact values
page-value-win = win
page-value-loss = loss
page-value-draw = draw
page-value-win-in-plies = win in { $distance }
page-value-loss-in-plies = loss in { $distance }
page-value-win-in-turns = { $distance ->
    [one] win in { $distance } turn
   *[other] win in { $distance } turns
}
page-value-loss-in-turns = { $distance ->
    [one] loss in { $distance } turn
   *[other] loss in { $distance } turns
}
page-measure-promotion = { $plies ->
    [one] Promotion in { $plies } ply
   *[other] Promotion in { $plies } plies
}
page-measure-dtc = { $plies ->
    [one] Next capture, promotion or mate in { $plies } ply
   *[other] Next capture, promotion or mate in { $plies } plies
}
page-measure-dtz = { $plies ->
    [one] Next capture, pawn move or mate in { $plies } ply
   *[other] Next capture, pawn move or mate in { $plies } plies
}
page-measure-capture = { $plies ->
    [one] Next capture or the end in { $plies } ply
   *[other] Next capture or the end in { $plies } plies
}
page-measure-sixty = Under the sixty-move rule: a draw
page-measure-check = If perpetual check loses: { $value }
page-measure-drawn = Under the fifty-move rule: a draw
page-measure-unknown = Under the fifty-move rule: not known from the tablebases here
page-measure-syzygy = From Syzygy files: the distance to mate is unknown; the distance shown may be one ply too low
page-no-table = There is no tablebase for this game here. To build it: { $command }
page-no-table-here = There is no tablebase for this position here. To build it: { $command }
page-table-not-covered = No tablebase covers this position.
page-table-too-large = The tablebase for this position would have about { $positions } positions: too large to build.
page-engine = Engine
page-engine-lines = Number of lines
page-engine-start = Start
page-engine-stop = Stop
page-engine-effort = depth { $depth }, { $nodes } positions
page-review = Review game
page-graph-title = Evaluation graph
page-graph = Values move by move: { $values }
page-for-first = for First: { $value }
page-first-better = First is better
page-second-better = Second is better
page-class-keeps = keeps the result
page-class-slower = keeps the result, but takes longer
page-class-to-draw = turns a win into a draw
page-class-loses = losing mistake
page-class-only = only move
page-promote-line = Make this the main line
page-notes = Notes
page-node-name = Name of this position
page-comment = Comment
page-node-note = note
page-node-setup = set-up
page-set-up-here = Change the board here
page-marks = Marks
page-marks-help = Press points to put the mark there or take it away. Press the button again to play on.
page-marks-begin = Press the point where it begins.
page-marks-end = Press the point where it ends.
page-mark-tr = Triangle
page-mark-sq = Square
page-mark-cr = Circle
page-mark-ma = Cross
page-mark-letter = Letter
page-mark-number = Number
page-mark-ar = Arrow
page-mark-ln = Line
page-mark-territory = Territory: { $side }
page-mark-dd = Dimmed
page-cut-line = Delete from here
page-layers = Layers
page-tools = Tools
page-records = Records
page-records-more = Paste a game record or open a file, then load it. Or export this game as text.
page-open-file = Open a file
page-read-record = Load
page-write-record = Export
page-format = Format
page-no-records = No game found in this text.
page-records-read = Games loaded: { $count }. The first one is shown.
page-tables-more = A tablebase holds the exact result of every position of a game.
page-table-missing = This game is not solved on this server yet.
page-no-solver = Solving is not available for this game.
page-solve-it = To solve it, run:
page-counting = Counting…
page-counts = Positions of { $game }
page-table-name = Table
page-side-to-move = To move
page-count-win = Won
page-count-draw = Drawn
page-count-loss = Lost
page-count-all = All
page-longest = Longest win
page-histogram = Positions by distance in plies: wins (up) and losses (down)
page-notation-chess = Small shogi: Western (Ab4)
page-notation-shogi = Small shogi: Japanese (2四ア)
option-captures = Captured pieces
option-model = Check rule
option-goal = Goal
option-no-moves = No legal move
option-repetition = Repetition rule
option-repetition-result = Result of repetition
option-perpetual-check = Perpetual check
option-move-limit = Move limit
option-must-use-all = All actions must be used
option-return-rule = A cube may not return to
option-funbari-return = Last cube may return home
option-stuck = No legal action
option-turn-limit = Turn limit
option-size = Board size
option-komi = Komi
option-handicap = Handicap stones
option-handicap-bonus = Points for handicap stones
option-suicide = Suicide
option-ko = Ko rule
option-scoring = Counting
choice-remove = are removed
choice-hand = can be dropped
choice-check = you must get out of check
choice-capture = the king may be captured
choice-none = none
choice-safe = last rank, if safe there
choice-any = last rank, at once
choice-loss = loses
choice-draw = draw
choice-pass = passes
choice-first-loses = First loses
choice-second-loses = Second loses
choice-ignored = like any repetition
choice-loses = the checker loses
choice-0 = off
choice-true = yes
choice-false = no
choice-mate = checkmate
choice-promotion = safe promotion
choice-axf = Asian rules (AXF)
choice-wxf = world rules (WXF)
choice-backstep = its previous square
choice-turn_origin = where it began the turn
choice-n = one for each stone
choice-n-1 = one for each stone but the first
choice-simple = simple ko
choice-positional = positional superko
choice-situational = situational superko
choice-area = area
choice-territory = territory
page-find = Find positions
page-find-longest-win = Longest wins
page-find-only-move = Only moves
page-find-zugzwang = Zugzwang
page-open-analysis = Analyse
page-pieces = Pieces
page-set-language = Language
page-set-theme = Colours
page-theme-auto = Same as device
page-theme-light = Light
page-theme-dark = Dark
page-set-pieces = Pieces
page-pieces-auto = Standard
page-pieces-shapes = Pictures
page-pieces-signs = Symbols
page-pieces-letters = Letters
page-set-notation = Move notation
page-notation-exact = coordinates (b5b4)
page-set-marks = Show how pieces move
page-set-animation = Animate moves
page-set-sound = Sounds
page-set-confirm = Confirm turns with several actions
page-set-tilt = 3-D pieces on a tilted board
page-faces = { $top } (front { $front }, side { $side })
error-seat-taken = Someone else took the seat. You can watch.
error-not-your-turn = It is not your turn.
error-already-declined = Declined. You can ask again after the next move.
error-game-over = The game is over.
error-counting = Play has stopped. Agree on the result or resume play.
error-stale = The position has changed in the meantime. Please look again.
error-engine-judges = The computer judges which stones are dead. If you disagree, play on.
error-not-counting = There is nothing to be counted now.
error-not-judged = The computer is still judging.
error-too-fast = Too many requests. Please wait a moment.
error-engine-busy = All engines are busy. Please try again soon.
error-store-unavailable = The server cannot save at the moment, so this was not done. Please try again in a few seconds.

note-janken-threats = Cubes that can be captured within a turn: by First { $first }, by Second { $second }.
refusal-own-piece = Your own piece is there.
refusal-janken-equal = Equal symbols block each other.
refusal-janken-beaten = Its symbol beats yours.
refusal-janken-home = A cube that has left home cannot return.
refusal-janken-back = The cube that just moved cannot step straight back.
situation-janken-setup = Place cube { $number } of { $of }
situation-janken-action = Action { $number } of { $of }
situation-janken-funbari = Last cube: action { $number } of { $of }
situation-go-prisoners = Prisoners: Black { $black }, White { $white }
preset-janken-rocks = All rocks
preset-janken-fan = Fan
preset-janken-wings = Wings
preset-janken-answer = Rocks against papers
page-usual-start-name = Standard start
page-start-other = Other position
page-start-by = Start from
page-set-up-quickly = Place all my cubes
page-random = Random
page-why-not = Cannot move there: { $why }
page-cannot-move = It cannot move now.
page-listed = Let anyone watch
page-now-playing = Games in progress
page-watch = Watch
page-title-api = API
page-nav-api = API
page-api-intro = This page uses only this API. The full description is in OpenAPI format.
page-api-raw = OpenAPI description (JSON)
page-api-try = Send
page-api-answer = Response
page-api-body = Request body
page-title-settings = Settings
move-pass = Pass
page-person = human
page-rights = Rights
right-castle-first-king = White can castle kingside
right-castle-first-queen = White can castle queenside
right-castle-second-king = Black can castle kingside
right-castle-second-queen = Black can castle queenside
page-endings-solved = endgames solved

### What each game is
side-white = White
side-black = Black
side-red = Red
side-cross = Crosses (×)
side-nought = Noughts (○)
pitch-anpanman = Three pieces a side, no way back. Bring your hero to the far rank.
pitch-dobutsu = Shogi with four animals: catch the lion or walk yours home.
pitch-gorogoro = Small shogi of golds and silvers, without rooks or bishops.
pitch-minishogi = All the tactics of shogi on five by five squares.
pitch-chess = The classic: checkmate the enemy king.
pitch-janken = Roll cubes of rock, paper and scissors into the enemy corner.
pitch-tictactoe = Three in a row. Can you beat perfect play?
pitch-xiangqi = Chinese chess: horses, cannons and a river between the armies.
page-minutes = { $from }–{ $to } min
page-difficulty-1 = learn in a minute
page-difficulty-2 = learn in ten minutes
page-difficulty-3 = takes practice
page-turn = { $side } to move
page-your-turn = Your turn
page-their-turn = { $side } is to move
page-wins = { $side } wins
page-won = { $side } wins: { $reason }
page-you-win = You win!
page-you-lose = You lose
page-draw = Draw
page-side-won = { $side } won
page-side-better = { $side } is better
page-for-side = for { $side }: { $value }
page-hand-of = { $side }'s hand
page-notation-native = usual for each game
page-notation-san = Chess: algebraic (Nf3)
page-notation-wxf = Xiangqi: WXF (C2=5)
page-notation-chinese = Xiangqi: Chinese (炮二平五)
page-notation-traditional = Xiangqi: traditional characters (馬八進七)
page-notation-iccs = Xiangqi: ICCS (H2-E2)
page-choose-piece = Promote to
page-choice-plain = do not promote
page-choice-promote = promote

### What rule options mean
help-option-captures = What happens to pieces that are captured.
help-option-model = Whether a threat to the leader must be answered, or the leader may simply be captured.
help-option-goal = Whether reaching the last rank with the leader wins the game.
help-option-chess-goal = Checkmate is standard chess. Safe promotion is for studying pawn endings.
help-option-no-moves = What happens to a player who has no legal move.
help-option-repetition = How many times a position may occur before the game ends; 0 switches the rule off.
help-option-xiangqi-repetition = Which rules judge perpetual check and perpetual chase.
help-option-repetition-result = Who gets what when a position was repeated too often.
help-option-perpetual-check = Whether a player who repeats by checking every time loses.
help-option-move-limit = Moves by each side without progress after which the game is a draw; 0: no limit.
help-option-must-use-all = Whether every action of a turn has to be used if possible.
help-option-return-rule = Where a cube may not go straight back to within a turn.
help-option-funbari-return = Whether a side's last cube may enter its home again.
help-option-stuck = What happens to a player whose cubes cannot act.
help-option-turn-limit = Turns after which the game is a draw; 0: no limit.

### Playing
page-wrong-not-yours = That is not your piece.
page-wrong-target = It cannot go there. The marked squares are possible.
page-wrong-stuck = This piece has no legal move now.
page-wrong-turn = It is not your turn.
page-wrong-empty = Choose one of your pieces first.
page-more = More
page-type-open = Type a move
page-start-value = With perfect play from the start: { $value }
page-start-draw = a draw
page-start-won = { $distance ->
    [one] { $side } wins in { $distance } ply
   *[other] { $side } wins in { $distance } plies
}
page-start-won-turns = { $distance ->
    [one] { $side } wins in { $distance } turn
   *[other] { $side } wins in { $distance } turns
}
page-tilt = Change the view
page-share-loopback = This server only listens on this computer, so nobody else can open this link. Start it with `yomikiri serve --addr 0.0.0.0:7878` and share the address it prints.
page-share-lan = Anyone on the same network can open this link.
page-continue = Continue

### Learning
page-nav-learn = Learn
page-title-learn = Learn
page-learn-lessons = Learn by playing
page-learn-step = Step { $number } of { $of }
page-learn-right = Right!
page-learn-wrong = Not that one. Try again.
page-learn-next = Next
page-learn-done = You know the basics. Play a game!
page-learn-restart = Start again
page-learn-ladder = Climb the ladder
page-learn-ladder-more = Beat each opponent once. Start at the bottom.
page-learn-beaten = beaten
page-learn-puzzles = Puzzles
page-learn-puzzles-more = Find the only move that keeps the result. There is always another one.
page-learn-puzzles-take = Find the only move that takes the marked stones. There is always another puzzle.
page-learn-puzzles-actions = Find the only action that keeps the result. There is always another puzzle.
page-puzzle-win-action = { $side } can win: only one action does it.
page-puzzle-draw-action = { $side } can save the draw: only one action does it.
page-puzzle-take = { $side } to play: take the marked stones. Only one move does it.
page-puzzle-hint-take-1 = It is a matter of liberties: count those of the marked stones.
page-puzzle-hint-take-2 = Play on the marked point.
page-puzzle-win = { $side } to move and win: only one move does it.
page-puzzle-draw = { $side } to move: only one move saves the draw.
page-puzzle-hint = Hint
page-puzzle-hint-1 = Look at the marked piece.
page-puzzle-hint-2 = It goes to the marked square.
page-puzzle-hint-3 = The move is { $move }.
page-puzzle-next = Next puzzle
page-puzzle-streak = Streak: { $count }
page-puzzle-searching = Looking for a puzzle…
page-puzzle-none = No puzzle was found. Try again.
page-puzzle-none-here = There are no puzzles for this game. Try one of these:
page-problems = Problems
page-problems-more = Every answer was read out by the program. A wrong move is refuted.
page-problems-number = Problem { $number } of { $of }
page-problems-solved = Solved: { $count } of { $of }
page-problems-refuted = { $move } does not work: { $answer } refutes it.
page-problems-failed = { $move } does not work.
page-problems-unclear = The program cannot tell whether { $move } works.
page-problems-again = Try again
page-problems-next = Next problem
page-problems-previous = Previous problem
page-reading-step = { $number } of { $of }: { $side } { $why }
page-reading-next = Next move
page-reading-previous = Previous move
page-explain = The last move
page-explain-estimate = Score estimate
learn-anpanman-1 = This is your hero, the leader. Click it, then click a marked square.
learn-anpanman-2 = An enemy stands in front of your piece. Capture it.
learn-anpanman-3 = One more step to the last rank. Win the game!
learn-dobutsu-1 = The lion moves one square in any direction. Move it.
learn-dobutsu-2 = Your chick faces an enemy chick. Capture it.
learn-dobutsu-3 = Captured animals are yours. Click the chick in your hand, then an empty square.
learn-dobutsu-4 = Catch the lion!
learn-gorogoro-1 = The silver moves forward and diagonally. Move it.
learn-gorogoro-2 = Pawns capture straight ahead. Capture a pawn.
learn-gorogoro-3 = Drop the gold from your hand on an empty square.
learn-gorogoro-4 = Drop the gold where it gives checkmate.
learn-minishogi-1 = The rook moves any distance straight. Move it.
learn-minishogi-2 = Capture the pawn with your rook.
learn-minishogi-3 = Drop the gold from your hand on an empty square.
learn-minishogi-4 = Drop the gold where it gives checkmate.
learn-chess-1 = The knight jumps in an L: two squares straight and one aside. Move it.
learn-chess-2 = Capture the pawn with your knight.
learn-chess-3 = The king cannot escape. Give checkmate with your rook.
learn-xiangqi-1 = The horse goes one point straight, then one diagonally. Move it.
learn-xiangqi-2 = The cannon captures by jumping over one piece. Capture the rook.
learn-xiangqi-3 = Two rooks give checkmate. Finish the game.
learn-janken-1 = Click the cube and roll it to a neighbouring square. The edge shows the face that comes up.
learn-janken-2 = Rock beats scissors, scissors beat paper, paper beats rock. Capture the scissors.
learn-janken-3 = Roll your cube into the enemy corner and win.
learn-tictactoe-1 = Put your cross on any square.
learn-tictactoe-2 = Complete three in a row.
learn-go-1 = Go is played on the crossings of the lines. Put a stone on any point.
learn-go-2 = The white stone has only one empty point beside it, its last liberty. Play there and capture it.
learn-go-3 = Connected stones share their liberties. Capture both.
learn-go-4 = Ko: White has just captured a stone. You may not recapture at C3 at once. Play somewhere else.
learn-go-5 = Both have played elsewhere. Now you may recapture in the ko.
learn-go-6 = A group with two separate eyes can never be captured. Find the point that makes two eyes.
learn-go-7 = White has passed, and no point is left to gain. Pass: two passes end the game, and you have more points.

### Review and playing, more
page-coach = What to learn from this game
page-mistakes = { $count ->
    [one] { $count } mistake
   *[other] { $count } mistakes
 }
page-no-mistakes = No mistakes. Well played!
page-mistake-prev = Previous
page-mistake-next = Next mistake
page-mistake-played = Move { $ply }: { $side } played { $move }.
page-mistake-values = Before: { $was }. After: { $now }.
page-mistake-points = Evaluation before: { $was }. After: { $now }.
page-mistake-better = Better was { $move }.
page-mistake-show = Show the move
page-try-again = Try again from here
page-share-review = Link to this game
page-hide-values = Hide values
page-copy-link = Copy link
page-recent-watched = Games you watched
page-solved-help = The exact result of every position is known.
page-endings-solved-help = The exact result of endings with few pieces is known.
legend-janken-beats = beats
legend-janken-goal = Bring a cube to the enemy corner (diamond), or capture all enemy cubes.
legend-janken-home = Hatched squares are home: a cube that has left cannot return.
legend-janken-edges = The sign at an edge is the face that comes up when the cube rolls over that edge.
page-setup-how = Click a marked square and choose how the cube lies. Any order; you can change it until you confirm.
page-eval-bar = Evaluation
page-eval-unknown = not evaluated
page-graph-axis = Height: how near the end is, in plies
page-histogram-axis = plies to the end
page-offline = No connection
error-unknown-room = This game does not exist.
error-bad-position = This is not a position of this game.
error-bad-move = This move is not possible here.
error-offline = The server does not answer.
error-too-large = This is too large for the server.
pitch-go = Surround more of the board than your opponent.
help-option-size = Points along the side of the board; 9 is a good start.
help-option-komi = Points that White gets for moving second.
help-option-handicap = Stones that Black has on the board before White's first move.
help-option-handicap-bonus = Points that White gets for handicap stones.
help-option-suicide = Whether a move may take one's own last liberty.
help-option-ko = Which repetitions of a position are forbidden.
help-option-scoring = Whether stones count, or only surrounded points and prisoners.

### Tables and puzzles, more
page-tree = Browse the game tree
page-tree-more = Every move with its exact result. Click a move to go on from there.
page-tree-way = Moves so far
page-tree-start = Start
page-tree-open = Browse from here
page-tree-filter = Show moves by result
page-tree-sort = Order of the moves
page-tree-sort-best = Best first
page-tree-sort-nearest = Shortest first
page-tree-sort-board = As on the board
page-line = Shortest line
page-solve-cost = Solving takes about { $time } of computing time and { $memory } of memory: { $positions } positions, { $disk } on disk.
page-solve-too-large = This does not fit into the memory of this server.
page-solve-start = Solve it now
page-solve-resume = Continue solving
page-solve-stop = Stop
page-solve-running = Solving { $name } …
page-solve-stopping = Saving { $name } …
page-solve-stage = { $stage } { $round }
page-solve-stopped = Stopped. What was done is saved.
page-solve-failed = Solving failed: { $fault }
page-solve-another = Build another table
page-time-seconds = { $count ->
    [one] { $count } second
   *[other] { $count } seconds
 }
page-time-minutes = { $count ->
    [one] { $count } minute
   *[other] { $count } minutes
 }
page-time-hours = { $count ->
    [one] { $count } hour
   *[other] { $count } hours
 }
page-mistake-why = Why: { $side } answers { $line }.
page-puzzle-solution = The win: { $line }
error-not-allowed = This server does not allow that.
error-solving = The server is solving something else. Please try again later.

### The view of cubes, and players
page-turn-left = Turn the board left
page-turn-right = Turn the board right
page-players-more = Other players

### Explanations
page-engine-signs = ▲ good for the side to move, ▼ bad
page-book = Opening book
page-book-none = Not in the book.
page-point-hint = Point at the board to read what the layer says there.
help-layer-strings = Strings by number: blue cannot be taken, grey can be taken and saved, orange is dead. A cross takes, a ring saves.
help-layer-links = Strings that are nearly one: blue holds, grey can be cut at the cross, orange is cut.
help-layer-groups = Strings joined by links that hold, by the number of the group.
help-layer-life = How easily each group lives, from 0 to 100.
help-layer-territory1 = A point belongs to the side that alone has a stone within three steps.
help-layer-territory2 = A point belongs to the side that has more stones within three steps.
help-layer-territory3 = Squares are territory, dots framework, crosses dead stones.
help-layer-gains1 = What each move gains by experiment 1.
help-layer-gains2 = What each move gains by experiment 2.
help-layer-gains3 = What each move gains by our own territory.
help-layer-candidates = Moves that have a reason, with their points.
help-layer-attacks = How often each side attacks each square.
help-layer-hanging = Pieces that can be captured, and by whom.
help-layer-threats = Which cubes can be captured or can reach a goal within one turn.
help-layer-evaluation = What the engine’s evaluation of this position is made of.
help-layer-key-squares = If the king reaches one of these squares, the pawn promotes.
help-layer-opposition = Whether the kings face each other so that whoever moves must give way.
help-layer-pawn-square = If the defending king can enter this square, it catches the pawn.
help-layer-guards-hold = = holds, × loses, with the piece there.
help-layer-king-holds = = holds, × loses, with the piece there.
help-layer-attacker-wins = = holds, × loses, with the piece there.
page-measure-moves = { $moves ->
    [one] 1 move, counted in pairs
   *[other] { $moves } moves, counted in pairs
}
page-no-room-more = It may have been removed because nobody used it for a long time, or the link is incomplete.

### Hidden set-ups
page-hidden-setup = Hidden set-up: both place their cubes at the same time
page-seal-now = Place your cubes
page-sealed = Waiting for the opponent’s set-up

## Rules and players in the terminal
rulebook-none = No rules have been written for { $game } yet; `yomikiri games { $game }` lists its options.
rulebook-options = Options
rulebook-try = Try it: yomikiri play '{ $game }'
players-games = games
players-example = example
players-settings = settings
players-default = (default: { $value })
players-more = `yomikiri players NAME` explains the settings of a player.

## Errors
error-already-here = You are already in this game.
error-already-offered = You have already asked.
error-bad-clock = This is not a time control.
error-bad-game = This game has no such option.
error-bad-input = The server could not read this.
error-bad-json = The server could not read this.
error-bad-player = This game has no such player.
error-bad-ply = The game has no such move.
error-bad-query = The server could not read this.
error-bad-token = This link belongs to no seat of the game.
error-busy = The server is busy. Please try again soon.
error-expected-hello = The connection was not opened properly. Please reload the page.
error-game-goes-on = The game is not over yet.
error-internal = Something went wrong on the server.
error-no-analysis = Analysis is not allowed in this game.
error-no-such-offer = There is no such offer any more.
error-no-table = There is no table for this.
error-not-absent = Your opponent is still here.
error-not-your-offer = This is not your offer.
error-nothing-to-take-back = There is no move to take back.
error-rematch-exists = The rematch has already begun.
error-room-full = This room is full.
error-too-early = It is too early for that.
error-too-many-connections = Too many connections from this address.
error-too-many-rooms = Too many games have been opened. Please try again later.
error-unknown-game = There is no such game.
error-not-your-seat = This is not your seat.
error-not-found = There is nothing at this address.
error-expected-websocket = The connection was not opened properly. Please reload the page.
error-foreign-host = The server does not know this address.
error-foreign-origin = The server does not accept requests from other sites.
error-bad-method = The server could not read this.
error-unknown-language = There is no such language.
error-bad-setup = This is not a set-up of this game.
error-already-played = The game has already begun.
error-too-slow = The request took too long.
error-bad-cell = There is no such point on the board.
