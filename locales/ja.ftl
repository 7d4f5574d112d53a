# 読み切りの日本語メッセージ。このフォルダーの各ファイルは同じ id と変数を持つ。

## 手番
side-first = 先手
side-second = 後手
turn-first = 先手番
turn-second = 後手番
in-check = 王手
hand-first = 先手の持ち駒：
hand-second = 後手の持ち駒：
hand-empty = なし

## 終局
outcome-first-won = 先手の勝ち（{ $reason }）
outcome-second-won = 後手の勝ち（{ $reason }）
outcome-draw = 引き分け（{ $reason }）
reason-mate = 詰み
reason-goal = リーダーが最前線に到達
reason-leader-taken = リーダーを取った
reason-no-moves = 指せる手がない
reason-repetition = 千日手
reason-perpetual-check = 連続王手の千日手
reason-perpetual-chase = 長捉（追いかけ続けた）
reason-mutual-perpetual-check = 双方が王手をかけ続けた
reason-mutual-perpetual-chase = 双方が追いかけ続けた
reason-time = 時間切れ
reason-illegal-move = 反則手
reason-forfeit = 反則負け
reason-agreement = 合意
reason-adjudication = 裁定
reason-resign = 投了
reason-three-in-a-line = 一列そろった
reason-board-full = 盤が埋まった
reason-enemy-goal = 駒が相手のゴールに着いた
reason-all-taken = 相手の駒が全滅した
reason-turn-limit = 手番の上限に達した
reason-move-limit = 手数制限
reason-stalemate = ステイルメイト
reason-insufficient-material = どちらも詰ませられない
reason-promotion = ポーンが安全に昇格した
reason-pawn-lost = 昇格できるポーンがなくなった

## Verdicts on repetition
judged-plies = 同じ局面の間の{ $from }手目から{ $to }手目までを判定した。
judged-allowed = { $side }は禁じられた手を指していない。
judged-check = { $side }はすべての手で王手をかけた。
judged-chase = { $side }はすべての手で同じ{ $victim }を追いかけた：{ $moves }。
judged-chase-ply = { $ply }手目 { $from }の{ $hunter }が{ $to }の{ $victim }を
list-separator = 、
xiangqi-red = 紅
xiangqi-black = 黒
xiangqi-king = 帥将
xiangqi-advisor = 士
xiangqi-elephant = 象
xiangqi-horse = 馬
xiangqi-rook = 車
xiangqi-cannon = 砲
xiangqi-pawn = 兵卒

## 評価の項目
term-material = 駒の価値
term-advance = リーダーの前進
term-mobility = 指せる手の数
term-piece-square = 駒の位置
term-coordination = 駒の連係
term-king-safety = 王の安全
term-open-lines = 残っている列
term-janken-cubes = 駒の数
term-janken-nearest = ゴールに最も近い駒
term-janken-advance = 駒の前進
term-janken-captures = 取れる駒
term-janken-threat = ゴールに届く駒
term-placement = 駒の位置
term-passed-pawns = パスポーン
term-king = キング
term-pawn-advance = ポーンの前進
term-king-ahead = キングがポーンの近く・前方
term-defender-near = 敵キングがポーンの近く
term-opposition = オポジション
term-pawn-square = ポーンの正方形
term-total = 合計

## ルールファイルに名前のないゲーム
game-tictactoe = 三目並べ
man-cross = バツ
man-nought = マル
game-janken = ジャンケン将棋
man-rock = グー
man-scissors = チョキ
man-paper = パー
game-chess = チェス
man-pawn = ポーン
man-knight = ナイト
man-bishop = ビショップ
man-rook = ルーク
man-queen = クイーン
man-king = キング
game-xiangqi = シャンチー

## ゲーム一覧
games-options = オプション
games-players = プレイヤー
games-start = 初期局面

## 数え上げと思考
moves-none = 指せる手がない
perft-total = 合計：{ $nodes }
analyze-depth = 深さ { $depth }
analyze-nodes = { $nodes } 局面、{ $seconds } 秒（毎秒 { $speed }）
analyze-terms = 評価
score-win = { $plies } 手で勝ち
score-loss = { $plies } 手で負け
score-won = 勝ち
score-lost = 負け

