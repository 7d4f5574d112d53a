# Messages that only the terminal shows; the page does not load them.

## 对局
play-welcome = { $game }：请输入着法或 help。
play-prompt = { $side }>
play-thinks = { $player } 走 { $move }
play-hint = 提示：{ $move }（{ $score }）
play-hint-plain = 提示：{ $move }
play-last-move = 上一步：{ $move }
play-nothing-to-undo = 没有可以悔的棋
play-saved = 已保存到 { $file }
play-loaded = 已读入 { $file }
play-bye = 再见
play-unknown = 既不是合法着法也不是命令：{ $text }（输入 help 查看列表）
play-over = 对局已结束。可用命令：undo、save FILE、load FILE、quit
play-file-missing = { $command } 后面需要文件名
play-help =
    着法         例如 { $move }
    moves        列出合法着法
    undo         悔棋到自己的上一回合
    hint         让引擎给出建议
    flip         翻转棋盘
    resign       认输
    save FILE    把对局保存到文件
    load FILE    继续已保存的对局
    quit         退出

### 终端界面

tui-moves = 棋谱
tui-human = 玩家
tui-paused = 暂停
tui-keys = 方向键+Enter 走棋 · i 输入 · u 悔棋 · ? 提示 · f 翻转 · F1 帮助 · q 退出
tui-keys-picked = 方向键+Enter 放下 · Esc 取消 · F1 帮助
tui-keys-thinking = Esc 立即走棋 · u 悔棋 · Space 暂停 · f 翻转 · r 认输 · F1 帮助 · q 退出
tui-keys-watch = Space 暂停/继续 · Enter 走一步 · u 后退 · f 翻转 · F1 帮助 · q 退出
tui-keys-over = u 悔棋 · n 新对局 · s 保存 · o 打开 · f 翻转 · F1 帮助 · q 退出
tui-keys-choose = ↑ ↓ Enter 或数字键选择 · Esc 取消
tui-keys-help = 按任意键返回对局
tui-type = 着法：
tui-save = 保存到：
tui-load = 打开：
tui-choose = 走哪一着？
tui-thinking = { $player } 正在思考…
tui-thinking-hint = 正在询问 { $player }…
tui-effort = 深度 { $depth }，{ $nodes } 个局面
tui-hint = 提示：{ $move }（{ $player }）
tui-hint-scored = 提示：{ $move }（{ $score }，{ $player }）
tui-illegal = 不是合法着法：{ $text }
tui-over = 对局已结束：u 悔棋，n 新对局
tui-wait = 还没轮到你
tui-not-there = 不能走到那里
tui-nothing-here = 这一格没有合法着法
tui-hand-empty = 没有持驹
tui-no-pass = 不能停一手
tui-nobody-resigns = 你正在观战，不能认输
tui-taken-back = 已悔棋
tui-new-game = 新对局
tui-fault = { $player }：{ $fault }
tui-not-saved = 无法保存对局：{ $error }
tui-confirm-resign = 确定认输吗？（y/n）
tui-confirm-new = 放弃这一局并开始新对局吗？（y/n）
tui-confirm-quit = 退出吗？对局会自动保存。（y/n）
tui-confirm-overwrite = { $file } 已存在。要覆盖吗？（y/n）
tui-legal = 合法着法
tui-graph = 对局的价值
tui-graph-off = 如有残局库，按 v 显示精确值。
tui-value = 精确值
tui-no-table = 没有这个局面的库。可用 `yomikiri solve` 生成。
tui-too-small = 终端太小：至少需要 { $width } × { $height }。
tui-too-small-keys = 请放大窗口，或按 q 退出。
tui-help-title = 按键
tui-help =
    方向键, h j k l | 移动光标
    Enter, Space | 拿起、放下
    Tab | 在棋盘和持驹之间切换
    i 或 : | 输入着法（Tab 补全）
    p | 停一手
    u | 悔棋
    ? | 提示
    Esc | 取消・让引擎立即走棋
    Space | 暂停引擎（Enter 走一着）
    f | 翻转棋盘
    t | 切换字母与符号
    m | 显示棋子走法
    y | 切换着法记法
    v | 显示精确值
    PgUp, PgDn | 滚动棋谱
    s, o | 保存对局、打开对局
    n, r | 新对局、认输
    q | 退出（未保存的对局会自动保存）
    F1, H | 本帮助

