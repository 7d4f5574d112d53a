# 日本語のメッセージ。このフォルダーのファイルはすべて同じ id と変数を持つ。

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
reason-goal = 玉（リーダー）が最奥段に到達（トライ）
reason-leader-taken = 玉（リーダー）が取られた
reason-no-moves = 合法手がない
reason-repetition = 千日手
reason-perpetual-check = 連続王手の千日手
reason-perpetual-chase = 長捉（同じ駒を追い続けた）
reason-mutual-perpetual-check = 双方の連続王手
reason-mutual-perpetual-chase = 双方の長捉
reason-time = 時間切れ
reason-illegal-move = 反則手
reason-forfeit = 不戦敗
reason-agreement = 合意
reason-adjudication = 裁定
reason-resign = 投了
reason-three-in-a-line = 三つ並んだ
reason-board-full = 盤が埋まった
reason-enemy-goal = キューブが相手のゴールに到達
reason-all-taken = 相手のキューブをすべて取った
reason-turn-limit = 手番数の上限
reason-move-limit = 手数の上限
reason-stalemate = ステイルメイト
reason-insufficient-material = 戦力不足
reason-promotion = ポーンが安全に昇格
reason-pawn-lost = 昇格できるポーンがない
reason-count = 整地して数えた

## 反復の判定
judged-plies = 同一局面の間の{ $from }手目から{ $to }手目までを判定しました。
judged-allowed = { $side }に禁じ手はありません。
judged-check = { $side }はすべての手で王手をかけました。
judged-chase = { $side }はすべての手で同じ{ $victim }を追いました：{ $moves }。
judged-chase-ply = { $ply }手目 { $from }の{ $hunter }が{ $to }の{ $victim }を攻撃
list-separator = 、
xiangqi-red = 紅
xiangqi-black = 黒
xiangqi-king = 帥／将
xiangqi-advisor = 士
xiangqi-elephant = 象
xiangqi-horse = 馬
xiangqi-rook = 車
xiangqi-cannon = 砲
xiangqi-pawn = 兵／卒

## 評価の項目
term-material = 駒得
term-advance = 玉（リーダー）の前進
term-mobility = 合法手の数
term-piece-square = 駒の位置
term-coordination = 駒の連係
term-king-safety = 玉の安全度
term-open-lines = 残っているライン
term-janken-cubes = キューブの数
term-janken-nearest = ゴールに最も近いキューブ
term-janken-advance = 全キューブの前進
term-janken-captures = 取れるキューブ
term-janken-threat = ゴールに届くキューブ
term-placement = 駒の位置
term-passed-pawns = パスポーン
term-king = キング
term-pawn-advance = ポーンの前進
term-king-ahead = キングがポーンの横か前
term-defender-near = 敵キングがポーンに近い
term-opposition = オポジション
term-pawn-square = ポーンの正方形
term-stones = 盤上の石
term-territory = 地
term-prisoners = アゲハマ
term-komi = コミ
term-handicap = 置石
term-total = 合計

## ルールファイルに名前のないゲーム
game-tictactoe = 三目並べ
piece-cross = バツ
piece-nought = マル
game-janken = ジャンケン将棋
piece-rock = グー
piece-scissors = チョキ
piece-paper = パー
game-chess = チェス
piece-pawn = ポーン
piece-knight = ナイト
piece-bishop = ビショップ
piece-rook = ルーク
piece-queen = クイーン
piece-king = キング
game-xiangqi = シャンチー
game-go = 囲碁
piece-stone = 石

## ゲーム一覧
games-options = オプション
games-players = プレイヤー
games-start = 初期局面

## 数え上げと思考
moves-none = 合法手がありません
perft-total = 合計：{ $nodes }
analyze-depth = 深さ { $depth }
analyze-nodes = { $nodes } 局面、{ $seconds } 秒（{ $speed } 局面/秒）
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
play-bye = 終了します
play-unknown = 合法手でもコマンドでもありません：{ $text }（一覧は help）
play-over = 終局しました。使えるコマンド：undo、save FILE、load FILE、quit
play-file-missing = { $command } の後にファイル名を入力してください
play-help =
    指し手       例：{ $move }
    moves        合法手の一覧
    undo         自分の前の手番まで戻す
    hint         エンジンに候補手を聞く
    flip         盤を反転
    resign       投了
    save FILE    対局をファイルに保存
    load FILE    保存した対局を再開
    quit         終了

## 起動
start-title = 読み切り：ボードゲームの研究室
start-open = ブラウザで { $address } を開いてください
start-try = 試してみる：
start-play = アンパンマン将棋を指す
start-list = ゲーム・オプション・プレイヤーの一覧
start-analyze = 局面を解析する
start-help = すべてのコマンドは `{ $command }` で確認できます。

### ターミナル画面