## 対局
play-welcome = { $game }：指し手か help を入力してください。
play-prompt = { $side }>
play-thinks = { $player } の手：{ $move }
play-hint = ヒント：{ $move }（{ $score }）
play-hint-plain = ヒント：{ $move }
play-last-move = 直前の手：{ $move }
play-nothing-to-undo = 戻す手がありません
play-saved = { $file } に保存しました
play-loaded = { $file } を読み込みました
play-bye = またどうぞ
play-unknown = 合法手でもコマンドでもありません：{ $text }（help で一覧）
play-over = 終局しています：undo、save ファイル、load ファイル、quit
play-file-missing = { $command } の後にファイル名が必要です
play-help =
    指し手       例：{ $move }
    moves        合法手の一覧
    undo         自分の手番まで待った
    hint         エンジンに聞く
    flip         盤を反転
    resign       投了
    save FILE    棋譜をファイルに保存
    load FILE    保存した対局を続ける
    quit         終了

## 起動
start-title = 読み切り：ボードゲームの実験室
start-open = ブラウザで { $address } を開いてください
start-try = 試してみる：
start-play = アンパンマン将棋を指す
start-list = ゲーム・オプション・プレイヤーの一覧
start-analyze = エンジンに聞く
start-help = ほかは `{ $command }` をご覧ください。

### 端末画面

tui-moves = 棋譜
tui-human = 人間
tui-paused = 一時停止
tui-keys = 矢印+Enter 指す · i 入力 · u 待った · ? ヒント · f 反転 · F1 説明 · q 終了
tui-keys-picked = 矢印+Enter 置く · Esc やめる · F1 説明
tui-keys-thinking = Esc すぐ答える · u 待った · Space 停止 · f 反転 · F1 説明 · q 終了
tui-keys-watch = Space 停止/再開 · Enter 一手 · u 戻す · f 反転 · F1 説明 · q 終了
tui-keys-over = u 待った · n 新しい対局 · s 保存 · o 開く · f 反転 · F1 説明 · q 終了
tui-keys-choose = ↑ ↓ Enter または数字で選ぶ · Esc やめる
tui-keys-help = どのキーでも対局に戻る
tui-type = 指し手：
tui-save = 保存先：
tui-load = 開く：
tui-choose = どの手ですか
tui-thinking = { $player } 考慮中…
tui-thinking-hint = { $player } に質問中…
tui-effort = 深さ { $depth }、{ $nodes } 局面
tui-hint = ヒント：{ $move }（{ $player }）
tui-hint-scored = ヒント：{ $move }（{ $score }、{ $player }）
tui-illegal = 合法手ではありません：{ $text }
tui-over = 終局しています：u で待った、n で新しい対局
tui-wait = あなたの手番ではありません
tui-not-there = そこへは動けません
tui-nothing-here = そのマスではなにもできません
tui-hand-empty = 持ち駒がありません
tui-no-pass = パスはできません
tui-nobody-resigns = エンジン同士の対局では投了できません
tui-taken-back = 手を戻しました
tui-new-game = 新しい対局です
tui-fault = { $player }：{ $fault }
tui-not-saved = 対局を保存できませんでした：{ $error }
tui-confirm-resign = 投了しますか（y/n）
tui-confirm-new = この対局をやめて新しく始めますか（y/n）
tui-confirm-quit = 対局を離れますか。棋譜は保存されます（y/n）
tui-confirm-overwrite = { $file } はすでにあります。上書きしますか（y/n）
tui-too-small = 端末が小さすぎます：{ $width } × { $height } 以上にしてください。
tui-too-small-keys = 大きくするか、q で終了してください。
tui-help-title = キー
tui-help =
    矢印, h j k l | カーソルを動かす
    Enter, Space | つかむ、置く
    Tab | 持ち駒と盤を行き来する
    i または : | 指し手を入力（Tab で補完）
    p | パス
    u | 待った
    ? | ヒント
    Esc | つかんだ駒を離す・エンジンにすぐ指させる
    Space | エンジンを一時停止（Enter で一手）
    f | 盤を反転
    t | 文字と記号を切り替え
    m | 駒の動きの印
    y | 指し手の書き方を替える
    PgUp, PgDn | 棋譜をスクロール
    s, o | 対局を保存、開く
    n, r | 新しい対局、投了
    q | 終了（未保存の対局は保存される）
    F1, H | この説明