### 竞技场

arena-oversubscribed = 警告：在 { $cores } 个核心上同时进行 { $games } 局，用时不公平
arena-few-distinct-games = 警告：{ $units } 个独立样本中只有 { $distinct } 局不同的对局。确定性的棋手会重复同样的对局，请加上 --openings random:plies=4
arena-many-faults = 警告：{ $games } 局中有 { $faults } 局因崩溃、超时或非法着法而结束
arena-broken-off = 警告：有 { $games } 局在仍有合法着法时由引擎（按其自己的规则）不给出着法而结束，按和棋计算
arena-cpu-over-target = 警告：{ $player } 每步使用了 { $used } 毫秒的处理器时间，而不是 { $target } 毫秒
arena-saved = 已保存到 { $dir }
arena-resume = 已中断。已完成的对局全部保存。继续运行：{ $command }
arena-not-saved = 已中断，没有保存任何内容（用 --out DIR 保存）
experiment-games = 各 { $games } 局
experiment-first-wins = 先手胜
experiment-second-wins = 后手胜
experiment-draws = 和棋
experiment-document = 论文
experiment-ours = 本程序（95 %）
experiment-differs = 不同
experiment-columns = 各列：论文的局数和比例；本程序的局数和比例（95 % 置信区间）。“不同”表示无法仅用偶然解释的差异（区间不重叠）。
experiment-endings = 结束原因：{ $reasons }；平均 { $plies } 着
experiment-reading-rules = 按对局实际结果
experiment-reading-no-moves = 若未被将军而无合法着法算和棋
experiment-reading-plies = 在 { $plies } 步（ply）处终止
experiment-within = { $moves } 回合内获胜：{ $games }
experiment-claim-30-moves = “多在30手以内结束”
experiment-claim-undecided = “多在100手以内不分胜负”
experiment-claim-not-14 = “不加随机数时14手内未能决出”
experiment-claim-14 = “只给防守方加随机数时14手以内决出”
experiment-ablation-title = 各规则选项对已求解游戏的影响（experiment ablation 游戏）
experiment-xiangqi-ablation-title = 象棋中每个搜索步骤的作用
experiment-xiangqi-movegen-title = 象棋着法生成器比较
experiment-anpanman-table1-title = 面包超人将棋 表 1：搜索深度 3（ASAI）对 随机（RAI）
experiment-anpanman-table1 = 结果不同的原因：论文没有给出评估函数的权重，因此我们使用规则文件中的权重（子力、首领前进、机动性）。对 RAI 时我们的棋手胜得更多，几乎没有和棋。第二种计数解释了大部分差异：论文要求将死必须有将军（3.1.6），其程序很可能把“未被将军而无合法着法”的对局算作和棋；这样计算，我们对 RAI 的结果就接近论文。自我对弈的结果强烈依赖权重，因此“先手有利”并不是稳定的结论。该游戏的精确值是和棋。
experiment-pawn-ending-table5-title = 兵残局 表 5：王兵（PEAI）对 王，100 步（ply）终止
experiment-pawn-ending-table5 = 论文第 4 章用文字说明了其余各行；权重取自其印出的程序。上限 100 指步（ply）还是回合并不清楚，因此同时给出两种计数（200 步即 100 回合）；“14 回合内”按有兵一方的着数计。不一致之处：PERM 对 PERM 在这里很少不分胜负；只给防守方加随机数时，兵也常常需要超过 14 回合。
experiment-xiangqi-ablation = 象棋搜索各项技术的作用：{ $positions } 个局面搜索到深度 { $depth } 时的节点数
ablation-whole = 完整搜索
ablation-without = 去掉 { $step }
ablation-with = 加上 { $step }
ablation-others = { $count } 个局面选择了不同着法
experiment-xiangqi-movegen = 象棋着法生成方法：{ $positions } 个局面共 { $moves } 着，各方法轮流测量
movegen-scan = 棋盘扫描法
movegen-template = 模板匹配法
movegen-table = 预置表法
movegen-bitboard = 位棋盘（引擎所用）
cli-error-got = { $reason }（输入：{ $got }）
cli-error-nothing-there = { $reason }（没有输入）
usage-unknown-argument = 没有名为“{ $given }”的参数
usage-unknown-command = 没有名为“{ $given }”的命令
usage-no-value = { $argument } 需要一个值
usage-bad-value = “{ $given }”不能用作 { $argument } 的值
usage-missing = 缺少参数：{ $argument }
usage-missing-command = 请给出命令
usage-conflict = { $given } 与 { $other } 不能同时使用
usage-too-many = { $argument } 的值太多
usage-too-few = { $argument } 的值的个数不对
usage-values = 可用的值：{ $known }
usage-near = 您是不是要找：{ $known }
usage-line = 用法: { $usage }
usage-help = 详情请用 --help 查看
problems-proved = { $of }题中{ $proved }题已证实。
problems-right = { $move }：正确。
problems-wrong = { $move }：错误。
problems-refuted = { $move }：错误。{ $answer }可破。
problems-unclear = { $move }：无法算清。
experiment-go-choosers-title = 围棋：从相同候选中选择的三种方法（加分、优先级、搜索）
experiment-go-choosers = 手册介绍了三种方法但没有给出数据。每两局从相同的四手随机着法开始并交换先后；胜局数属于行中先列出的棋手。
experiment-go-ladder-title = 围棋：棋手的强弱阶梯（随机、地盘、三阶段模型）
experiment-go-ladder = 手册预计看地盘的棋手比随机棋手强得多，但没有给出数据。每两局从相同的四手随机着法开始并交换先后；胜局数属于行中先列出的棋手。400 手后仍未结束的对局算和棋：按实验一，双方都能到达每一点之后，任何着法都没有收益，而随机棋手从不停手。
experiment-claim-go-random = 比随机强，也更像围棋
experiment-go-reading-title = 围棋计算中每项改进的价值
experiment-go-reading = 围棋：计算棋串能否被吃，取自 9 路随机对局的 { $questions } 题。手册估计五个候选、五步需要 { $document } 个局面。依次为全部题目的局面数、居中一题的局面数、与完整计算之比
go-reading-whole = 完整计算
go-reading-plain = 不用任何改进
go-reading-row = 中断 { $cut } 题，答案不同 { $others } 题
tune-positions = { $positions } 个局面
tune-accepted = 采用新的权重。
tune-refused = 新的权重未被采用，没有任何改动。