tui-moves = 棋譜
tui-human = 人間
tui-paused = 一時停止
tui-keys = 矢印+Enter 指す · i 入力 · u 待った · ? ヒント · f 反転 · F1 ヘルプ · q 終了
tui-keys-picked = 矢印+Enter 置く · Esc 取消 · F1 ヘルプ
tui-keys-thinking = Esc すぐ指す · u 待った · Space 一時停止 · f 反転 · r 投了 · F1 ヘルプ · q 終了
tui-keys-watch = Space 停止/再開 · Enter 一手進む · u 戻す · f 反転 · F1 ヘルプ · q 終了
tui-keys-over = u 待った · n 新規対局 · s 保存 · o 開く · f 反転 · F1 ヘルプ · q 終了
tui-keys-choose = ↑ ↓ Enter または数字で選択 · Esc 取消
tui-keys-help = 何かキーを押すと対局に戻ります
tui-type = 指し手：
tui-save = 保存先：
tui-load = 開く：
tui-choose = どの手を指しますか？
tui-thinking = { $player } が考慮中…
tui-thinking-hint = { $player } に問い合わせ中…
tui-effort = 深さ { $depth }、{ $nodes } 局面
tui-hint = ヒント：{ $move }（{ $player }）
tui-hint-scored = ヒント：{ $move }（{ $score }、{ $player }）
tui-illegal = 合法手ではありません：{ $text }
tui-over = 終局しました：u で待った、n で新規対局
tui-wait = あなたの手番ではありません
tui-not-there = そこには動かせません
tui-nothing-here = このマスで指せる手はありません
tui-hand-empty = 持ち駒がありません
tui-no-pass = パスはできません
tui-nobody-resigns = 観戦中のため投了できません
tui-taken-back = 手を戻しました
tui-new-game = 新しい対局を始めました
tui-fault = { $player }：{ $fault }
tui-not-saved = 対局を保存できませんでした：{ $error }
tui-confirm-resign = 投了しますか？（y/n）
tui-confirm-new = この対局をやめて新しく始めますか？（y/n）
tui-confirm-quit = 終了しますか？ 対局は保存されます（y/n）
tui-confirm-overwrite = { $file } はすでに存在します。上書きしますか？（y/n）
tui-too-small = 端末が小さすぎます。{ $width } × { $height } 以上にしてください。
tui-too-small-keys = 端末を広げるか、q で終了してください。
tui-help-title = キー操作
tui-help =
    矢印, h j k l | カーソルを動かす
    Enter, Space | 駒を持つ、置く
    Tab | 盤と持ち駒を切り替える
    i または : | 指し手を入力（Tab で補完）
    p | パス
    u | 待った
    ? | ヒント
    Esc | 取消・エンジンにすぐ指させる
    Space | エンジンを一時停止（Enter で一手進む）
    f | 盤を反転
    t | 英字と記号を切り替える
    m | 駒の動きを表示
    y | 棋譜の表記を切り替える
    PgUp, PgDn | 棋譜をスクロール
    s, o | 対局を保存、対局を開く
    n, r | 新規対局、投了
    q | 終了（未保存の対局は保存されます）
    F1, H | このヘルプ

### アリーナ

arena-oversubscribed = 警告：{ $cores } コアで { $games } 局を同時に実行しているため、持ち時間が公平になりません
arena-few-distinct-games = 警告：独立な標本 { $units } 個に対し、異なる対局は { $distinct } 局しかありません。決定的なプレイヤーは同じ対局を繰り返します。--openings random:plies=4 を付けてください
arena-many-faults = 警告：{ $games } 局中 { $faults } 局が異常終了・時間切れ・反則手で終わりました
arena-saved = { $dir } に保存しました
arena-resume = 中断しました。終わった対局はすべて保存されています。再開するには：{ $command }
arena-not-saved = 中断しました。何も保存されていません（--out DIR で保存できます）
experiment-games = 各 { $games } 局
experiment-first-wins = 先手勝ち
experiment-second-wins = 後手勝ち
experiment-draws = 引き分け
experiment-document = 論文
experiment-ours = 本プログラム（95 %）
experiment-differs = 相違
experiment-columns = 列：論文の局数と割合、本プログラムの局数と割合（95 % 信頼区間）。「相違」は、偶然だけでは説明できない差（区間が重ならない）を示します。
experiment-endings = 終局の理由：{ $reasons }。平均 { $plies } 手
experiment-anpanman-table1-title = アンパンマン将棋 表 1：深さ 3 の先読み（ASAI）対 ランダム（RAI）
experiment-anpanman-table1 =
    結果が異なる理由：論文には評価関数の重みが載っていないため、ルールファイルの重み（駒得、玉の前進、合法手の数）を使っています。RAI との対局では、本プログラムのほうが勝ちが多く、引き分けはほとんどありません。論文にある 6〜10 % の引き分けは、どの重みを試しても再現できませんでした。論文のプログラムは、論文に書かれたルールとは違う方法で千日手を数えていると考えられます。自己対戦の結果は重みに大きく左右されるため、「先手有利」は安定した結論とはいえません。完全解析の結果は引き分けです。
experiment-pawn-ending-table5-title = ポーンエンディング 表 5：キングとポーン（PEAI）対 キング、100 手で打ち切り
experiment-pawn-ending-table5 = 論文の数値は PEAI 対 PEAI のみです。論文のプレイヤーは評価値に乱数を加えており、重みの一部は載っていません。

