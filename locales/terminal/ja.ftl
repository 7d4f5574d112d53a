# Messages that only the terminal shows; the page does not load them.

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
tui-legal = 指せる手
tui-graph = 対局の価値
tui-graph-off = テーブルがあるゲームでは、v で正確な値を表示します。
tui-value = 正確な値
tui-no-table = この局面のテーブルはありません。`yomikiri solve` で作成できます。
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
    v | 正確な値を表示
    PgUp, PgDn | 棋譜をスクロール
    s, o | 対局を保存、対局を開く
    n, r | 新規対局、投了
    q | 終了（未保存の対局は保存されます）
    F1, H | このヘルプ

### アリーナ

arena-oversubscribed = 警告：{ $cores } コアで { $games } 局を同時に実行しているため、持ち時間が公平になりません
arena-few-distinct-games = 警告：独立な標本 { $units } 個に対し、異なる対局は { $distinct } 局しかありません。決定的なプレイヤーは同じ対局を繰り返します。--openings random:plies=4 を付けてください
arena-many-faults = 警告：{ $games } 局中 { $faults } 局が異常終了・時間切れ・反則手で終わりました
arena-broken-off = 警告：合法手があるのに、エンジンが指し手を示さずに（独自の規則により）終えた対局が { $games } 局あります。引き分けとして数えます
arena-cpu-over-target = 警告：{ $player } の 1 手あたりの CPU 時間は { $target } ms のはずが { $used } ms でした
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
experiment-reading-rules = 終わり方の通り
experiment-reading-no-moves = 王手でなく指す手がない場合を引き分けとすると
experiment-reading-plies = { $plies } 手（ply）で打ち切ると
experiment-within = { $moves } 手（白の手数）以内の勝ち：{ $games }
experiment-claim-30-moves = 「30手以内で終わることが多い」
experiment-claim-undecided = 「100手以内で勝敗が決まらない場合が多い」
experiment-claim-not-14 = 「乱数を加えていない状態では14手で決まらなかった」
experiment-claim-14 = 「防御側のみに乱数を加えた場合は14以内で勝敗が決まる」
experiment-ablation-title = 解析したゲームでルールの各オプションが何を変えるか（experiment ablation ゲーム）
experiment-xiangqi-ablation-title = シャンチーで探索の各段階の効果を測る
experiment-xiangqi-movegen-title = シャンチーの指し手生成器の比較
experiment-anpanman-table1-title = アンパンマン将棋 表 1：深さ 3 の先読み（ASAI）対 ランダム（RAI）
experiment-anpanman-table1 = 結果が異なる理由：文書には評価関数の重みが書かれていないため、ルールファイルの重み（駒、リーダーの前進、可動性）を使っています。RAI に対しては、こちらのプレイヤーのほうが多く勝ち、引き分けはほとんどありません。二つ目の数え方で大部分が説明できます。文書は詰みに王手を求めており（3.1.6）、そのプログラムは王手でなく指す手がない対局を引き分けとしたと考えられます。そう数えると、RAI との結果は文書に近くなります。自己対局の結果は重みに大きく左右されるため、「先手有利」は安定した結論ではありません。ゲームの正確な値は引き分けです。
experiment-pawn-ending-table5-title = ポーンエンディング 表 5：キングとポーン（PEAI）対 キング、100 ply で打ち切り
experiment-pawn-ending-table5 = 文書の第4章は他の行の内容を文章で述べています。重みは印刷されたプログラムのものです。上限の 100 が ply か手（白黒一組）かは明らかでないため、両方を示します（200 ply が 100 手）。「14 手以内」はポーン側の手数です。一致しない点：PERM どうしはここではほとんど決着がつき、守り側だけに乱数を加えても 14 手を超えることが多くあります。
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
cli-error-got = { $reason }（入力：{ $got }）
cli-error-nothing-there = { $reason }（入力がありません）
usage-unknown-argument = 「{ $given }」という引数はありません
usage-unknown-command = 「{ $given }」というコマンドはありません
usage-no-value = { $argument } には値が必要です
usage-bad-value = 「{ $given }」は { $argument } の値として使えません
usage-missing = 足りない引数：{ $argument }
usage-missing-command = コマンドを指定してください
usage-conflict = { $given } と { $other } は同時に使えません
usage-too-many = { $argument } の値が多すぎます
usage-too-few = { $argument } の値の数が合いません
usage-values = 使える値：{ $known }
usage-near = もしかして：{ $known }
usage-line = 使い方: { $usage }
usage-help = 詳しくは --help をご覧ください
problems-proved = { $of }問中{ $proved }問を読み切った。
problems-right = { $move }：正解。
problems-wrong = { $move }：失敗。
problems-refuted = { $move }：失敗。{ $answer }で咎められる。
problems-unclear = { $move }：読み切れなかった。
experiment-go-choosers-title = 囲碁：同じ候補手から選ぶ3つの方法（加点、優先順位、探索）
experiment-go-choosers = 手引きは3つの方法を数値なしで説明している。2局1組で、同じ無作為の4手から先後を入れ替えて打つ。勝ち数は行の先に書いたプレイヤーのもの。
experiment-go-ladder-title = 囲碁：プレイヤーの強さの階段（無作為、地、三段階モデル）
experiment-go-ladder = 手引きは、地を見るプレイヤーが無作為のプレイヤーよりずっと強いと予想するが、数値はない。2局1組で、同じ無作為の4手から先後を入れ替えて打つ。勝ち数は行の先に書いたプレイヤーのもの。400手で終わらない対局は引き分けとする。実験1では両者がすべての点に届くとどの手にも利得がなくなり、無作為のプレイヤーはパスをしない。
experiment-claim-go-random = 無作為より強く、囲碁らしい
experiment-go-reading-title = 囲碁の読みで各工夫がどれだけ効くか
experiment-go-reading = 囲碁：連を取れるかの読み。9路の無作為の対局から { $questions } 問。手引きは候補5手、5手先で { $document } 局面と見積もる。全問の局面数、中央の問の局面数、完全な読みに対する比
go-reading-whole = 完全な読み
go-reading-plain = 工夫なし
go-reading-row = 打ち切り { $cut } 問、答えの違い { $others } 問
tune-positions = { $positions }局面
tune-accepted = 新しい重みを採用します。
tune-refused = 新しい重みは採用されず、何も変更していません。