# 开局库
book-no-moves = 开局库中没有此局面
book-columns = {"  "}着法     概率     局数     胜     和     负  期望               权重  学习   评分 残局库
book-built = 收入 { $games } 局，略过 { $skipped } 局；{ $positions } 个局面，{ $edges } 个着法（局数不足 { $dropped } 个）；{ $bytes } 字节，用时 { $seconds } 秒：{ $book }
book-learned = { $games } 局：学习 { $new } 局，已学过 { $known } 局；新增 { $positions } 个局面、{ $edges } 个着法
book-forgot = { $games } 局：撤销 { $new } 局，未学过 { $known } 局；移除 { $positions } 个局面、{ $edges } 个着法
book-marked = 已标注
book-unchanged = 没有变化
book-info = { $game }，版本 { $version }：{ $positions } 个局面，{ $edges } 个着法，{ $games } 局，{ $bytes } 字节；最深的局面在第 { $deepest } 步
book-by-ply = 各步数的局面数：{ $plies }
book-verified = 已检查 { $positions } 个局面和 { $edges } 个着法
book-scored = 已评分 { $scored } 个着法，剩余 { $left } 个
book-merged = { $positions } 个局面，{ $edges } 个着法；略去 { $left_out } 个

# 杀棋
analyze-mate = { $moves } 步杀
analyze-no-mate = { $moves } 步内无杀
analyze-mate-unknown = 搜索因限制而中止；{ $moves } 步内无杀
analyze-mate-keys = 首着：{ $keys }