### テーブルベース

solve-game = ゲーム
solve-table = 部分
solve-start = 初期局面
solve-positions = 局面数（対称形は 1 つと数える）
solve-win = 手番側の勝ち
solve-draw = 引き分け
solve-loss = 手番側の負け
solve-longest = 最長の勝ち（手数）
solve-longest-turns = 最長の勝ち（手番数）
solve-seconds = 秒
solve-bytes = バイト
solve-file = テーブルファイル
value-draw = 引き分け
probe-syzygy = Syzygy ファイルの値：詰みまでの手数は不明。dtz は実際より一手小さいことがあります

### 強さ

level-random = ランダム
level-beginner = 入門
level-easy = やさしい
level-medium = ふつう
level-strong = 強い
level-strongest = 最強
level-slips-often = 完璧（よく間違える）
level-slips = 完璧（ときどき間違える）
level-perfect = 完璧

### 学習用レイヤー

layer-attacks = 利き
layer-hanging = 当たりになっている駒
layer-threats = 次の手番で取れるキューブ
layer-evaluation = 評価
layer-key-squares = キースクエア
layer-opposition = オポジション
layer-pawn-square = ポーンの正方形
lesson-pawn-ending-only = このレイヤーはキングとポーン対キングの局面でのみ使えます。
lesson-zugzwang = 相互ツークツワンク：手番のある側の結果が悪くなります。
lesson-no-zugzwang = ツークツワンクではありません。どちらの手番でも結果は同じです。
lesson-pawn-caught = 守る側が引き分けに持ち込めます。
lesson-pawn-free = ポーンは昇格できます。

### ページ