### 対戦場

arena-oversubscribed = 警告: { $cores } コアで同時に { $games } 局: 時間は公平になりません
arena-few-distinct-games = 警告: 異なる対局は { $distinct } 局だけです(証拠の単位 { $units }): 決定的なプレイヤーは同じ対局を繰り返します。--openings を使ってください
arena-many-faults = 警告: { $games } 局中 { $faults } 局が異常終了・時間切れ・反則で終わりました
arena-saved = { $dir } に保存しました
arena-resume = 中断しました。終わった対局はすべて保存済みです。続き: { $command }
arena-not-saved = 中断しました。何も保存していません(--out DIR で保存できます)
experiment-games = 各 { $games } 局
experiment-first-wins = 先手勝ち
experiment-second-wins = 後手勝ち
experiment-draws = 引き分け
experiment-document = 文書
experiment-ours = こちら (95 %)
experiment-differs = 相違
experiment-columns = 列: 文書の局数と割合、こちらの局数と割合(95 % 区間)。「相違」は偶然では説明できない差(区間が重ならない)です。
experiment-endings = 終局: { $reasons }。平均 { $plies } 手
experiment-anpanman-table1-title = アンパンマン将棋 表 1: 先読み 3 手 (ASAI) 対 ランダム (RAI)
experiment-anpanman-table1 =
    相違とその理由: 文書は評価関数の重みを載せていません。こちらはルールファイルの重み(駒、リーダーの前進、候補手の数)を使います。RAI に対してこちらは勝ちが多く、引き分けはほとんどありません。文書の 6〜10 % の引き分けは試したどの重みでも再現できず、千日手の数え方が文書自身のルールと異なると考えられます。自己対戦の割合は重みによって変わるため、「先手有利」は安定した結論ではありません。完全解析の結果は引き分けです。
experiment-pawn-ending-table5-title = ポーンエンディング 表 5: キングとポーン (PEAI) 対 キング、100 手で打ち切り
experiment-pawn-ending-table5 = 文書の数値は PEAI 対 PEAI だけです。そのプレイヤーは評価値に乱数を加えており、重みはすべては載っていません。

### 解析表

solve-game = ゲーム
solve-table = 部分
solve-start = 初期局面
solve-positions = 局面数（対称は一つ）
solve-win = 手番側の勝ち
solve-draw = 引き分け
solve-loss = 手番側の負け
solve-longest = 最長の勝ち（手数）
solve-longest-turns = 最長の勝ち（番数）
solve-seconds = 秒
solve-bytes = バイト
solve-file = 表
value-draw = 引き分け
probe-syzygy = Syzygy ファイルによる：詰みまでの手数はなく、dtz は一手短いことがある

### Levels of play

level-random = でたらめ
level-beginner = 入門
level-easy = やさしい
level-medium = ふつう
level-strong = 強い
level-strongest = とても強い
level-slips-often = 完全解析・よく間違える
level-slips = 完全解析・ときどき間違える
level-perfect = 完全

### Teaching layers

layer-attacks = 利きの図
layer-hanging = 攻められている駒
layer-threats = 一手番で取れる駒
layer-evaluation = 評価
layer-key-squares = キースクエア
layer-opposition = オポジション
layer-pawn-square = ポーンの四角形
lesson-pawn-ending-only = この表示はキングとポーン対キングの局面でのみ使えます。
lesson-zugzwang = ここでは手番の側が不利になります（相互ツークツワンク）。
lesson-no-zugzwang = ここでは手番は結果を左右しません。
lesson-pawn-caught = 守備側が引き分けにできます。
lesson-pawn-free = ポーンは昇格できます。
### The page