# 定跡
book-no-moves = 定跡にない局面です
book-columns = {"  "}手       確率     対局     勝     分     負  期待値             重み  学習   評価 完全解
book-built = { $games } 局を採用、{ $skipped } 局を除外。{ $positions } 局面、{ $edges } 手（対局数不足 { $dropped } 手）。{ $bytes } バイト、{ $seconds } 秒：{ $book }
book-learned = { $games } 局：{ $new } 局を学習、{ $known } 局は学習済み。新しい局面 { $positions }、新しい手 { $edges }
book-forgot = { $games } 局：{ $new } 局を取り消し、{ $known } 局は未学習。消えた局面 { $positions }、消えた手 { $edges }
book-marked = 記入しました
book-unchanged = 変更はありません
book-info = { $game }、バージョン { $version }：{ $positions } 局面、{ $edges } 手、{ $games } 局、{ $bytes } バイト。最も深い局面は { $deepest } 手目
book-by-ply = 手数ごとの局面数：{ $plies }
book-verified = { $positions } 局面、{ $edges } 手を調べました
book-scored = { $scored } 手を評価、残り { $left } 手
book-merged = { $positions } 局面、{ $edges } 手。除外 { $left_out } 手

# 詰み
analyze-mate = { $moves } 手で勝ち（自分の手数）
analyze-no-mate = { $moves } 手以内の勝ちはない
analyze-mate-unknown = 制限により探索を打ち切った。{ $moves } 手以内の勝ちはない
analyze-mate-keys = 初手：{ $keys }