page-nav = ページ
page-nav-play = 対局
page-nav-analysis = 検討
page-nav-tables = テーブルベース
page-nav-rules = ルール
page-skip = 本文へ移動
page-title-lobby = 対局
page-title-room = 対局
page-title-analysis = 検討盤
page-title-tables = テーブルベース
page-title-rules = ルール
page-title-lost = 見つかりません
page-lost = このページは存在しません。
page-to-lobby = トップページへ
page-settings = 設定
page-close = 閉じる
page-cancel = キャンセル
page-welcome = 指す、調べる、読み切る
page-welcome-more = コンピューターと、友だちと、そして完璧な相手と対局できます。完全解析されたゲームでは、すべての手の正確な結果がわかります。
page-choose-game = ゲームを選ぶ
page-board-size = { $width } × { $height }
page-solved = 完全解析済み
page-new-game = 新しい対局
page-who-here = 自分
page-who-link = 友だち
page-who-engine = コンピューター
page-level = 強さ
page-swap-sides = 先後を入れ替える
page-clock = 持ち時間
page-clock-none = なし
page-clock-sudden = { $minutes } 分切れ負け
page-clock-fischer = { $minutes } 分＋1 手 { $seconds } 秒
page-clock-byoyomi = { $minutes } 分、秒読み { $seconds } 秒 × { $periods } 回
page-clock-canadian = { $minutes } 分、以後 { $period } 分ごとに { $turns } 手
page-clock-left = 残り { $seconds } 秒
page-allow-hints = 対局中のヒントを許可
page-rule-options = ルールの設定
page-start-position = 開始局面
page-position-text = 局面の文字列
page-edit-position = 局面を編集
page-create = 対局開始
page-analyse-instead = 検討盤
page-recent-own = あなたの対局
page-watching = 観戦中
page-ply = { $ply } 手
page-won-first = 先手の勝ち
page-won-second = 後手の勝ち
page-drawn = 引き分け
page-palette = 駒
page-eraser = 駒を消す
page-hand-more = 持ち駒 ＋
page-hand-less = 持ち駒 −
page-clear-board = 盤を空にする
page-usual-start = 初期配置
page-use-position = この局面を使う
page-board-label = { $game }の盤面
page-cell-piece = { $cell }：{ $side }の{ $piece }
page-cell-empty = { $cell }：空き
page-cell-alert = 狙われている
page-cell-last = 直前の手
page-cell-target = ここに動ける
page-cell-moves = 指せる手 { $count }
page-hand-piece = { $side }の持ち駒：{ $piece } { $count } 枚
page-choose-move = どの手を指しますか？
page-connecting = 接続中…
page-reconnecting = 接続が切れました。再接続しています…
page-not-connected = 接続されていません。もう一度お試しください。
page-no-room = この対局は存在しません。
page-you = あなた
page-opponent = 相手
page-seat-free = 空席
page-thinking = 考え中…
page-away = 離席中
page-present = 接続中
page-you-watch = 観戦中です。
page-you-both = 両方の側を指します。
page-you-play = あなたは{ $side }です。
page-in-the-past = 過去の局面を表示しています。
page-to-present = 現在の局面へ
page-seat-is-free = { $side }の対局者がまだいません。
page-sit = 対局に参加
page-invite = 対局者を招待
page-invite-more = このリンクを開いて最初に参加した人が対局者になります。ほかの人は観戦できます。
page-copy = コピー
page-copied = コピーしました
page-qr = リンクの QR コード
page-offer-draw = { $side }が引き分けを提案しています。
page-offer-take-back = { $side }が待ったを申し込んでいます。
page-offer-rematch = { $side }が再戦を申し込んでいます。
page-offer-sent = 返事を待っています。
page-accept = 承諾
page-decline = 断る
page-declined = 提案は断られました。
page-type-move = 指し手を入力
page-play-typed = 指す
page-not-legal = 指せない手です：{ $move }
page-staged = この手番で準備した行動：{ $count }
page-undo-step = 1 つ戻す
page-confirm-turn = 手番を確定
page-actions = 操作
page-take-back = 待った
page-offer-draw-do = 引き分けを提案
page-resign = 投了
page-resign-sure = 本当に投了しますか？
page-pass-sure = 本当にパスしますか？
page-count-title = 整地
page-counting-how = 死んでいる石を押してください。両者が同じ結果に同意すると終局です。
page-counting-judging = コンピューターが死石を判定しています…
page-counting-judged-more = { $side }が判定した死石です。異議があれば対局を再開してください。
page-counting-accepts = 同意しました
page-counting-waits = まだ同意していません
page-counting-marked = { $side }が死石を変更しました
page-counting-judged = { $side }が死石を判定しました
page-counting-accepted = { $side }が同意しました
page-counting-resumed = { $side }が対局を再開しました
page-count-sum = 合計
page-count-accept = 同意する
page-count-resume = 対局を再開
page-claim-count = 盤面を数えて終局
page-numbers = 手順の数字
page-number-at = { $number }（{ $at }の点）
page-aimed = { $move }：もう一度タップで着手
page-won-by = { $side }の{ $points }目勝ち
page-cell-ko = コウのため着手禁止
page-cell-dead = 死石
page-cell-owned = { $side }の地
page-cell-number = { $number }手目
page-set-coordinates = 盤の座標
page-rematch = 再戦
page-next-room = 次の対局へ
page-absent-wait = 相手が離席しています。戻らなければ { $seconds } 秒後に勝ちを宣言できます。
page-absent-now = 相手が離席しています。勝ちを宣言するか、このまま待つことができます。
page-claim-win = 勝ちを宣言
page-claim-draw = 引き分けを宣言
page-show-values = 解析結果を表示
page-flip = 盤を反転
page-analyse = 検討
page-save-record = 保存
page-watchers = 観戦者 { $count } 人
page-say-move = { $side }：{ $move }
page-say-taken-back = 手を戻しました。
page-moves = 指し手
page-no-moves-yet = まだ指し手がありません。
page-to-start = 最初へ
page-step-back = 一手戻る
page-step-on = 一手進む
page-to-end = 最後へ
page-true-values = 完全解析の結果
page-value-win = 勝ち
page-value-loss = 負け
page-value-draw = 引き分け
page-value-win-in-plies = { $distance } 手で勝ち
page-value-loss-in-plies = { $distance } 手で負け
page-value-win-in-turns = { $distance } 手番で勝ち
page-value-loss-in-turns = { $distance } 手番で負け
page-measure-promotion = 昇格まで { $plies } 手
page-measure-dtc = 次の駒取り・昇格・詰みまで { $plies } 手
page-measure-dtz = 次の駒取り・ポーンの手・詰みまで { $plies } 手
page-measure-drawn = 50手ルールでは引き分け
page-measure-unknown = 50手ルールでの結果は、ここのテーブルベースではわかりません
page-measure-syzygy = Syzygy ファイルの値：詰みまでの手数は不明。表示の手数は実際より一手小さいことがあります
page-no-table = このゲームのテーブルベースがありません。作成するには：{ $command }
page-no-table-here = この局面のテーブルベースがありません。作成するには：{ $command }
page-table-not-covered = この局面を含むテーブルベースはありません。
page-table-too-large = この局面のテーブルベースは約 { $positions } 局面になり、大きすぎて作成できません。
page-engine = エンジン
page-engine-lines = 候補手の数
page-engine-start = 開始
page-engine-stop = 停止
page-engine-effort = 深さ { $depth }、{ $nodes } 局面
page-review = 対局を振り返る
page-graph-title = 形勢グラフ
page-graph = 一手ごとの評価：{ $values }
page-for-first = 先手から見て{ $value }
page-first-better = 先手有利
page-second-better = 後手有利
page-class-keeps = 最善を維持
page-class-slower = 結果は同じだが遠回り
page-class-to-draw = 勝ちを引き分けにした
page-class-loses = 敗着
page-class-only = 唯一の手
page-promote-line = 本譜にする
page-notes = メモ
page-node-name = 局面の名前
page-comment = コメント
page-node-note = メモ
page-node-setup = 配置
page-set-up-here = ここで盤面を編集
page-cut-line = ここから削除
page-layers = 表示レイヤー
page-tools = ツール
page-records = 棋譜
page-records-more = 棋譜を貼り付けるか、ファイルを開いて読み込みます。この対局をテキストで書き出すこともできます。
page-open-file = ファイルを開く
page-read-record = 読み込む
page-write-record = 書き出す
page-format = 形式
page-no-records = テキストに棋譜がありません。
page-records-read = { $count } 局を読み込みました。最初の対局を表示しています。
page-tables-more = テーブルベースには、ゲームの全局面の正確な結果が入っています。
page-table-missing = このゲームは、このサーバーではまだ解析されていません。
page-no-solver = このゲームは完全解析に対応していません。
page-solve-it = 次のコマンドで作成できます：
page-counting = 集計中…
page-counts = { $game }の局面数
page-table-name = テーブル
page-side-to-move = 手番
page-count-win = 勝ち
page-count-draw = 引き分け
page-count-loss = 負け
page-count-all = 合計
page-longest = 最長の勝ち
page-histogram = 手数ごとの局面数：勝ち（上）と負け（下）
page-notation-chess = 小さな将棋：西洋式（Ab4）
page-notation-shogi = 小さな将棋：日本式（2四ア）
option-captures = 取った駒
option-model = 王手のルール
option-goal = 勝利条件
option-no-moves = 合法手がないとき
option-repetition = 千日手のルール
option-repetition-result = 千日手の結果
option-perpetual-check = 連続王手の千日手
option-move-limit = 手数の上限
option-must-use-all = 行動をすべて使う
option-return-rule = キューブが戻れないマス
option-funbari-return = 最後のキューブは自陣に戻れる
option-stuck = できる行動がないとき
option-turn-limit = 手番数の上限
option-size = 碁盤の大きさ
option-komi = コミ
option-handicap = 置石
option-handicap-bonus = 置石のコミ加算
option-suicide = 自殺手
option-ko = コウのルール
option-scoring = 計算方法
choice-remove = 盤から除く
choice-hand = 持ち駒になる
choice-check = 王手は必ず防ぐ
choice-capture = 玉を取れば勝ち
choice-none = なし
choice-safe = 最奥段に到達し、取られなければ勝ち
choice-any = 最奥段に到達すれば勝ち
choice-loss = 負け
choice-draw = 引き分け
choice-pass = パス
choice-first-loses = 先手の負け
choice-second-loses = 後手の負け
choice-ignored = 通常の千日手と同じ
choice-loses = 王手をかけた側の負け
choice-0 = なし
choice-true = はい
choice-false = いいえ
choice-mate = チェックメイト
choice-promotion = 安全な昇格
choice-axf = アジアルール（AXF）
choice-wxf = 世界ルール（WXF）
choice-backstep = 直前のマス
choice-turn_origin = 手番の始めのマス
choice-n = 置石の数
choice-n-1 = 置石の数より1少ない
choice-simple = コウのみ
choice-positional = 同形再現の禁止（盤面のみ）
choice-situational = 同形再現の禁止（手番も同じ）
choice-area = 石と地
choice-territory = 地とアゲハマ
page-find = 局面を探す
page-find-longest-win = 最長の勝ち
page-find-only-move = 唯一の手
page-find-zugzwang = ツークツワンク
page-open-analysis = 検討
page-pieces = 駒
page-set-language = 言語
page-set-theme = 配色
page-theme-auto = 端末の設定に従う
page-theme-light = ライト
page-theme-dark = ダーク
page-set-pieces = 駒
page-pieces-auto = 標準
page-pieces-shapes = 図形
page-pieces-signs = 文字
page-pieces-letters = 英字
page-set-notation = 棋譜の表記
page-notation-exact = 座標（b5b4）
page-set-marks = 駒の動きを表示
page-set-animation = 駒の移動をアニメーション表示
page-set-sound = 効果音
page-set-confirm = 複数の行動がある手番は確認する
page-set-tilt = 盤を傾けて立体表示
page-faces = { $top }（前 { $front }、横 { $side }）
error-seat-taken = ほかの人が先に参加しました。観戦はできます。
error-not-your-turn = あなたの手番ではありません。
error-already-declined = 断られました。次の手の後にもう一度申し込めます。
error-game-over = 対局は終了しています。
error-counting = 整地中です。結果に同意するか、対局を再開してください。
error-stale = 局面が変わりました。もう一度確認してください。
error-engine-judges = 死石はコンピューターが判定します。異議があれば対局を再開してください。
error-not-counting = 今は整地できません。
error-not-judged = コンピューターが判定中です。
error-too-fast = リクエストが多すぎます。少し待ってください。
error-engine-busy = エンジンが混み合っています。しばらくしてからお試しください。
error-store-unavailable = 現在サーバーに保存できないため、この操作は反映されていません。数秒後にもう一度お試しください。