page-nav = ページ
page-nav-play = 対局
page-nav-analysis = 解析
page-nav-tables = 全解表
page-nav-rules = ルール
page-skip = 本文へ
page-title-lobby = 対局
page-title-room = 対局室
page-title-analysis = 解析盤
page-title-tables = 全解表を見る
page-title-rules = ルール
page-title-lost = 見つかりません
page-lost = このページはありません。
page-to-lobby = はじめのページへ
page-settings = 設定
page-close = 閉じる
page-cancel = やめる
page-welcome = 指す、観る、読み切る
page-welcome-more = 二人で遊ぶ盤ゲームを、いろいろな強さのエンジンと、リンクで呼んだ友だちと、あるいは完璧な相手と。小さなゲームは解き切ってあり、すべての手の真の値がすぐに見られます。
page-choose-game = ゲームを選ぶ
page-board-size = { $width } × { $height }
page-solved = 解明済み
page-new-game = 新しい対局
page-who-here = 自分
page-who-link = リンクで
page-who-engine = エンジン
page-level = 強さ
page-swap-sides = 先後を入れ替える
page-clock = 時計
page-clock-none = 時計なし
page-clock-sudden = 切れ負け { $minutes } 分
page-clock-fischer = { $minutes } 分＋一手 { $seconds } 秒
page-clock-byoyomi = { $minutes } 分、秒読み { $seconds } 秒 × { $periods }
page-clock-left = 残り { $seconds } 秒
page-allow-hints = 対局中も値と解析を見られる
page-rule-options = ルールの選択
page-start-position = 開始局面
page-position-text = 局面（文字）
page-edit-position = 局面を作る
page-create = はじめる
page-analyse-instead = 解析だけする
page-recent-own = あなたの対局
page-watching = 観戦
page-ply = { $ply } 手
page-won-first = 先手の勝ち
page-won-second = 後手の勝ち
page-drawn = 引き分け
page-palette = 駒
page-eraser = 駒を取り除く
page-hand-more = 持ち駒 ＋
page-hand-less = 持ち駒 −
page-clear-board = 盤を空に
page-usual-start = 通常の開始局面
page-use-position = この局面を使う
page-board-label = { $game }の盤
page-cell-man = { $cell }: { $side }の{ $man }
page-cell-empty = { $cell }: 空き
page-cell-alert = 狙われている
page-cell-last = 直前の手
page-cell-target = ここへ動ける
page-cell-moves = 動ける手 { $count }
page-hand-man = { $side }の持ち駒 { $man } { $count } 枚
page-choose-move = どの手ですか
page-connecting = 接続しています…
page-reconnecting = 接続が切れました。つなぎ直しています…
page-not-connected = 接続されていません。もう一度お試しください。
page-no-room = この対局はありません。
page-you = あなた
page-opponent = 相手
page-seat-free = 席が空いています
page-thinking = 考え中…
page-away = 不在
page-present = 接続中
page-you-watch = 観戦しています。
page-you-both = 両方を指します。
page-you-play = あなたは{ $side }です。
page-in-the-past = 前の局面を見ています。
page-to-present = 今の局面へ
page-seat-is-free = { $side }の席が空いています。
page-sit = 座って対局する
page-invite = 相手を招く
page-invite-more = このリンクを開いて最初に座った人が対局し、ほかの人は観戦します。
page-copy = コピー
page-copied = コピーしました
page-qr = リンクの QR コード
page-offer-draw = { $side }が引き分けを提案しています。
page-offer-take-back = { $side }が待ったを求めています。
page-offer-rematch = { $side }が再戦を求めています。
page-offer-sent = 返事を待っています。
page-accept = 受ける
page-decline = 断る
page-declined = 提案は断られました。
page-type-move = 手を入力
page-play-typed = 指す
page-not-legal = 指せない手です: { $move }
page-staged = この手番の { $count } 動作を用意しました
page-undo-step = 一つ戻す
page-confirm-turn = この手番を確定
page-actions = 操作
page-take-back = 待った
page-offer-draw-do = 引き分けを提案
page-resign = 投了
page-resign-sure = 本当に投了しますか
page-rematch = 再戦
page-next-room = 次の対局へ
page-absent-wait = 相手が不在です。{ $seconds } 秒後に勝ちを宣言できます（戻るかもしれません）。
page-absent-now = 相手が不在です。勝ちを宣言するか、待つことができます。
page-claim-win = 勝ちを宣言
page-claim-draw = 引き分けにする
page-show-values = 値を表示
page-flip = 盤を回す
page-analyse = 解析
page-save-record = 保存
page-watchers = 観戦 { $count } 人
page-say-move = { $side } { $move }
page-say-taken-back = 手が戻されました。
page-moves = 指し手
page-no-moves-yet = まだ指し手がありません。
page-to-start = 最初へ
page-step-back = 一手戻る
page-step-on = 一手進む
page-to-end = 最後へ
page-true-values = 真の値
page-value-win = 勝ち
page-value-loss = 負け
page-value-draw = 引き分け
page-value-win-in-plies = { $distance } 手で勝ち
page-value-loss-in-plies = { $distance } 手で負け
page-value-win-in-turns = { $distance } 手番で勝ち
page-value-loss-in-turns = { $distance } 手番で負け
page-measure-promotion = 昇格まで { $plies } 手
page-measure-dtc = 次の取り・昇格・詰みまで { $plies } 手
page-measure-dtz = 次の取り・ポーンの手・詰みまで { $plies } 手
page-measure-drawn = 50手ルールでは引き分け
page-measure-unknown = 50手ルールでの結果はここの表では分かりません
page-measure-syzygy = Syzygy ファイルによる：詰みまでの手数は不明、一手短いことがあります
page-no-table = このゲームの全解表がありません。作るには: { $command }
page-no-table-here = この局面の表がありません。作るには: { $command }
page-table-not-covered = この局面を含む表はありません。
page-table-too-large = この局面の表は約{ $positions }局面になり、大きすぎて作れません。
page-engine = エンジン
page-engine-lines = 読み筋の数
page-engine-start = 開始
page-engine-stop = 停止
page-engine-effort = 深さ { $depth }、{ $nodes } 局面
page-review = 対局を検討する
page-graph-title = 対局の流れ
page-graph = 手ごとの値: { $values }
page-for-first = 先手から見て{ $value }
page-first-better = 先手が良い
page-second-better = 後手が良い
page-class-keeps = 値を保つ
page-class-slower = 値は保つが遅い
page-class-to-draw = 勝ちを引き分けにした
page-class-loses = 負けにした
page-class-only = 唯一の手
page-promote-line = 本筋にする
page-cut-line = ここから消す
page-layers = 見る層
page-tools = 道具
page-records = 棋譜
page-records-more = 棋譜を貼るかファイルを開いて読み込みます。この対局を文字で書き出すこともできます。
page-open-file = ファイルを開く
page-read-record = 読み込む
page-write-record = 書き出す
page-format = 形式
page-no-records = 対局が見つかりません。
page-records-read = { $count } 局を読み、最初の一局を表示しています。
page-tables-more = 全解表には、ゲームのすべての局面の真の値が入っています。
page-table-missing = このゲームの全解表はまだありません。
page-no-solver = このゲームは大きすぎて解き切れません。
page-solve-it = 次の命令で作れます:
page-counting = 数えています…
page-counts = { $game }の局面数
page-table-name = 表
page-side-to-move = 手番
page-count-win = 勝ち
page-count-draw = 引き分け
page-count-loss = 負け
page-count-all = 合計
page-longest = 最長の勝ち
page-histogram = 手数ごとの局面数: 勝ち（上）と負け（下）
page-notation-chess = 欧米式（A-b4）
page-notation-shogi = 将棋式（▲2四ア）
option-captures = 取った駒
option-model = 王の危険
option-goal = 最奥段への到達
option-no-moves = 指せる手がないとき
option-repetition = 判定までの同一局面
option-repetition-result = 千日手
option-perpetual-check = 連続王手
choice-remove = 取り捨て
choice-hand = 持ち駒になる
choice-check = 王手は防ぐ
choice-capture = 王を取る
choice-none = 何もない
choice-safe = 取られなければ勝ち
choice-any = すぐ勝ち
choice-loss = 負け
choice-draw = 引き分け
choice-pass = パス
choice-first-loses = 先手の負け
choice-second-loses = 後手の負け
choice-ignored = 千日手と同じ
choice-loses = 王手側の負け
page-find = 局面を探す
page-find-longest-win = 最長の勝ち
page-find-only-move = 唯一の手
page-find-zugzwang = 手番が損
page-open-analysis = 解析
page-men = 駒
page-set-language = 言語
page-set-theme = 配色
page-theme-auto = 端末に合わせる
page-theme-light = 明るい
page-theme-dark = 暗い
page-set-men = 駒
page-men-auto = 標準
page-men-shapes = 絵
page-men-signs = 文字
page-men-letters = 英字
page-set-notation = 指し手の書き方
page-notation-exact = 符号（b5b4）
page-set-marks = 駒の動きを示す
page-set-animation = 駒の動きを動画で
page-set-sound = 音
page-set-confirm = 複数動作の手番は確認する
page-set-tilt = 盤を傾けて立体で見る
page-faces = { $top }（前 { $front }、横 { $side }）
error-seat-taken = ほかの人が座りました。観戦できます。
error-not-your-turn = あなたの番ではありません。
error-already-declined = 断られました。次の手の後にもう一度申し出られます。
error-game-over = 対局は終わっています。
error-too-fast = 送信が多すぎます。少しお待ちください。
error-engine-busy = エンジンが混み合っています。少し後でお試しください。