# 問題集
suite-none = { $game } には内蔵の問題集がない。ファイルを指定する
suite-positions = { $count } 局面
suite-sum = { $player }：{ $positions } 局面中 { $solved } 正解、{ $nodes } 局面、{ $seconds } 秒
suite-before = 以前（{ $player }）
suite-lost = 不正解に
suite-won = 正解に
suite-effort = 深さ { $depth }、{ $nodes } 局面、{ $seconds } 秒
suite-first = 最初に見つけたのは { $effort }
suite-final = 最終的に決めたのは { $effort }
suite-played = 選んだ手順
suite-right = 正しい手順
suite-cause-search = 正しい手順を見せればそちらを高く評価する。探索の深さが足りない。
suite-cause-weight = 評価関数は誤った手順を好む。最も効いているのは「{ $term }」。重みが大きすぎないか。
suite-cause-term = どの評価項目も両者を区別しない。項目が足りないのではないか。

# 回帰試験
experiment-xiangqi-regression-title = シャンチーで後退してはならないもの全て
experiment-games-count = { $games } 局
regression-signature = 署名
regression-perft = perft
regression-repetition = 千日手の判定
regression-suites = 問題集
regression-selfplay = 早指しの対局
regression-sprt = 弱くなっていないか
regression-gauntlet = 対戦
regression-result = 結果
regression-passed = 後退なし。
regression-failed = 後退あり。
regression-same = 以前と同じ
regression-changed = 以前は { $before }
regression-before = 以前は { $before }
regression-fault-count = 異常 { $count } 件
regression-cpu = CPU { $ours } 秒と { $theirs } 秒
regression-matches = 対戦の報告
regression-wrong = { $stage }：誤り { $count } 件
regression-group-fell = { $group } が { $before } から { $after } に後退
regression-faults = { $stage }：異常 { $count } 件
regression-weaker = 1手 { $time } で以前より弱い