note-janken-threats = 1 手番で取れるキューブ：先手 { $first } 個、後手 { $second } 個。
refusal-own-piece = 自分の駒があります。
refusal-janken-equal = あいこなので取れません。
refusal-janken-beaten = 相手の手に負けるので取れません。
refusal-janken-home = 自陣を出たキューブは戻れません。
refusal-janken-back = 直前に動かしたキューブは、すぐ元のマスに戻せません。
situation-janken-setup = キューブを置いてください（{ $number } / { $of } 個目）
situation-janken-action = 行動 { $number } / { $of }
situation-janken-funbari = ふんばり：行動 { $number } / { $of }
situation-go-prisoners = アゲハマ：黒 { $black }、白 { $white }
preset-janken-rocks = すべてグー
preset-janken-fan = 扇
preset-janken-wings = 翼
preset-janken-answer = グー対パー
page-usual-start-name = 初期配置
page-start-other = その他の局面
page-start-by = 開始局面
page-set-up-quickly = キューブをまとめて配置
page-random = ランダム
page-why-not = そこには動かせません：{ $why }
page-cannot-move = 今は動かせません。
page-listed = 誰でも観戦できるようにする
page-now-playing = 進行中の対局
page-watch = 観戦
page-title-api = API
page-nav-api = API
page-api-intro = このページの機能はすべてこの API を使っています。完全な仕様は OpenAPI 形式で公開しています。
page-api-raw = OpenAPI 仕様（JSON）
page-api-try = 送信
page-api-answer = レスポンス
page-api-body = リクエスト本文
page-title-settings = 設定
move-pass = パス
page-person = 人間
page-rights = キャスリングなどの権利
right-castle-first-king = 白：キング側キャスリング
right-castle-first-queen = 白：クイーン側キャスリング
right-castle-second-king = 黒：キング側キャスリング
right-castle-second-queen = 黒：クイーン側キャスリング
page-endings-solved = 終盤は完全解析済み
experiment-xiangqi-ablation = シャンチー探索の各手法の効果：{ $positions } 局面を深さ { $depth } まで探索したときの局面数
ablation-whole = すべての手法を使用
ablation-without = { $step } なし
ablation-with = { $step } あり
ablation-others = { $count } 局面で別の手
experiment-xiangqi-movegen = シャンチーの合法手生成：{ $positions } 局面、{ $moves } 手を各方法で順に計測
movegen-scan = 駒ごとに盤の全点を調べる（走査法）
movegen-template = 駒に動きの型を当てはめる（テンプレート法）
movegen-table = 行と列の占有状態から引く（表引き法）
movegen-bitboard = ビットボード（エンジンで使用）