# 测试集
suite-none = { $game } 没有内置测试集：请指定文件
suite-positions = { $count } 个局面
suite-sum = { $player }：{ $positions } 题中答对 { $solved } 题，{ $nodes } 个局面，{ $seconds } 秒
suite-before = 之前（{ $player }）
suite-lost = 变错
suite-won = 变对
suite-effort = 深度 { $depth }，{ $nodes } 个局面，{ $seconds } 秒
suite-first = 首次找到：{ $effort }
suite-final = 最终确定：{ $effort }
suite-played = 实际变化
suite-right = 正确变化
suite-cause-search = 给出正确变化后评价更高：搜索深度不够。
suite-cause-weight = 评估偏爱错误变化，主要因为“{ $term }”：该权重是否过大？
suite-cause-term = 没有评估项能区分两个变化：是否缺少某一项？

# 回归测试
experiment-xiangqi-regression-title = 象棋中一切不得退步的项目
experiment-games-count = { $games } 局
regression-signature = 签名
regression-perft = perft
regression-repetition = 重复局面判定
regression-suites = 测试集
regression-selfplay = 快速对局
regression-sprt = 是否变弱
regression-gauntlet = 对阵
regression-result = 结果
regression-passed = 没有退步。
regression-failed = 有退步。
regression-same = 与之前相同
regression-changed = 之前 { $before }
regression-before = 之前 { $before }
regression-fault-count = 故障 { $count } 次
regression-cpu = CPU { $ours } 秒与 { $theirs } 秒
regression-matches = 对局报告
regression-wrong = { $stage }：错误 { $count } 处
regression-group-fell = { $group } 从 { $before } 退到 { $after }
regression-faults = { $stage }：故障 { $count } 次
regression-weaker = 每步 { $time } 时比之前弱