probe-fifty = 50手ルール：{ $value }
probe-sixty = 手数制限：{ $value }
probe-check = 連続王手の規則：{ $value }
probe-syzygy = Syzygy ファイルの値：詰みまでの手数は不明。dtz は実際より一手小さいことがあります
probe-line = 最短手順：{ $line }
help-player-human = 指し手を入力する人間。
help-player-random = 合法手からでたらめに選ぶ。
help-player-random1 = 合法な点にでたらめに打つ。囲碁の文書のランダムプレイヤー。
help-player-random2 = でたらめに打つが、自分の眼は埋めない。
help-player-territory1 = 自分の地が最も増える点に打つ。囲碁の文書の実験その1。
help-player-territory2 = 自分の地が最も増える点に打つ。囲碁の文書の実験その2。
help-player-territory3 = 独自の方法で見積もった地が最も増える点に打つ。
help-player-classic = 囲碁の文書の三段階モデル。盤面を認識し、理由のある候補手を作り、選ぶ。
help-player-rai = アンパンマン将棋の文書の RAI。合法手からでたらめに選ぶ。
help-player-asai = アンパンマン将棋の文書の ASAI。決まった手数だけ先読みする。
help-player-lookahead = 決まった手数だけ先読みする（単純なミニマックス）。
help-player-alphabeta = アルファベータ探索。多くのゲームで最強。深さやノード数を制限しなければ、あるテーブルを使う。
help-player-mcts = モンテカルロ木探索。
help-player-perfect = 解析済みのテーブルから最善手を指す。誤りの割合も指定できる。
help-player-peai = ポーンエンディングの文書の PEAI。乱数を加えた評価値で先読みする。
help-player-perm = ポーンエンディングの文書の PERM。でたらめに指すが、勝敗を決める手は逃さない。
help-player-level1 = 人間向けのレベル：でたらめに指す。
help-player-level2 = 人間向けのレベル：1手番先まで読む。
help-player-level3 = 人間向けのレベル：2手番先まで読む。
help-player-level4 = 人間向けのレベル：3手番先まで読む。
help-player-level5 = 人間向けのレベル：4手番先まで読む。
help-player-external = 外部エンジン。起動するコマンドを書く。プロトコルはゲームで決まる。
help-setting-depth = 先読みの深さ（手数。1手番に複数の行動があるゲームでは手番の数）。
help-setting-nodes = 調べる局面数の上限。
help-setting-time = 1手の制限時間。500ms、1s、2m のように書く。
help-setting-seed = 乱数の種。同じ種なら同じ対局になる。
help-setting-sooner = 1：早い勝ちほど良い。0：勝ちはすべて同じ（文書の通り）。
help-setting-noise = 評価値に加える乱数の大きさ。
help-setting-chooser = 選び方：sum（理由の点数を足す）、priority（優先順位）、search（打ってみて盤面を見直す）。
help-setting-hash = 置換表の大きさ（メガバイト）。
help-setting-book = 考える前に使う定跡ファイル（*.ybk）。
help-setting-policy = 定跡の手の選び方：best、weighted、solid、explore。
help-setting-temperature = weighted の変化の幅。0 は常に最有力の手、100 は比率どおり。
help-setting-plies = 定跡を使う最大手数。
help-setting-min_games = 定跡の局面を使うのに必要な対局数。
help-setting-threads = スレッド数。2以上では結果が再現しない。
help-setting-tables = テーブルを参照するか：on か off。省略すると、深さとノード数に制限がないときだけ参照する。
help-setting-weight = 評価項目の重み（既定値はルールファイルの値）。
help-setting-weights = `tune` が書いた重みのファイル。
help-setting-network = 評価関数を補正するネットワーク：on（内蔵のものがあればそれ）、off、または `tune network` が書いたファイル。
help-setting-legal = 1：可動性は合法手の数。0：駒が届くマスの数（王が取られるマスも含む）。
help-setting-step = 探索の各段階の切り替え：on か off。
help-setting-search = 探索の余裕・深さ・減少量。{ $min }～{ $max }（`tune GAME --list`）。
help-setting-playouts = 1手あたりのプレイアウト数（時間制限の代わり）。
help-setting-cutoff = プレイアウトを打ち切って評価する手数。0 なら終局まで。
help-setting-memory = 探索木に置く局面数の上限。
help-setting-errors = でたらめに指す手の割合（パーセント）。
help-setting-traps = 1：同じ価値の手なら、相手が間違えやすい手を選ぶ。
cli-error = エラー：{ $text }
cli-error-unknown-game = 「{ $name }」というゲームはありません。ゲーム：{ $known }
cli-error-near = もしかして：{ $near }
cli-error-option = { $game } のオプション：{ $reason }
cli-error-position = 局面を読み取れません：{ $reason }
cli-error-move = { $ply } 手目を読み取れません：{ $reason }
cli-error-after-end = { $ply } 手目「{ $move }」は終局後の手です
cli-error-turn-over = 手番は { $moves } 手のうち { $done } 手で終わります
cli-error-over = 対局は終わっています
cli-error-unknown-player = 「{ $name }」というプレイヤーはいません。{ $game } のプレイヤー：{ $known }
cli-error-player = プレイヤー { $player }：{ $reason }
cli-error-engine = エンジン：{ $reason }
cli-error-interrupted = 中断しました。再開するには：{ $command }
cli-error-no-table = テーブルがありません：{ $path }。`yomikiri solve { $arguments }` で作成できます
cli-error-table-too-large = テーブルがありません：{ $path }。大きすぎて作成できません
cli-error-not-covered = { $game } のテーブルはこの局面を含みません：{ $position }
cli-error-table = テーブル：{ $reason }
cli-error-book = 定跡：{ $reason }
cli-error-cluster = クラスター：{ $reason }
# クラスター
cluster-restart = { $cause }。最後のチェックポイントから再起動します（{ $number } 回目）
cluster-killed = { $process } はシグナル { $signal } で終了しました
cluster-silent = 他のプロセスが失われた後も { $process } は終了しませんでした
cluster-ended = エラーで終了しました
# ワーカー
worker-ready = ワーカー { $name } は対局を待っています（Ctrl-C または SIGTERM で終了）
worker-began = 実行 { $run }：{ $game }、この計算機は毎秒 { $speed } 手順、時間 × { $scale }
worker-handed = { $count } 組を提出しました
worker-too-late = 1組が期限に間に合わず、別のワーカーが引き継ぎました
worker-done = { $count } 組を提出して終了します
worker-share = { $name }：{ $units } 組、毎秒 { $speed } 手順
