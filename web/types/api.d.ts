// Made from crates/server/src/messages by `cargo run -p yomikiri-server --example types`.
// Do not edit: a test compares this file with the Rust types.

export type Side = "first" | "second";
export type BySide<T> = { 
/**
 * First's.
 */
first: T, 
/**
 * Second's.
 */
second: T, };
export type ErrorBody = { 
/**
 * A stable word for programs (`bad_move`).
 */
code: string, 
/**
 * An English sentence for people.
 */
message: string, 
/**
 * More, where there is more to be said.
 */
detail?: unknown, };
export type ErrorDocument = { 
/**
 * The version of the documents' form.
 */
schema: number, 
/**
 * What is wrong.
 */
error: ErrorBody, };
export type OptionInfo = { 
/**
 * The key.
 */
key: string, 
/**
 * The value in this game.
 */
value: string, 
/**
 * The value if nothing is said.
 */
default: string, 
/**
 * The values there are; empty where any number goes.
 */
allowed: Array<string>, };
export type PlayerInfo = { 
/**
 * The name.
 */
name: string, 
/**
 * The settings it takes.
 */
settings: Array<string>, };
export type Abilities = { 
/**
 * Positions can be judged by an evaluation that tells its reasons.
 */
evaluate: boolean, 
/**
 * There is such a thing as check.
 */
check: boolean, 
/**
 * The solver can build tables for it.
 */
solve: boolean, };
export type StartInfo = { 
/**
 * The position as it may be given.
 */
position: string, 
/**
 * A message id.
 */
name: string, };
export type GameInfo = { 
/**
 * The id (`anpanman`).
 */
id: string, 
/**
 * The canonical name: the id with the options that differ from their defaults.
 */
spec: string, 
/**
 * The game's name per language (`en`, `ja`, `zh`).
 */
names: { [key in string]: string }, 
/**
 * The position games begin from.
 */
start: string, 
/**
 * What can be chosen.
 */
options: Array<OptionInfo>, 
/**
 * Who plays it.
 */
players: Array<PlayerInfo>, 
/**
 * What can be done with it.
 */
abilities: Abilities, 
/**
 * Ways of writing moves besides the exact one.
 */
styles: Array<string>, 
/**
 * Every piece there can be, with its names.
 */
pieces: Array<NamedPieceView>, 
/**
 * Positions with names from which games may begin besides the usual start.
 */
starts: Array<StartInfo>, };
export type Level = { 
/**
 * A message id (`level-easy`).
 */
id: string, 
/**
 * The player.
 */
player: string, };
export type Singular = { 
/**
 * The variable that counts.
 */
variable: string, 
/**
 * The pattern.
 */
text: string, };
export type MoveView = { 
/**
 * The exact text.
 */
text: string, 
/**
 * The move in each of the game's styles.
 */
styled: { [key in string]: string }, 
/**
 * Who makes it.
 */
side: "first" | "second", 
/**
 * The cell it leaves; `None` for drops, placements and passes.
 */
from: number | null, 
/**
 * The cell it goes to; `None` for passes.
 */
to: number | null, 
/**
 * The entry of the mover's hand that it uses up.
 */
hand?: number, };
export type OutcomeView = { 
/**
 * The winner; `None` is a draw.
 */
winner: "first" | "second" | null, 
/**
 * Why, as a message id (without its `reason-`).
 */
reason: string, 
/**
 * By how many points First won (negative: First lost); `null` where no points were counted.
 */
margin: number | null, 
/**
 * More on why, in sentences, where the game has something to add.
 */
because?: Array<RemarkView>, };
export type RemarkView = { 
/**
 * The message id.
 */
id: string, 
/**
 * The values of its variables.
 */
args: { [key in string]: WordView }, };
export type WordView = number | string | { 
/**
 * Its id.
 */
message: string, } | { 
/**
 * In English.
 */
en: string, 
/**
 * In Japanese.
 */
ja: string, 
/**
 * In Chinese.
 */
zh: string, } | Array<RemarkView>;
export type PieceView = { 
/**
 * Whose it is.
 */
side: "first" | "second", 
/**
 * The kind's id, which drawing modules know (`leader`, `chick`, `stone`).
 */
kind: string, 
/**
 * The letter used in positions, in its owner's case.
 */
letter: string, 
/**
 * A one or two character sign for terminals (Japanese where the game has one).
 */
sign: string, 
/**
 * Unit steps the piece can make as seen on the diagram (dx right, dy down), for move marks;
 * slides are listed in `slides`.
 */
steps: Array<[number, number]>, 
/**
 * Directions the piece slides in.
 */
slides: Array<[number, number]>, 
/**
 * What stands on the faces of a piece that has several, as ids that drawing modules know
 * (a cube: top, front, side); empty for flat pieces.
 */
faces?: Array<string>, };
export type HandView = { 
/**
 * The piece.
 */
piece: PieceView, 
/**
 * How many of them.
 */
count: number, };
export type NamedPieceView = { 
/**
 * The piece.
 */
piece: PieceView, 
/**
 * Its name per language (`en`, `ja`, `zh`).
 */
names: { [key in string]: string }, };
export type DiagramView = { 
/**
 * Cells in a row.
 */
width: number, 
/**
 * Rows.
 */
height: number, 
/**
 * Names of the columns, from the left.
 */
files: Array<string>, 
/**
 * Names of the rows, from the top.
 */
ranks: Array<string>, 
/**
 * What stands on each cell.
 */
cells: Array<PieceView | null>, 
/**
 * What First and Second hold in hand.
 */
hands: [Array<HandView>, Array<HandView>], 
/**
 * Cells to be stressed, such as a leader in check.
 */
alerts: Array<number>, };
export type View = { 
/**
 * The canonical name of the game.
 */
game: string, 
/**
 * Where the session began.
 */
start: string, 
/**
 * Where it stands.
 */
position: string, 
/**
 * Who is to move.
 */
side: "first" | "second", 
/**
 * Whether the side to move is in check; `None` in games without check.
 */
in_check?: boolean, 
/**
 * What a player has to know besides (which action of a turn comes next).
 */
situation?: RemarkView, 
/**
 * The board.
 */
diagram: DiagramView, 
/**
 * The legal moves, sorted by text; none when the game is over.
 */
legal: Array<MoveView>, 
/**
 * The moves played since `start`.
 */
played: Array<MoveView>, 
/**
 * How the game ended, if it has.
 */
outcome: OutcomeView | null, };
export type ScoreView = { 
/**
 * An evaluation in the game's own points.
 */
points: number | null, 
/**
 * `win` or `loss` when proved.
 */
value: "win" | "loss" | null, 
/**
 * Plies to the proved end; `None` from players to whom all wins are alike.
 */
distance: number | null, };
export type LineView = { 
/**
 * Its worth to the side to move; `None` from players that do not judge.
 */
score: ScoreView | null, 
/**
 * The moves.
 */
moves: Array<MoveView>, };
export type Report = { 
/**
 * The chosen move.
 */
best: MoveView, 
/**
 * The player resigns; `best` is then only some legal move.
 */
resigns?: boolean, 
/**
 * The best ways on, best first; the first begins with `best`.
 */
lines: Array<LineView>, 
/**
 * The depth completed.
 */
depth: number, 
/**
 * Positions visited.
 */
nodes: number, 
/**
 * Time spent.
 */
seconds: number, 
/**
 * What else it has to say, in sentences.
 */
notes?: Array<RemarkView>, };
export type TermView = { 
/**
 * A message id.
 */
name: string, 
/**
 * First's share.
 */
first: number, 
/**
 * Second's share.
 */
second: number, };
export type ToneView = "first" | "second" | "win" | "draw" | "loss" | "neutral";
export type ShapeView = "ring" | "dot" | "cross" | "square" | "triangle";
export type MarkView = { 
/**
 * Where.
 */
cell: number, 
/**
 * Its form.
 */
shape: ShapeView, 
/**
 * Its meaning.
 */
tone: ToneView, };
export type ArrowView = { 
/**
 * Its tail.
 */
from: number, 
/**
 * Its head.
 */
to: number, 
/**
 * Its meaning.
 */
tone: ToneView, 
/**
 * A short text beside it.
 */
label: string | null, };
export type LabelView = { 
/**
 * Where.
 */
cell: number, 
/**
 * One to four characters.
 */
text: string, 
/**
 * Its meaning.
 */
tone: ToneView, };
export type HeatView = { 
/**
 * Where.
 */
cell: number, 
/**
 * First.
 */
first: number, 
/**
 * Second.
 */
second: number, };
export type BarView = { 
/**
 * A message id.
 */
name: string, 
/**
 * First's.
 */
first: number, 
/**
 * Second's.
 */
second: number, };
export type ReadStepView = { 
/**
 * Where.
 */
cell: number, 
/**
 * Whose move it is.
 */
tone: ToneView, 
/**
 * Why.
 */
why: RemarkView, };
export type ReadOutView = { 
/**
 * What it is about.
 */
about: RemarkView, 
/**
 * The moves in their order.
 */
steps: Array<ReadStepView>, };
export type AboutView = { 
/**
 * Which cells.
 */
cells: Array<number>, 
/**
 * A sentence.
 */
says: RemarkView, };
export type OverlayView = { 
/**
 * Signs on cells.
 */
marks: Array<MarkView>, 
/**
 * Arrows between cells.
 */
arrows: Array<ArrowView>, 
/**
 * Short texts on cells.
 */
labels: Array<LabelView>, 
/**
 * How strong each side is where.
 */
heat: Array<HeatView>, 
/**
 * Quantities of the whole position, side by side.
 */
bars: Array<BarView>, 
/**
 * Sentences.
 */
notes: Array<RemarkView>, 
/**
 * Lines of play that can be played out, with the reason for every move.
 */
readings?: Array<ReadOutView>, 
/**
 * What is said about cells when somebody points at them. Several may be about one cell.
 */
about?: Array<AboutView>, };
export type RefusalView = { 
/**
 * The cell that cannot be gone to.
 */
to: number, 
/**
 * Why.
 */
why: RemarkView, };
export type RuleDiagram = { 
/**
 * The position.
 */
position: string, 
/**
 * The board.
 */
diagram: DiagramView, 
/**
 * What is to be seen.
 */
caption: string, 
/**
 * Moves that are shown.
 */
arrows: Array<ArrowView>, 
/**
 * Points that are shown.
 */
marks: Array<MarkView>, };
export type RuleSection = { 
/**
 * Its title.
 */
title: string, 
/**
 * Its text.
 */
paragraphs: Array<string>, 
/**
 * Its diagrams.
 */
diagrams: Array<RuleDiagram>, };
export type Answer = { 
/**
 * `win`, `draw` or `loss` for the side to move.
 */
value: "win" | "draw" | "loss", 
/**
 * Plies to the end.
 */
distance: number | null, };
export type Metrics = { 
/**
 * To mate.
 */
dtm?: number | null, 
/**
 * To the next capture or promotion.
 */
dtc?: number | null, 
/**
 * To the next capture or pawn's move.
 */
dtz?: number | null, 
/**
 * The same where it is exact; others' tables may be a ply short.
 */
precise_dtz?: number | null, 
/**
 * To the promotion, where that is what best play leads to next.
 */
promotion?: number | null, 
/**
 * The value under the fifty-move rule at the position's clock; `None` if the tables that are
 * there do not tell.
 */
value50: "win" | "draw" | "loss" | null, 
/**
 * The value under the sixty-move rule, or the number of moves that the game has instead, at the
 * position's clock; `None` if the tables that are there do not tell.
 */
value60: "win" | "draw" | "loss" | null, 
/**
 * The value if endless play loses for the side that checks all the time; `None` without a table.
 */
value_check: "win" | "draw" | "loss" | null, 
/**
 * `perpetual-check` if that rule decides `value_check`, which is a draw otherwise.
 */
by?: string | null, };
export type ProbedMove = { 
/**
 * The move.
 */
move: string, 
/**
 * `win`, `draw` or `loss` for the side to move.
 */
value: "win" | "draw" | "loss", 
/**
 * Plies to the end.
 */
distance: number | null, };
export type ProbeReport = { 
/**
 * The position.
 */
position: string, 
/**
 * What distances count.
 */
unit: string, 
/**
 * Whose table told it: `table` is one of ours, `syzygy` others' files.
 */
source: "table" | "syzygy", 
/**
 * Every legal move, best first.
 */
moves: Array<ProbedMove>, 
/**
 * The shortest line, if it was asked for: best play of both sides to the end. Empty for draws.
 */
line?: Array<string>, 
/**
 * `win`, `draw` or `loss` for the side to move.
 */
value: "win" | "draw" | "loss", 
/**
 * Plies to the end.
 */
distance: number | null, };
export type TableInfo = { 
/**
 * The game.
 */
game: string, 
/**
 * The table: the tier, or the game where it is solved as a whole.
 */
table: string, 
/**
 * The file; `built-in` for tables that are part of the program.
 */
file: string, 
/**
 * `distance` or `value`.
 */
contents: string, 
/**
 * Indices.
 */
slots: number, 
/**
 * Values in a block.
 */
block: number, 
/**
 * The longest distance.
 */
deepest: number, 
/**
 * What distances count.
 */
unit: string, 
/**
 * Bytes of the file.
 */
bytes: number, 
/**
 * The header's own words.
 */
description: string, 
/**
 * The hash of what the table depends on.
 */
fingerprint: string, 
/**
 * Which rules on endless play its values are complete for: `check` where perpetual check loses,
 * absent where all endless play is drawn.
 */
complete?: string, };
export type StatsRow = { 
/**
 * The table.
 */
name: string, 
/**
 * Who is to move.
 */
side: "first" | "second", 
/**
 * `all`, `folded` or `reachable`.
 */
convention: string, 
/**
 * Positions.
 */
positions: number, 
/**
 * Won for the side to move.
 */
win: number, 
/**
 * Drawn.
 */
draw: number, 
/**
 * Lost.
 */
loss: number, 
/**
 * Placements without a legal move in check, which are in none of the counts above; absent in games
 * without check.
 */
checkmated?: number, 
/**
 * The same without check.
 */
stalemated?: number, 
/**
 * In the table's unit.
 */
longest_win: number | null, 
/**
 * In the table's unit.
 */
longest_loss: number | null, 
/**
 * What distances count.
 */
unit: string, 
/**
 * Positions by distance: wins at odd, losses at even places.
 */
by_distance: Array<number>, };
export type CheckDifference = { 
/**
 * Who is to move.
 */
side: "first" | "second", 
/**
 * The plain value: always a draw.
 */
plain: "win" | "draw" | "loss", 
/**
 * The value under the rule.
 */
check: "win" | "draw" | "loss", 
/**
 * How many, no symmetry folded.
 */
positions: number, 
/**
 * One of them.
 */
position: string, };
export type CheckDifferences = { 
/**
 * The table.
 */
name: string, 
/**
 * Positions whose value differs from the plain one, no symmetry folded.
 */
positions: number, 
/**
 * The same by kind.
 */
kinds: Array<CheckDifference>, 
/**
 * The sides that have no attacker and so cannot check: the other side wins nothing by the rule.
 */
cannot_check: ("first" | "second")[], };
export type TableStats = { 
/**
 * The game without options.
 */
game: string, 
/**
 * The game with its options.
 */
options: string, 
/**
 * One row for each side and convention.
 */
tables: Array<StatsRow>, 
/**
 * What the rule on perpetual check changes, if its tables were asked for: one for each table.
 */
differences?: Array<CheckDifferences>, };
export type FoundPosition = { 
/**
 * The position.
 */
position: string, 
/**
 * Best play from there; empty for draws.
 */
line: Array<string>, 
/**
 * `win`, `draw` or `loss` for the side to move.
 */
value: "win" | "draw" | "loss", 
/**
 * Plies to the end.
 */
distance: number | null, };
export type FindReport = { 
/**
 * The game.
 */
game: string, 
/**
 * How many positions have the property.
 */
total: number, 
/**
 * How many of them are decided, by plies to the end.
 */
by_distance: Array<number>, 
/**
 * How many of them are drawn.
 */
draws: number, 
/**
 * The first of them.
 */
found: Array<FoundPosition>, };
export type PlaceRequest = { 
/**
 * The game, with options after a question mark.
 */
game: string, 
/**
 * Where to begin; the game's own start if left out.
 */
position?: string, 
/**
 * Moves played from there.
 */
moves?: Array<string>, };
export type LookRequest = { 
/**
 * Who is to move there, where the game lets the turn be given away; as the moves say if left out.
 */
turn?: Side, 
/**
 * The game, with options after a question mark.
 */
game: string, 
/**
 * Where to begin; the game's own start if left out.
 */
position?: string, 
/**
 * Moves played from there.
 */
moves?: Array<string>, };
export type LayerRequest = { 
/**
 * One of the layers the game lists.
 */
layer: string, 
/**
 * The game, with options after a question mark.
 */
game: string, 
/**
 * Where to begin; the game's own start if left out.
 */
position?: string, 
/**
 * Moves played from there.
 */
moves?: Array<string>, };
export type BookRequest = { 
/**
 * The language of the opening's name: en, ja or zh; en if left out.
 */
lang?: string, 
/**
 * The game, with options after a question mark.
 */
game: string, 
/**
 * Where to begin; the game's own start if left out.
 */
position?: string, 
/**
 * Moves played from there.
 */
moves?: Array<string>, };
export type ProblemRequest = { 
/**
 * What is to be done.
 */
goal: string, 
/**
 * The cells that it is about.
 */
target: Array<number>, 
/**
 * The move.
 */
move: string, 
/**
 * The game, with options after a question mark.
 */
game: string, 
/**
 * Where to begin; the game's own start if left out.
 */
position?: string, 
/**
 * Moves played from there.
 */
moves?: Array<string>, };
export type RefusalsRequest = { 
/**
 * The cell of the piece.
 */
from: number, 
/**
 * The game, with options after a question mark.
 */
game: string, 
/**
 * Where to begin; the game's own start if left out.
 */
position?: string, 
/**
 * Moves played from there.
 */
moves?: Array<string>, };
export type EditedBoard = { 
/**
 * The letters on the cells, row by row from the top left; empty text for empty cells.
 */
cells: Array<string>, 
/**
 * What First and Second hold in hand: letters with numbers.
 */
hands: [{ [key in string]: number }, { [key in string]: number }], 
/**
 * Whether Second is to move.
 */
second_to_move: boolean, 
/**
 * Rights that the position is to grant, of those that the game lists.
 */
rights: Array<string>, 
/**
 * The position that the board was made from; the game's own start unless it is said. Counters and
 * the like come from it.
 */
origin: string | null, };
export type ComposeRequest = { 
/**
 * The game, with options.
 */
game: string, 
/**
 * What stands where.
 */
board: EditedBoard, };
export type Seat = { "kind": "here", } | { "kind": "open", } | { "kind": "engine", 
/**
 * Its name with settings (`alphabeta:time=1s`).
 */
player: string, };
export type Clock = { "kind": "none", } | { "kind": "sudden_death", 
/**
 * Milliseconds for the game.
 */
main_ms: number, } | { "kind": "fischer", 
/**
 * Milliseconds to begin with.
 */
main_ms: number, 
/**
 * Milliseconds added after each turn.
 */
increment_ms: number, } | { "kind": "byoyomi", 
/**
 * Milliseconds to begin with.
 */
main_ms: number, 
/**
 * Milliseconds of a period.
 */
period_ms: number, 
/**
 * Periods.
 */
periods: number, } | { "kind": "canadian", 
/**
 * Milliseconds to begin with.
 */
main_ms: number, 
/**
 * Milliseconds of a period.
 */
period_ms: number, 
/**
 * Turns to be played in a period.
 */
turns: number, };
export type CreateRoom = { 
/**
 * Who plays First.
 */
first: Seat, 
/**
 * Who plays Second.
 */
second: Seat, 
/**
 * How time is kept; not at all if left out.
 */
clock?: Clock, 
/**
 * Whether values and engine lines may be asked for during the game.
 */
hints?: boolean, 
/**
 * Whether both sides place their pieces at the same time without seeing the other's, in games that begin
 * so.
 */
hidden?: boolean, 
/**
 * Whether the running game is shown to all visitors. Free seats are not: they belong
 * to those who have the link.
 */
listed?: boolean, 
/**
 * The game, with options after a question mark.
 */
game: string, 
/**
 * Where to begin; the game's own start if left out.
 */
position?: string, 
/**
 * Moves played from there.
 */
moves?: Array<string>, };
export type SitRequest = { 
/**
 * Which one; any open one if left out.
 */
side?: Side, };
export type ReadRecords = { 
/**
 * The game; JSON records may name it themselves.
 */
game?: string, 
/**
 * The format; guessed from the text if left out.
 */
format?: string, 
/**
 * The text of the file.
 */
text: string, };
export type WriteRecord = { 
/**
 * The format (`json`, `kif`, `native`, …).
 */
format: string, 
/**
 * Who played.
 */
players?: [string | null, string | null], 
/**
 * Instead of all that: a whole record as a JSON document, with variations and everything else.
 */
record?: unknown, 
/**
 * The game, with options after a question mark.
 */
game: string, 
/**
 * Where to begin; the game's own start if left out.
 */
position?: string, 
/**
 * Moves played from there.
 */
moves?: Array<string>, };
export type LessonEntry = { 
/**
 * The position; empty: the start.
 */
position: string, 
/**
 * Which moves are right: `move`, `capture`, `drop` or `win`.
 */
task: string, 
/**
 * The square that they leave, or on which a new piece is put; empty: any.
 */
square: string, 
/**
 * The options of the rules; empty: the usual ones.
 */
options: string, };
export type GameEntry = { 
/**
 * Strengths for people, weakest first.
 */
levels: Array<Level>, 
/**
 * Whether exact values can be asked for.
 */
has_table: boolean, 
/**
 * The parts of a game that is solved in parts whose tables are there; `null` for other games.
 */
parts: Array<string> | null, 
/**
 * The command that builds a table; `null` where that would take too much.
 */
solve: string | null, 
/**
 * Teaching layers.
 */
layers: Array<LayerEntry>, 
/**
 * The formats its records are read from and written to.
 */
formats: Array<string>, 
/**
 * Whether a turn may have several moves, so that it is made up first and then confirmed.
 */
staged_turns: boolean, 
/**
 * Whether an edited board can be made a position.
 */
composes: boolean, 
/**
 * What positions grant besides the board.
 */
rights: Array<RightEntry>, 
/**
 * The page's drawing module.
 */
drawing: string, 
/**
 * What the sides are called: `side-NAME` are messages.
 */
sides: [string, string], 
/**
 * The style in which moves are written, by language; exact moves where one is missing.
 */
notation: { [key in string]: string }, 
/**
 * Minutes a game takes, from and to.
 */
minutes: [number, number] | null, 
/**
 * How hard it is to learn, from 1 to 3.
 */
difficulty: number | null, 
/**
 * The board that shows the game in lists.
 */
picture: DiagramView, 
/**
 * Tasks that teach the game by playing, in order.
 */
lessons: Array<LessonEntry>, 
/**
 * Whether it tells what a move did.
 */
explains: boolean, 
/**
 * Whether problems come with it.
 */
problems: boolean, 
/**
 * The id (`anpanman`).
 */
id: string, 
/**
 * The canonical name: the id with the options that differ from their defaults.
 */
spec: string, 
/**
 * The game's name per language (`en`, `ja`, `zh`).
 */
names: { [key in string]: string }, 
/**
 * The position games begin from.
 */
start: string, 
/**
 * What can be chosen.
 */
options: Array<OptionInfo>, 
/**
 * Who plays it.
 */
players: Array<PlayerInfo>, 
/**
 * What can be done with it.
 */
abilities: Abilities, 
/**
 * Ways of writing moves besides the exact one.
 */
styles: Array<string>, 
/**
 * Every piece there can be, with its names.
 */
pieces: Array<NamedPieceView>, 
/**
 * Positions with names from which games may begin besides the usual start.
 */
starts: Array<StartInfo>, };
export type LayerEntry = { 
/**
 * What to ask for.
 */
id: string, 
/**
 * A message id.
 */
name: string, };
export type RightEntry = { 
/**
 * What to ask for.
 */
id: string, 
/**
 * A message id.
 */
name: string, };
export type GamesAnswer = { 
/**
 * Each of them.
 */
games: Array<GameEntry>, 
/**
 * The address under which other devices reach the server; `null` if only this machine does.
 */
share: string | null, };
export type MessagesAnswer = { 
/**
 * `en`, `ja` or `zh`.
 */
lang: string, 
/**
 * Patterns by id, with `{$name}` where variables go.
 */
messages: { [key in string]: string }, 
/**
 * Other forms of those that count something, for a count of one.
 */
singular: { [key in string]: Singular }, };
export type LookAnswer = { 
/**
 * What is to be seen.
 */
view: View, 
/**
 * What the position grants besides the board, of the rights that the game lists.
 */
rights?: Array<string>, 
/**
 * The values of the game's options, chosen or usual.
 */
options: { [key in string]: string }, };
export type ComposeAnswer = { 
/**
 * The position's text. Whether the rules allow it is only known when it is read.
 */
position: string, };
export type LayerAnswer = { 
/**
 * What to draw.
 */
overlay: OverlayView, };
export type OpeningName = { 
/**
 * Its code.
 */
code: string, 
/**
 * Its name in the language that was asked for.
 */
name: string, };
export type BookMove = { 
/**
 * The move.
 */
move: string, 
/**
 * Games.
 */
games: number, 
/**
 * Games that the mover won.
 */
win: number, 
/**
 * Drawn games.
 */
draw: number, 
/**
 * Games that the mover lost.
 */
loss: number, 
/**
 * The expected score, 0 to 1.
 */
expected: number, 
/**
 * What it is at least.
 */
low: number, 
/**
 * What it is at most.
 */
high: number, 
/**
 * The author's mark.
 */
weight: number, 
/**
 * What finished games have taught.
 */
learned: number, 
/**
 * How likely it is played.
 */
chance: number, 
/**
 * The score of an engine.
 */
score: number | null, 
/**
 * The depth of that score.
 */
depth: number | null, 
/**
 * The exact value for the mover.
 */
table: string | null, 
/**
 * What the author says.
 */
note: string | null, };
export type ShowReport = { 
/**
 * The position that was asked for.
 */
position: string, 
/**
 * The key of the image that the book keeps.
 */
key: string, 
/**
 * Whether that image is turned or mirrored.
 */
mirrored: boolean, 
/**
 * The name of the opening.
 */
opening: OpeningName | null, 
/**
 * The moves, most likely first.
 */
moves: Array<BookMove>, };
export type BookAnswer = { 
/**
 * Its moves there, the likeliest first; null where the game has no book.
 */
book: ShowReport | null, };
export type ExplanationView = { 
/**
 * What the last move did; empty at the start.
 */
did: Array<RemarkView>, 
/**
 * What would have been better, where something was.
 */
better: Array<RemarkView>, 
/**
 * The best move instead of the last one, as text; `null` if it was the best, and at the start.
 */
best: string | null, 
/**
 * The points that the last move gave away, by an estimate.
 */
lost: number | null, 
/**
 * By how many points First is ahead, by an estimate.
 */
estimate: number | null, 
/**
 * The same as a sentence that says that it is an estimate.
 */
standing: Array<RemarkView>, };
export type ExplainAnswer = { 
/**
 * The explanation; `null` where the game does not tell.
 */
explanation: ExplanationView | null, };
export type Problem = { 
/**
 * Its name; empty: none.
 */
name: string, 
/**
 * The game with its options.
 */
game: string, 
/**
 * The position.
 */
position: string, 
/**
 * Who is to move.
 */
side: "first" | "second", 
/**
 * What is to be done, as a message id (without its `goal-`).
 */
goal: string, 
/**
 * The cells that it is about.
 */
target: Array<number>, 
/**
 * The first moves that the collection calls right.
 */
answers: Array<string>, };
export type ProblemCollection = { 
/**
 * A message id.
 */
name: string, 
/**
 * Its problems.
 */
problems: Array<Problem>, };
export type ProblemsAnswer = { 
/**
 * The collections; none where the game has no problems.
 */
collections: Array<ProblemCollection>, };
export type ProblemAnswer = { 
/**
 * Right or wrong; `null` where reading could not tell.
 */
right: boolean | null, 
/**
 * What refutes a wrong move; `null` where no answer is needed.
 */
refutation: MoveView | null, 
/**
 * The position after the move and its refutation.
 */
view: View, };
export type RefusalsAnswer = { 
/**
 * Cell by cell; legal ones are not among them.
 */
refusals: Array<RefusalView>, };
export type RulesAnswer = { 
/**
 * Section by section.
 */
sections: Array<RuleSection>, };
export type MoveClass = "keeps" | "only" | "slower" | "to_draw" | "loses";
export type ReviewedPly = { 
/**
 * Moves played before; 0 is the start.
 */
ply: number, 
/**
 * Who is to move here.
 */
side: Side, 
/**
 * The exact value to the side to move: `win`, `draw`, `loss`.
 */
value: string | null, 
/**
 * Plies to the end.
 */
distance: number | null, 
/**
 * An engine's judgement for the side to move, in the game's points.
 */
points: number | null, 
/**
 * The best move here.
 */
best: MoveView | null, 
/**
 * Best play from here, around moves that gave something away; empty elsewhere.
 */
line: Array<MoveView>, 
/**
 * What the move that led here did; `null` for the start and where no table knows.
 */
class: MoveClass | null, };
export type ReviewAnswer = { 
/**
 * Where the values come from: `table` or the name of an engine.
 */
source: string, 
/**
 * The start and the position after each move.
 */
plies: Array<ReviewedPly>, };
export type Puzzle = { 
/**
 * The position.
 */
view: View, 
/**
 * The right move.
 */
answer: string, 
/**
 * The cells of what is to be taken; empty where the game is to be won.
 */
target: Array<number>, 
/**
 * Plies to the end.
 */
distance: number, 
/**
 * How the solution goes on.
 */
line: Array<MoveView>, };
export type PuzzleAnswer = { 
/**
 * The puzzle; `null` where the game has none, or none under this number.
 */
puzzle: Puzzle | null, };
export type TablesAnswer = { 
/**
 * Their headers.
 */
tables: Array<TableInfo>, };
export type Estimate = { 
/**
 * Positions to be numbered (about, for games too large to number).
 */
slots: number, 
/**
 * Memory in bytes.
 */
memory: number, 
/**
 * Size of the table in bytes.
 */
disk: number, 
/**
 * Processor seconds.
 */
cpu_seconds: number, };
export type SolveRequest = { 
/**
 * The game, with options after a question mark.
 */
game: string, 
/**
 * Which part of the game, where tables have parts.
 */
what?: string, };
export type SolveState = "running" | "stopping" | "stopped" | "done" | "failed";
export type SolveJob = { 
/**
 * The game with its options.
 */
game: string, 
/**
 * The part of the game; empty where it is solved as a whole.
 */
what: string, 
/**
 * Where it is.
 */
state: SolveState, 
/**
 * What is done now, in the solver's words.
 */
stage: string, 
/**
 * The distance in plies that is looked at, where the stage has one.
 */
round: number | null, 
/**
 * Positions of this stage that were looked at.
 */
done: number, 
/**
 * Positions of this stage.
 */
total: number, 
/**
 * Seconds since it began.
 */
seconds: number, 
/**
 * What went wrong.
 */
fault: string | null, };
export type SolveAnswer = { 
/**
 * Whether visitors may build tables here (`--allow-solve`).
 */
allowed: boolean, 
/**
 * What the table would take.
 */
estimate: Estimate, 
/**
 * Whether it fits into the memory that is free now.
 */
fits: boolean, 
/**
 * The table that is being built, or was built last, whichever it is.
 */
job: SolveJob | null, };
export type Ending = { 
/**
 * `win`, `maybe-win`, `cursed-win`, `draw`, `blessed-loss`, `maybe-loss` or `loss`.
 */
category: string, 
/**
 * Plies to the next capture or pawn's move; 0 for draws and mates.
 */
dtz: number | null, 
/**
 * The same: these are never rounded.
 */
precise_dtz: number | null, 
/**
 * Plies to the next capture or promotion.
 */
dtc: number | null, 
/**
 * Plies to mate.
 */
dtm: number | null, 
/**
 * Whether the side to move is mated.
 */
checkmate: boolean, 
/**
 * Whether the side to move has no move and is not in check.
 */
stalemate: boolean, 
/**
 * Whether nobody can mate any more.
 */
insufficient_material: boolean, 
/**
 * Never: the public tablebase has it for variants.
 */
variant_win: boolean, 
/**
 * Never: the public tablebase has it for variants.
 */
variant_loss: boolean, };
export type EndingMove = { 
/**
 * As engines write it.
 */
uci: string, 
/**
 * As people write it.
 */
san: string, 
/**
 * Whether it takes or moves a pawn.
 */
zeroing: boolean, 
/**
 * `win`, `maybe-win`, `cursed-win`, `draw`, `blessed-loss`, `maybe-loss` or `loss`.
 */
category: string, 
/**
 * Plies to the next capture or pawn's move; 0 for draws and mates.
 */
dtz: number | null, 
/**
 * The same: these are never rounded.
 */
precise_dtz: number | null, 
/**
 * Plies to the next capture or promotion.
 */
dtc: number | null, 
/**
 * Plies to mate.
 */
dtm: number | null, 
/**
 * Whether the side to move is mated.
 */
checkmate: boolean, 
/**
 * Whether the side to move has no move and is not in check.
 */
stalemate: boolean, 
/**
 * Whether nobody can mate any more.
 */
insufficient_material: boolean, 
/**
 * Never: the public tablebase has it for variants.
 */
variant_win: boolean, 
/**
 * Never: the public tablebase has it for variants.
 */
variant_loss: boolean, };
export type TablebaseAnswer = { 
/**
 * Whose table told it: `table` is one of ours, `syzygy` others' files.
 */
source: "table" | "syzygy", 
/**
 * Every legal move, best first.
 */
moves: Array<EndingMove>, 
/**
 * `win`, `maybe-win`, `cursed-win`, `draw`, `blessed-loss`, `maybe-loss` or `loss`.
 */
category: string, 
/**
 * Plies to the next capture or pawn's move; 0 for draws and mates.
 */
dtz: number | null, 
/**
 * The same: these are never rounded.
 */
precise_dtz: number | null, 
/**
 * Plies to the next capture or promotion.
 */
dtc: number | null, 
/**
 * Plies to mate.
 */
dtm: number | null, 
/**
 * Whether the side to move is mated.
 */
checkmate: boolean, 
/**
 * Whether the side to move has no move and is not in check.
 */
stalemate: boolean, 
/**
 * Whether nobody can mate any more.
 */
insufficient_material: boolean, 
/**
 * Never: the public tablebase has it for variants.
 */
variant_win: boolean, 
/**
 * Never: the public tablebase has it for variants.
 */
variant_loss: boolean, };
export type RecordsAnswer = { 
/**
 * The records.
 */
records: Record<string, unknown>[], };
export type TextAnswer = { 
/**
 * The text.
 */
text: string, };
export type RoomCreated = { 
/**
 * Its name.
 */
room: string, 
/**
 * The secrets of the creator's seats.
 */
tokens: BySide<string | null>, 
/**
 * Its address on this server.
 */
join: string, };
export type Seated = { 
/**
 * Which one.
 */
side: Side, 
/**
 * Its secret.
 */
token: string, };
export type SeatKind = "here" | "open" | "engine";
export type SeatView = { 
/**
 * `here`, `open` or `engine`.
 */
kind: SeatKind, 
/**
 * Whether somebody has it.
 */
taken: boolean, 
/**
 * Whether that one is connected; engines always are.
 */
present: boolean, 
/**
 * The engine's name with settings.
 */
player?: string, };
export type OfferKind = "draw" | "take_back" | "rematch";
export type OfferView = { 
/**
 * Its number.
 */
id: number, 
/**
 * What is offered.
 */
kind: OfferKind, 
/**
 * By whom.
 */
by: Side, };
export type AbsentView = { 
/**
 * Who.
 */
side: Side, 
/**
 * When the other may claim the game, in the server's milliseconds since 1970.
 */
claim_at_ms: number, };
export type ClockView = { 
/**
 * Milliseconds left at `now_ms`: of the main time, after that of the running period.
 */
left_ms: BySide<number>, 
/**
 * Periods left (byoyomi).
 */
periods_left: BySide<number>, 
/**
 * Turns still to be played in the running period (Canadian byoyomi); 0 in main time.
 */
turns_left: BySide<number>, 
/**
 * Whose clock runs.
 */
running: Side | null, 
/**
 * The server's time, in milliseconds since 1970.
 */
now_ms: number, } & ({ "kind": "none", } | { "kind": "sudden_death", 
/**
 * Milliseconds for the game.
 */
main_ms: number, } | { "kind": "fischer", 
/**
 * Milliseconds to begin with.
 */
main_ms: number, 
/**
 * Milliseconds added after each turn.
 */
increment_ms: number, } | { "kind": "byoyomi", 
/**
 * Milliseconds to begin with.
 */
main_ms: number, 
/**
 * Milliseconds of a period.
 */
period_ms: number, 
/**
 * Periods.
 */
periods: number, } | { "kind": "canadian", 
/**
 * Milliseconds to begin with.
 */
main_ms: number, 
/**
 * Milliseconds of a period.
 */
period_ms: number, 
/**
 * Turns to be played in a period.
 */
turns: number, });
export type PackedHand = { 
/**
 * Which piece.
 */
piece: number, 
/**
 * How many.
 */
count: number, };
export type PackedBoard = { 
/**
 * Cells in a row.
 */
width: number, 
/**
 * Rows.
 */
height: number, 
/**
 * Names of the columns, from the left.
 */
files: Array<string>, 
/**
 * Names of the rows, from the top.
 */
ranks: Array<string>, 
/**
 * What stands on each cell; 0: nothing.
 */
cells: Array<number>, 
/**
 * What First and Second hold in hand.
 */
hands: [Array<PackedHand>, Array<PackedHand>], 
/**
 * Cells to be stressed, such as a leader in check.
 */
alerts: Array<number>, 
/**
 * Pieces here that the room's list does not have.
 */
more?: Array<PieceView>, };
export type PartView = { 
/**
 * A message id (without its `term-`).
 */
name: string, 
/**
 * First's share.
 */
first: number, 
/**
 * Second's share.
 */
second: number, };
export type CountingView = { 
/**
 * The cells of the pieces that are taken for dead.
 */
dead: Array<number>, 
/**
 * The cells that each side owns without a living piece there.
 */
territory: BySide<Array<number>>, 
/**
 * Who accepts this. The game ends when both do.
 */
accepted: BySide<boolean>, 
/**
 * The engine whose judgement this is.
 */
judged_by: Side | null, 
/**
 * The result, if this is what both accept.
 */
outcome: OutcomeView, 
/**
 * What it is the sum of.
 */
parts: Array<PartView>, };
export type PlayedMove = { 
/**
 * Milliseconds it took; of the moves of one turn sent together, the first has them all.
 */
spent_ms: number, 
/**
 * What its player had left afterwards; `null` without a clock.
 */
clock_ms: number | null, 
/**
 * The exact text.
 */
text: string, 
/**
 * The move in each of the game's styles.
 */
styled: { [key in string]: string }, 
/**
 * Who makes it.
 */
side: "first" | "second", 
/**
 * The cell it leaves; `None` for drops, placements and passes.
 */
from: number | null, 
/**
 * The cell it goes to; `None` for passes.
 */
to: number | null, 
/**
 * The entry of the mover's hand that it uses up.
 */
hand?: number, };
export type RoomState = { 
/**
 * The number of the last event; 0 before any.
 */
seq: number, 
/**
 * Moves played in all.
 */
ply: number, 
/**
 * The position.
 */
position: string, 
/**
 * Who is to move.
 */
side: Side, 
/**
 * The board.
 */
board: PackedBoard, 
/**
 * Cells on which the side to move may put a piece; the move is written as the cell's name.
 */
places: Array<number>, 
/**
 * All other legal moves; none when the game is over.
 */
legal: Array<MoveView>, 
/**
 * Whether the side to move is in check; left out in games without check.
 */
in_check?: boolean, 
/**
 * What a player has to know besides (which action of a turn comes next).
 */
situation?: RemarkView, 
/**
 * How the game ended, if it has.
 */
outcome: OutcomeView | null, 
/**
 * What is taken for dead and what the board counts then, where play has stopped; `null` elsewhere.
 */
counting: CountingView | null, 
/**
 * The clocks.
 */
clock: ClockView, 
/**
 * Who sits where.
 */
seats: BySide<SeatView>, 
/**
 * Offers that wait for an answer.
 */
offers: Array<OfferView>, 
/**
 * Who has placed the pieces in a hidden set-up; left out elsewhere.
 */
sealed?: BySide<boolean>, 
/**
 * A player who left a running game.
 */
absent: AbsentView | null, 
/**
 * Where the rematch is played.
 */
next_room: string | null, 
/**
 * Whether values and engine lines may be asked for during the game.
 */
hints: boolean, 
/**
 * The engine that thinks now, about its move or about what is dead.
 */
thinking: Side | null, 
/**
 * How many look on without a seat.
 */
watchers: number, };
export type RoomView = { 
/**
 * The room's own name, part of its address.
 */
id: string, 
/**
 * The game with its options.
 */
game: string, 
/**
 * The game's name per language.
 */
names: { [key in string]: string }, 
/**
 * Where the game began.
 */
start: string, 
/**
 * The pieces, by the numbers that boards have.
 */
pieces: Array<PieceView>, 
/**
 * The moves since then.
 */
played: Array<PlayedMove>, 
/**
 * The number of the last event; 0 before any.
 */
seq: number, 
/**
 * Moves played in all.
 */
ply: number, 
/**
 * The position.
 */
position: string, 
/**
 * Who is to move.
 */
side: Side, 
/**
 * The board.
 */
board: PackedBoard, 
/**
 * Cells on which the side to move may put a piece; the move is written as the cell's name.
 */
places: Array<number>, 
/**
 * All other legal moves; none when the game is over.
 */
legal: Array<MoveView>, 
/**
 * Whether the side to move is in check; left out in games without check.
 */
in_check?: boolean, 
/**
 * What a player has to know besides (which action of a turn comes next).
 */
situation?: RemarkView, 
/**
 * How the game ended, if it has.
 */
outcome: OutcomeView | null, 
/**
 * What is taken for dead and what the board counts then, where play has stopped; `null` elsewhere.
 */
counting: CountingView | null, 
/**
 * The clocks.
 */
clock: ClockView, 
/**
 * Who sits where.
 */
seats: BySide<SeatView>, 
/**
 * Offers that wait for an answer.
 */
offers: Array<OfferView>, 
/**
 * Who has placed the pieces in a hidden set-up; left out elsewhere.
 */
sealed?: BySide<boolean>, 
/**
 * A player who left a running game.
 */
absent: AbsentView | null, 
/**
 * Where the rematch is played.
 */
next_room: string | null, 
/**
 * Whether values and engine lines may be asked for during the game.
 */
hints: boolean, 
/**
 * The engine that thinks now, about its move or about what is dead.
 */
thinking: Side | null, 
/**
 * How many look on without a seat.
 */
watchers: number, };
export type RoomEvent = { "kind": "moved", 
/**
 * The moves.
 */
moves: Array<PlayedMove>, } | { "kind": "sealed", 
/**
 * Which.
 */
side: Side, } | { "kind": "took_back", 
/**
 * How many.
 */
plies: number, } | { "kind": "ended", 
/**
 * How.
 */
outcome: OutcomeView, } | { "kind": "seated", 
/**
 * Where.
 */
side: Side, } | { "kind": "offered", 
/**
 * The offer.
 */
offer: OfferView, } | { "kind": "declined", 
/**
 * The offer.
 */
offer: OfferView, } | { "kind": "cancelled", 
/**
 * The offer.
 */
offer: OfferView, } | { "kind": "marked", 
/**
 * By whom.
 */
by: Side, 
/**
 * Which.
 */
cells: Array<number>, 
/**
 * Whether they are dead.
 */
dead: boolean, } | { "kind": "judged", 
/**
 * Which.
 */
by: Side, } | { "kind": "accepted", 
/**
 * Who.
 */
by: Side, } | { "kind": "resumed", 
/**
 * Who wanted it.
 */
by: Side, } | { "kind": "rematch", 
/**
 * That room.
 */
room: string, };
export type RoomGlance = { 
/**
 * The room.
 */
id: string, 
/**
 * The game with its options.
 */
game: string, 
/**
 * Moves played.
 */
ply: number, 
/**
 * Who is to move.
 */
side: Side, 
/**
 * The board.
 */
diagram: DiagramView, 
/**
 * Who sits where.
 */
seats: BySide<SeatView>, 
/**
 * How many look on.
 */
watchers: number, };
export type RoomsAnswer = { 
/**
 * The newest first.
 */
rooms: Array<RoomGlance>, };
export type You = "first" | "second" | "both" | "spectator";
export type Claim = "win" | "draw";
export type ClientMessage = { "type": "hello", 
/**
 * The secret of a seat; spectators have none.
 */
token?: string, 
/**
 * The number of the last event that was seen, to get those since.
 */
seen?: number, } | { "type": "move", 
/**
 * The moves.
 */
moves: Array<string>, 
/**
 * How many moves had been played before.
 */
ply: number, } | { "type": "take_back", } | { "type": "offer_draw", } | { "type": "rematch", } | { "type": "answer", 
/**
 * The offer's number.
 */
offer: number, 
/**
 * The answer.
 */
accept: boolean, } | { "type": "cancel_offer", 
/**
 * The offer's number.
 */
offer: number, } | { "type": "resign", } | { "type": "mark", 
/**
 * The cell.
 */
cell: number, 
/**
 * Whether it is dead.
 */
dead: boolean, } | { "type": "accept_count", 
/**
 * The cells of the pieces that are taken for dead, as they were seen.
 */
dead: Array<number>, } | { "type": "resume", } | { "type": "claim", 
/**
 * What is claimed.
 */
result: Claim, } | { "type": "analyze", 
/**
 * After how many of the game's moves; all of them if left out.
 */
ply?: number, 
/**
 * Moves from there.
 */
moves?: Array<string>, 
/**
 * How many lines.
 */
lines: number, 
/**
 * Who thinks; the usual engine if left out.
 */
player?: string, } | { "type": "stop", } | { "type": "ping", 
/**
 * Comes back as it is.
 */
t: number, };
export type StudyMessage = { "type": "analyze", 
/**
 * How many lines.
 */
lines: number, 
/**
 * Who thinks; the usual engine if left out.
 */
player?: string, 
/**
 * The game, with options after a question mark.
 */
game: string, 
/**
 * Where to begin; the game's own start if left out.
 */
position?: string, 
/**
 * Moves played from there.
 */
moves?: Array<string>, } | { "type": "stop", } | { "type": "ping", 
/**
 * Comes back as it is.
 */
t: number, };
export type ServerMessage = { "type": "welcome", 
/**
 * The number of the last event.
 */
seq: number, 
/**
 * Which seats the connection has.
 */
you: You, 
/**
 * The room as it is now.
 */
room: RoomView, } | { "type": "event", 
/**
 * Its number.
 */
seq: number, 
/**
 * When, in the server's milliseconds since 1970.
 */
at_ms: number, 
/**
 * What.
 */
event: RoomEvent, 
/**
 * The room after it; for replayed events, the room as it is now.
 */
state: RoomState, 
/**
 * Whether it happened before this connection.
 */
replayed?: boolean, } | { "type": "presence", 
/**
 * Who sits where.
 */
seats: BySide<SeatView>, 
/**
 * A player who left a running game.
 */
absent: AbsentView | null, 
/**
 * How many look on without a seat.
 */
watchers: number, } | { "type": "error", 
/**
 * The `ref` of that message.
 */
ref?: string, 
/**
 * Why.
 */
error: ErrorBody, } | { "type": "lines", 
/**
 * What it thinks so far.
 */
report: Report, 
/**
 * How many moves had been played in the position it thinks about, since the start.
 */
ply: number, 
/**
 * Who is to move there.
 */
side: Side, 
/**
 * The position it thinks about.
 */
position: string, 
/**
 * Whether it has finished.
 */
done: boolean, } | { "type": "pong", 
/**
 * The `t` of the `ping`.
 */
t: number, 
/**
 * The server's time, in milliseconds since 1970.
 */
now_ms: number, } | { "type": "closing", 
/**
 * Why: `shutdown`, `slow`, `idle`, `storage`, `moved`.
 */
reason: string, };
/** What a probe answers, with what only some games measure. */
export type Probe = Omit<ProbeReport, "moves"> & Partial<Metrics> & { moves: (ProbedMove & Partial<Metrics>)[] };
/** What is really sent: any message may carry a `ref`. */
export type ClientFrame = (ClientMessage | StudyMessage) & { ref?: string };