### What each game is
side-white = 白
side-black = 黒
side-red = 紅
side-cross = ×（先手）
side-nought = ○（後手）
pitch-anpanman = 駒は3つずつ、後戻りなし。ヒーローを一番奥の段まで進めよう。
pitch-dobutsu = 4種類の動物の将棋。ライオンを捕まえるか、自分のライオンを奥まで進めよう。
pitch-gorogoro = 金と銀と歩だけの小さな将棋。飛車と角はありません。
pitch-minishogi = 5×5マスに将棋の面白さを詰め込んだ五五将棋。
pitch-chess = 言わずと知れた定番。相手のキングをチェックメイトしよう。
pitch-janken = グー・チョキ・パーのキューブを転がして、相手の隅を目指そう。
pitch-tictactoe = 3つ並べたら勝ち。完璧な相手に勝てるかな？
pitch-xiangqi = 河を挟んで馬と炮が戦う中国の将棋。
page-minutes = { $from }～{ $to }分
page-difficulty-1 = 1分で覚えられる
page-difficulty-2 = 10分で覚えられる
page-difficulty-3 = じっくり覚える
page-turn = { $side }の番です
page-your-turn = あなたの番です
page-their-turn = { $side }の番です
page-won = { $side }の勝ち（{ $reason }）
page-you-win = あなたの勝ち！
page-you-lose = あなたの負け
page-draw = 引き分け
page-side-won = { $side }の勝ち
page-side-better = { $side }が優勢
page-for-side = { $side }から見て：{ $value }
page-hand-of = { $side }の持ち駒
page-notation-native = ゲームごとの標準
page-notation-san = チェス：代数記法（Nf3）
page-notation-wxf = シャンチー：WXF（C2=5）
page-notation-chinese = シャンチー：中国式（炮二平五）
page-notation-iccs = シャンチー：ICCS（H2-E2）
page-choose-piece = 成る駒を選ぶ
page-choice-plain = 不成
page-choice-promote = 成る

### What rule options mean
help-option-captures = 取った駒をどうするか。
help-option-model = 王手を必ず防ぐのか、玉を取ってもよいのか。
help-option-goal = 玉が最奥段に着いたら勝ちになるかどうか。
help-option-chess-goal = チェックメイトは通常のチェス。安全な昇格はポーン終盤の研究用です。
help-option-no-moves = 指せる手がなくなった側の扱い。
help-option-repetition = 同じ局面が何回現れたら終わるか。0で規則をなくします。
help-option-xiangqi-repetition = 長将・長捉をどの規則で裁くか。
help-option-repetition-result = 千日手になったときの結果。
help-option-perpetual-check = 王手を続けて千日手にした側を負けにするか。
help-option-move-limit = 進展のない手が何手続いたら引き分けにするか。0で無制限。
help-option-must-use-all = 可能なら行動をすべて使わなければならないか。
help-option-return-rule = 同じ手番の中でキューブが戻れないマス。
help-option-funbari-return = 最後の1個になったキューブが自陣に戻れるか。
help-option-stuck = どのキューブも動かせない側の扱い。
help-option-turn-limit = この手番数に達したら引き分け。0で無制限。