probe-fifty = 五十步规则：{ $value }
probe-sixty = 限着规则：{ $value }
probe-check = 长将规则：{ $value }
probe-syzygy = 来自 Syzygy 文件：没有到将死的步数；dtz 可能比实际少一步
probe-line = 最短着法：{ $line }
help-player-human = 由人输入着法。
help-player-random = 随机走任意合法着法。
help-player-random1 = 随机下在任意合法点；围棋文档中的随机棋手。
help-player-random2 = 随机下子，但不填自己的眼。
help-player-territory1 = 下在使己方地域增长最多的点；围棋文档的实验一。
help-player-territory2 = 下在使己方地域增长最多的点；围棋文档的实验二。
help-player-territory3 = 按自有的地域估计，下在增长最多的点。
help-player-classic = 围棋文档的三阶段模型：认识盘面，生成有理由的候选着，再选择。
help-player-rai = 面包超人将棋文档中的 RAI：随机走任意合法着法。
help-player-asai = 面包超人将棋文档中的 ASAI：固定深度预读。
help-player-lookahead = 固定深度预读（普通极小化极大搜索）。
help-player-alphabeta = Alpha-beta 搜索：多数游戏中最强的棋手。不限制深度或节点数时会使用已有的残局库。
help-player-mcts = 蒙特卡洛树搜索。
help-player-perfect = 按已求解的库完美行棋，也可指定失误率。
help-player-peai = 兵残局文档中的 PEAI：带随机扰动的评估与预读。
help-player-perm = 兵残局文档中的 PERM：随机走子，但不会错过决定胜负的着法。
help-player-level1 = 面向人的等级：随机走子。
help-player-level2 = 面向人的等级：预读一个回合。
help-player-level3 = 面向人的等级：预读两个回合。
help-player-level4 = 面向人的等级：预读三个回合。
help-player-level5 = 面向人的等级：预读四个回合。
help-player-external = 外部引擎：写出启动它的命令行，协议由游戏决定。
help-setting-depth = 搜索深度（步数；一回合有多个动作的游戏按回合计）。
help-setting-nodes = 最多访问的局面数。
help-setting-time = 每步的时间上限，如 500ms、1s 或 2m。
help-setting-seed = 随机种子；同一种子走出同样的对局。
help-setting-sooner = 1：越快获胜越好；0：所有胜利等价（与文档一致）。
help-setting-noise = 加在评估值上的随机分数。
help-setting-chooser = 选择方法：sum（各理由分数相加）、priority（按优先顺序）、search（试下后重新看盘面）。
help-setting-hash = 置换表大小（兆字节）。
help-setting-book = 思考前先查的开局库（*.ybk）。
help-setting-policy = 开局库着法的选择方式：best、weighted、solid 或 explore。
help-setting-temperature = weighted 的变化程度：0 总走最可能的着法，100 按比例。
help-setting-plies = 最多使用开局库的半回合数。
help-setting-min_games = 使用开局库局面所需的对局数。
help-setting-threads = 线程数；多于一个时结果不可重现。
help-setting-tables = 是否查询残局库：on 或 off；省略时仅在不限制深度和节点数时查询。
help-setting-weight = 评估项的权重（默认取规则文件中的值）。
help-setting-weights = `tune` 写出的权重文件。
help-setting-network = 修正评估函数的网络：on（程序自带的，如果该游戏有）、off，或 `tune network` 写出的文件。
help-setting-legal = 1：机动性按合法着法数计；0：按棋子可达的格数计（含受攻击的格）。
help-setting-step = 搜索步骤的开关：on 或 off。
help-setting-search = 搜索的裕度、深度或缩减量，{ $min } 到 { $max }（`tune GAME --list`）。
help-setting-playouts = 每步的模拟次数（代替时间限制）。
help-setting-cutoff = 模拟多少步后改用评估；0 表示下到终局。
help-setting-memory = 搜索树中局面数的上限。
help-setting-errors = 随机走子的比例（百分比）。
help-setting-traps = 1：在等价着法中优先选择对手最容易出错的。
cli-error = 错误：{ $text }
cli-error-unknown-game = 没有名为“{ $name }”的游戏；可用的游戏：{ $known }
cli-error-near = 您是不是要找：{ $near }
cli-error-option = { $game } 的选项：{ $reason }
cli-error-position = 无法读取局面：{ $reason }
cli-error-move = 无法读取第 { $ply } 步：{ $reason }
cli-error-after-end = 第 { $ply } 步“{ $move }”在终局之后
cli-error-turn-over = 回合在 { $moves } 步中的第 { $done } 步后结束
cli-error-over = 对局已经结束
cli-error-unknown-player = 没有名为“{ $name }”的棋手；{ $game } 有：{ $known }
cli-error-player = 棋手 { $player }：{ $reason }
cli-error-engine = 引擎：{ $reason }
cli-error-interrupted = 已中断；继续请运行：{ $command }
cli-error-no-table = 找不到库：{ $path }；可用 `yomikiri solve { $arguments }` 生成
cli-error-table-too-large = 找不到库：{ $path }；它太大，无法生成
cli-error-not-covered = { $game } 的库不包含此局面：{ $position }
cli-error-table = 库：{ $reason }
cli-error-book = 开局库：{ $reason }
cli-error-cluster = 集群：{ $reason }
# 集群
cluster-restart = { $cause }；从上一个检查点重新启动（第 { $number } 次）
cluster-killed = { $process } 被信号 { $signal } 终止
cluster-silent = 另一个进程丢失后，{ $process } 没有结束
cluster-ended = 因错误结束
# 工作进程
worker-ready = 工作进程 { $name } 正在等待对局（按 Ctrl-C 或发送 SIGTERM 结束）
worker-began = 任务 { $run }：{ $game }，本机每秒 { $speed } 个着法序列，时间 × { $scale }
worker-handed = 已提交 { $count } 组
worker-too-late = 有一组完成得太晚，已由其他工作进程接手
worker-done = 共提交 { $count } 组，工作进程结束
worker-share = { $name }：{ $units } 组，每秒 { $speed } 个着法序列