note-janken-threats = 一手番のうちに取れるキューブ：先手 { $first } 個、後手 { $second } 個。
refusal-own-man = 味方の駒がいます。
refusal-janken-equal = あいこなので進めません。
refusal-janken-beaten = 相手の手に負けています。
refusal-janken-home = 陣地を出たキューブは戻れません。
refusal-janken-back = 動かしたばかりのキューブはすぐには戻れません。
situation-janken-setup = 配置：{ $of } 個中 { $number } 個目
situation-janken-action = { $of } 回中 { $number } 回目の行動
situation-janken-funbari = ふんばり：{ $of } 回中 { $number } 回目の行動
preset-janken-rocks = すべてグー
preset-janken-fan = 扇
preset-janken-wings = 翼
preset-janken-answer = グーとパー
page-usual-start-name = 通常の開始局面
page-start-other = ほかの局面
page-start-by = 開始局面
page-set-up-quickly = まとめて配置
page-random = ランダム
page-why-not = そこへは動けません：{ $why }
page-cannot-move = 今は動かせません。
page-listed = 対局中は誰でも観戦できる
page-now-playing = 対局中
page-watch = 観戦
page-title-api = インターフェース
page-nav-api = インターフェース
page-api-intro = このページの機能はすべてこのインターフェースを通じて動いています。プログラム向けの完全な記述は OpenAPI 形式で得られます。
page-api-raw = OpenAPI 記述（JSON）
page-api-try = 送る
page-api-answer = 応答
page-api-body = 本文
page-title-settings = 設定
move-pass = パス
page-person = 人間
page-rights = 権利
right-castle-first-king = 白：キング側キャスリング
right-castle-first-queen = 白：クイーン側キャスリング
right-castle-second-king = 黒：キング側キャスリング
right-castle-second-queen = 黒：クイーン側キャスリング
page-endings-solved = 終盤解析済み
experiment-xiangqi-ablation = シャンチーの探索の各段階の効き目：{ $positions }局面を深さ{ $depth }まで読むときに訪れた局面の数
ablation-whole = すべての段階あり
ablation-without = { $step }なし
ablation-with = { $step }あり
ablation-others = 別の手を選んだ局面 { $count }
experiment-xiangqi-movegen = シャンチーの手の生成法：{ $positions }局面の{ $moves }手を各方法で交互に生成
movegen-scan = 駒ごとに盤の全点を調べる（走査法）
movegen-template = 駒に動きの型を重ねる（テンプレート法）
movegen-table = 行と列の占有による表（表引き法）
movegen-bitboard = 点の集合（エンジンの方法）