### Playing
page-wrong-not-yours = それは相手の駒です。
page-wrong-target = そこへは動けません。印のあるマスに動けます。
page-wrong-stuck = この駒は今は動かせません。
page-wrong-turn = あなたの番ではありません。
page-wrong-empty = まず自分の駒を選んでください。
page-more = その他
page-type-open = 指し手を入力
page-start-value = 初期局面から最善を尽くすと：{ $value }
page-start-draw = 引き分け
page-start-won = { $side }の勝ち（{ $distance }手）
page-start-won-turns = { $side }の勝ち（{ $distance }手番）
page-tilt = 視点を切り替える
page-share-loopback = このサーバーはこのパソコンからしか開けないため、ほかの人はこのリンクを開けません。`yomikiri serve --addr 0.0.0.0:7878` で起動し、表示されたアドレスを共有してください。
page-share-lan = 同じネットワークにいる人なら、このリンクを開けます。
page-continue = 続きから

### Learning
page-nav-learn = 学ぶ
page-title-learn = 学ぶ
page-learn-lessons = 遊んで覚える
page-learn-step = { $of }の{ $number }
page-learn-right = 正解！
page-learn-wrong = 違います。もう一度。
page-learn-next = 次へ
page-learn-done = 基本は覚えました。さっそく対局しましょう！
page-learn-restart = はじめから
page-learn-ladder = はしごを登る
page-learn-ladder-more = 下から順に、それぞれ一度勝ちましょう。
page-learn-beaten = 勝利済み
page-learn-puzzles = 問題
page-learn-puzzles-more = 結果を保つ唯一の手を見つけてください。問題は尽きません。
page-puzzle-win = { $side }の番。勝てる手は一つだけです。
page-puzzle-draw = { $side }の番。引き分けにできる手は一つだけです。
page-puzzle-hint = ヒント
page-puzzle-hint-1 = 印のついた駒に注目。
page-puzzle-hint-2 = 行き先は印のついたマスです。
page-puzzle-hint-3 = 正解は { $move } です。
page-puzzle-next = 次の問題
page-puzzle-streak = 連続正解：{ $count }
page-puzzle-searching = 問題を探しています…
page-puzzle-none = 問題が見つかりませんでした。もう一度お試しください。
page-puzzle-none-here = このゲームには問題がありません。こちらをどうぞ：
learn-anpanman-1 = これがあなたのヒーロー（リーダー）です。クリックして、印のついたマスへ動かしましょう。
learn-anpanman-2 = 駒の正面に敵がいます。取りましょう。
learn-anpanman-3 = 最奥段まであと1マス。勝ちましょう！
learn-dobutsu-1 = ライオンはどの方向にも1マス動けます。動かしてみましょう。
learn-dobutsu-2 = ひよこの前に相手のひよこがいます。取りましょう。
learn-dobutsu-3 = 取った動物は自分のものです。持ち駒のひよこをクリックして、空いているマスに打ちましょう。
learn-dobutsu-4 = ライオンを捕まえましょう！
learn-gorogoro-1 = 銀は前と斜めに動けます。動かしてみましょう。
learn-gorogoro-2 = 歩は正面の駒を取ります。歩を取りましょう。
learn-gorogoro-3 = 持ち駒の金を空いているマスに打ちましょう。
learn-gorogoro-4 = 金を打って詰ませましょう。
learn-minishogi-1 = 飛車は縦横に何マスでも動けます。動かしてみましょう。
learn-minishogi-2 = 飛車で歩を取りましょう。
learn-minishogi-3 = 持ち駒の金を空いているマスに打ちましょう。
learn-minishogi-4 = 金を打って詰ませましょう。
learn-chess-1 = ナイトはL字に跳びます。動かしてみましょう。
learn-chess-2 = ナイトでポーンを取りましょう。
learn-chess-3 = キングは逃げられません。ルークでチェックメイトしましょう。
learn-xiangqi-1 = 馬は縦横に1つ、続けて斜めに1つ動きます。動かしてみましょう。
learn-xiangqi-2 = 炮は駒を1枚飛び越えて取ります。車を取りましょう。
learn-xiangqi-3 = 2枚の車で詰みです。仕上げましょう。
learn-janken-1 = キューブをクリックして隣のマスへ転がしましょう。縁の印が次に上になる面です。
learn-janken-2 = グーはチョキに、チョキはパーに、パーはグーに勝ちます。チョキを取りましょう。
learn-janken-3 = キューブを相手の隅に入れて勝ちましょう。
learn-tictactoe-1 = 好きなマスに×を置きましょう。
learn-tictactoe-2 = 3つ並べて勝ちましょう。
learn-go-1 = 囲碁は線の交点に打ちます。好きな点に石を置きましょう。
learn-go-2 = 白石のとなりの空点（ダメ）は残り一つです。そこに打って取りましょう。
learn-go-3 = つながった石はダメを共有します。二子を取りましょう。
learn-go-4 = コウ：白が石を取ったところです。すぐにC3へ取り返すことはできません。ほかの点に打ちましょう。
learn-go-5 = お互いにほかへ打ちました。今度はコウを取り返せます。
learn-go-6 = 離れた眼が二つある石は取られません。眼が二つできる点を見つけましょう。
learn-go-7 = 白はパスしました。得になる点はもうありません。パスすると終局で、地の多いほうが勝ちです。

### Review and playing, more
page-coach = この対局から学べること
page-mistakes = 悪手：{ $count }
page-no-mistakes = 悪手はありませんでした。お見事！
page-mistake-prev = 前の悪手
page-mistake-next = 次の悪手
page-mistake-played = { $ply }手目：{ $side }の{ $move }。
page-mistake-values = 指す前は{ $was }、指した後は{ $now }。
page-mistake-points = 評価値：{ $was } → { $now }
page-mistake-better = { $move }が正解でした。
page-mistake-show = その手を見る
page-try-again = ここからやり直す
page-share-review = この対局へのリンク
page-hide-values = 値を隠す
page-copy-link = リンクをコピー
page-recent-watched = 観戦した対局
page-solved-help = すべての局面の結果がわかっています。
page-endings-solved-help = 駒の少ない終盤の結果がわかっています。
legend-janken-beats = に勝つ
legend-janken-goal = 相手の隅（ひし形）に入るか、相手のキューブをすべて取れば勝ち。
legend-janken-home = 斜線のマスは自陣。出たキューブは戻れません。
legend-janken-edges = 縁の印は、その縁を越えて転がると上になる面です。
page-setup-how = 印のついたマスをクリックして、キューブの向きを選びます。順番は自由で、確定するまで変えられます。
page-graph-axis = 高さ：終局までの近さ（手数）
page-histogram-axis = 終局までの手数
page-offline = オフライン
error-unknown-room = この対局は存在しません。
error-bad-position = このゲームの局面として読み取れません。
error-bad-move = この局面では指せない手です。
error-offline = サーバーが応答しません。
error-too-large = サーバーで扱うには大きすぎます。
pitch-go = 相手より広い地を囲おう。
help-option-size = 盤の一辺の路数。はじめは9路がおすすめです。
help-option-komi = 後手の白がもらう点数。
help-option-handicap = 白の初手の前に黒が置く石の数。
help-option-handicap-bonus = 置き石に対して白がもらう点数。
help-option-suicide = 自殺手を認めるかどうか。
help-option-ko = どの同形反復を禁じるか。
help-option-scoring = 石も数えるか、地とアゲハマだけを数えるか。

### Tables and puzzles, more
page-tree = ゲーム木を見る
page-tree-more = すべての手の正確な結果です。手をクリックするとその先へ進みます。
page-tree-way = ここまでの手順
page-tree-start = 始点
page-tree-open = ここから見る
page-tree-filter = 結果で絞り込む
page-tree-sort = 手の並び順
page-tree-sort-best = 良い順
page-tree-sort-nearest = 短い順
page-tree-sort-board = 盤の順
page-line = 最短手順
page-solve-cost = 解析にはCPU時間で約{ $time }、メモリ{ $memory }が必要です（{ $positions }局面、ファイル{ $disk }）。
page-solve-too-large = このサーバーのメモリに収まりません。
page-solve-start = 今すぐ解析する
page-solve-resume = 解析を再開する
page-solve-stop = 停止
page-solve-running = { $name }を解析中…
page-solve-stopping = { $name }を保存中…
page-solve-stage = { $stage } { $round }
page-solve-stopped = 停止しました。途中経過は保存されています。
page-solve-failed = 解析に失敗しました：{ $fault }
page-solve-another = ほかの表を作る
page-time-seconds = { $count }秒
page-time-minutes = { $count }分
page-time-hours = { $count }時間
page-mistake-why = 理由：{ $side }の応手は{ $line }。
page-puzzle-solution = 勝ち筋：{ $line }
error-not-allowed = このサーバーでは許可されていません。
error-solving = サーバーは別の解析中です。あとでもう一度お試しください。

### The view of cubes, and players
page-turn-left = 盤を左に回す
page-turn-right = 盤を右に回す
page-players-more = その他の思考エンジン

### Explanations
page-engine-signs = ▲は手番側が有利、▼は不利
help-layer-attacks = 各マスに利いている駒の数を両者について示します。
help-layer-hanging = 取られる可能性のある駒と、取る駒を示します。
help-layer-threats = 一手番のうちに取られるキューブや、ゴールに届くキューブを示します。
help-layer-evaluation = エンジンの評価値の内訳です。
help-layer-key-squares = 王がこのマスに着けば、ポーンは必ず昇格できます。
help-layer-opposition = 王同士が向かい合い、手番の側が道を譲る形かどうかを示します。
help-layer-pawn-square = 守る側の王がこの正方形に入れれば、ポーンに追いつけます。
page-measure-moves = チェスの数え方で{ $moves }手
page-no-room-more = 長いあいだ使われず削除されたか、リンクが途中で切れている可能性があります。

### Hidden set-ups
page-hidden-setup = 非公開の配置：両者が同時にキューブを置く
page-seal-now = キューブを置いてください
page-sealed = 相手の配置を待っています
