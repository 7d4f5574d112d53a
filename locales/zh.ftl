# 中文消息。本目录所有文件的 id 和变量都相同。

## 双方
side-first = 先手
side-second = 后手
turn-first = 轮到先手
turn-second = 轮到后手
in-check = 将军
hand-first = 先手持驹：
hand-second = 后手持驹：
hand-empty = 无

## 终局
outcome-first-won = 先手胜（{ $reason }）
outcome-second-won = 后手胜（{ $reason }）
outcome-draw = 和棋（{ $reason }）
reason-mate = 将死
reason-goal = 王（首领）到达底线
reason-leader-taken = 王（首领）被吃
reason-no-moves = 无合法着法
reason-repetition = 局面重复
reason-perpetual-check = 长将
reason-perpetual-chase = 长捉
reason-mutual-perpetual-check = 双方长将
reason-mutual-perpetual-chase = 双方长捉
reason-time = 超时
reason-illegal-move = 非法着法
reason-forfeit = 弃权
reason-agreement = 双方同意
reason-adjudication = 裁定
reason-resign = 认输
reason-three-in-a-line = 三子连线
reason-board-full = 棋盘已满
reason-enemy-goal = 方块到达对方终点
reason-all-taken = 对方方块全部被吃
reason-turn-limit = 达到回合上限
reason-move-limit = 达到步数上限
reason-stalemate = 逼和
reason-insufficient-material = 子力不足
reason-promotion = 兵安全升变
reason-pawn-lost = 没有兵可以升变
reason-count = 数子（数目）终局

## 重复局面的裁定
judged-plies = 裁定范围为重复局面之间的第{ $from }着至第{ $to }着。
judged-allowed = { $side }没有违例。
judged-check = { $side }每着都将军（长将）。
judged-chase = { $side }每着都捉同一个{ $victim }（长捉）：{ $moves }。
judged-chase-ply = 第{ $ply }着 { $from }的{ $hunter }捉{ $to }的{ $victim }
list-separator = 、
xiangqi-red = 红方
xiangqi-black = 黑方
xiangqi-king = 帅／将
xiangqi-advisor = 士
xiangqi-elephant = 象
xiangqi-horse = 马
xiangqi-rook = 车
xiangqi-cannon = 炮
xiangqi-pawn = 兵／卒

## 评估项目
term-material = 子力
term-advance = 王（首领）前进
term-mobility = 合法着法数
term-piece-square = 棋子位置
term-coordination = 棋子配合
term-king-safety = 将帅安全
term-open-lines = 剩余的线
term-janken-cubes = 方块数
term-janken-nearest = 离终点最近的方块
term-janken-advance = 全部方块的前进
term-janken-captures = 可吃的方块
term-janken-threat = 可直达终点的方块
term-placement = 棋子位置
term-passed-pawns = 通路兵
term-king = 王
term-pawn-advance = 兵的推进
term-king-ahead = 王在兵旁或兵前
term-defender-near = 敌王靠近兵
term-opposition = 对王
term-pawn-square = 兵的正方形
term-stones = 棋子
term-territory = 空（目）
term-prisoners = 提子
term-komi = 贴目
term-handicap = 让子
term-total = 合计

## 规则文件中没有名称的游戏
game-tictactoe = 井字棋
piece-cross = 叉
piece-nought = 圈
game-janken = 猜拳将棋
piece-rock = 石头
piece-scissors = 剪刀
piece-paper = 布
game-chess = 国际象棋
piece-pawn = 兵
piece-knight = 马
piece-bishop = 象
piece-rook = 车
piece-queen = 后
piece-king = 王
game-xiangqi = 象棋
game-go = 围棋
piece-stone = 棋子

## 游戏列表
games-options = 选项
games-players = 棋手
games-start = 初始局面

## 计数与思考
moves-none = 无合法着法
perft-total = 合计：{ $nodes }
analyze-depth = 深度 { $depth }
analyze-nodes = { $nodes } 个局面，{ $seconds } 秒（{ $speed } 局面/秒）
analyze-terms = 评估
score-win = { $plies } 步胜
score-loss = { $plies } 步负
score-won = 胜
score-lost = 负

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

## 启动
start-title = Yomikiri：棋类游戏实验室
start-open = 请在浏览器中打开 { $address }
start-try = 试试：
start-play = 下面包超人将棋
start-list = 列出所有游戏、选项和棋手
start-analyze = 分析一个局面
start-help = 运行 `{ $command }` 查看全部命令。

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
    PgUp, PgDn | 滚动棋谱
    s, o | 保存对局、打开对局
    n, r | 新对局、认输
    q | 退出（未保存的对局会自动保存）
    F1, H | 本帮助

### 竞技场

arena-oversubscribed = 警告：在 { $cores } 个核心上同时进行 { $games } 局，用时不公平
arena-few-distinct-games = 警告：{ $units } 个独立样本中只有 { $distinct } 局不同的对局。确定性的棋手会重复同样的对局，请加上 --openings random:plies=4
arena-many-faults = 警告：{ $games } 局中有 { $faults } 局因崩溃、超时或非法着法而结束
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
experiment-anpanman-table1-title = 面包超人将棋 表 1：搜索深度 3（ASAI）对 随机（RAI）
experiment-anpanman-table1 =
    结果不同的原因：论文没有给出评估函数的权重，本程序使用规则文件中的权重（子力、王的前进、合法着法数）。对 RAI 时，本程序胜局更多，几乎没有和棋。论文中 6–10 % 的和棋，我们试过的任何权重都无法重现；论文的程序计算重复局面的方法很可能与其规则不一致。自我对弈的结果受权重影响很大，因此“先手有利”不是稳定的结论。完全求解的结果是和棋。
experiment-pawn-ending-table5-title = 兵残局 表 5：王和兵（PEAI）对 王，满 100 着终止
experiment-pawn-ending-table5 = 论文只给出 PEAI 对 PEAI 的数字。论文的棋手在评估值上加了随机数，部分权重没有给出。

### 残局库

solve-game = 棋类
solve-table = 部分
solve-start = 初始局面
solve-positions = 局面数（对称局面只计一次）
solve-win = 走棋方胜
solve-draw = 和棋
solve-loss = 走棋方负
solve-longest = 最长胜（着数）
solve-longest-turns = 最长胜（回合数）
solve-seconds = 秒
solve-bytes = 字节
solve-file = 库文件
value-draw = 和棋
probe-syzygy = 来自 Syzygy 文件：没有到将死的步数；dtz 可能比实际少一步

### 棋力

level-random = 随机
level-beginner = 入门
level-easy = 简单
level-medium = 中等
level-strong = 强
level-strongest = 最强
level-slips-often = 完美，常有失误
level-slips = 完美，偶有失误
level-perfect = 完美

### 教学图层

layer-attacks = 攻击图
layer-hanging = 受攻击的棋子
layer-threats = 一回合内的威胁
layer-evaluation = 评估
layer-key-squares = 关键格
layer-opposition = 对王
layer-pawn-square = 兵的正方形
lesson-pawn-ending-only = 此图层只用于王兵对单王的局面。
lesson-zugzwang = 互相被迫走棋（Zugzwang）：轮到谁走，谁的结果就变差。
lesson-no-zugzwang = 没有被迫走棋：轮到谁走都不影响结果。
lesson-pawn-caught = 守方可以守和。
lesson-pawn-free = 兵可以升变。

### 页面

page-nav = 页面
page-nav-play = 对局
page-nav-analysis = 分析
page-nav-tables = 残局库
page-nav-rules = 规则
page-skip = 跳到内容
page-title-lobby = 对局
page-title-room = 对局
page-title-analysis = 分析棋盘
page-title-tables = 残局库浏览
page-title-rules = 规则
page-title-lost = 未找到
page-lost = 页面不存在。
page-to-lobby = 返回首页
page-settings = 设置
page-close = 关闭
page-cancel = 取消
page-welcome = 下棋、研究、求解
page-welcome-more = 与电脑、朋友或完美的对手下棋。在已求解的游戏中，可以看到每一着的确切结果。
page-choose-game = 选择游戏
page-board-size = { $width } × { $height }
page-solved = 已求解
page-new-game = 新对局
page-who-here = 我
page-who-link = 朋友
page-who-engine = 电脑
page-level = 棋力
page-swap-sides = 交换先后手
page-clock = 用时
page-clock-none = 不限时
page-clock-sudden = 每方 { $minutes } 分钟
page-clock-fischer = { $minutes } 分钟 + 每步 { $seconds } 秒
page-clock-byoyomi = { $minutes } 分钟，读秒 { $seconds } 秒 × { $periods }
page-clock-canadian = { $minutes } 分钟，之后每 { $period } 分钟 { $turns } 手
page-clock-left = 还剩 { $seconds } 秒
page-allow-hints = 对局中允许提示
page-rule-options = 规则选项
page-start-position = 起始局面
page-position-text = 局面文本
page-edit-position = 编辑局面
page-create = 开始对局
page-analyse-instead = 分析棋盘
page-recent-own = 我的对局
page-watching = 观战
page-ply = { $ply } 步
page-won-first = 先手胜
page-won-second = 后手胜
page-drawn = 和棋
page-palette = 棋子
page-eraser = 删除棋子
page-hand-more = 持驹 +
page-hand-less = 持驹 −
page-clear-board = 清空棋盘
page-usual-start = 标准开局
page-use-position = 使用此局面
page-board-label = { $game }的棋盘
page-cell-piece = { $cell }：{ $side }的{ $piece }
page-cell-empty = { $cell }：空
page-cell-alert = 受到威胁
page-cell-last = 上一步
page-cell-target = 可以走到这里
page-cell-moves = 可走 { $count } 着
page-hand-piece = { $side }持驹：{ $piece } { $count } 枚
page-choose-move = 走哪一着？
page-connecting = 正在连接…
page-reconnecting = 连接已断开，正在重连…
page-not-connected = 未连接，请重试。
page-no-room = 该对局不存在。
page-you = 你
page-opponent = 对手
page-seat-free = 空位
page-thinking = 思考中…
page-away = 离开
page-present = 在线
page-you-watch = 你正在观战。
page-you-both = 你同时执双方。
page-you-play = 你执{ $side }。
page-in-the-past = 正在查看之前的局面。
page-to-present = 回到当前局面
page-seat-is-free = { $side }还没有棋手。
page-sit = 加入对局
page-invite = 邀请对手
page-invite-more = 最先打开此链接并加入的人参加对局，其他人观战。
page-copy = 复制
page-copied = 已复制
page-qr = 链接的二维码
page-offer-draw = { $side }提议和棋。
page-offer-take-back = { $side }请求悔棋。
page-offer-rematch = { $side }想再下一局。
page-offer-sent = 正在等待对方答复。
page-accept = 接受
page-decline = 拒绝
page-declined = 提议被拒绝。
page-type-move = 输入着法
page-play-typed = 走棋
page-not-legal = 不合法的着法：{ $move }
page-staged = 本回合已准备 { $count } 个动作
page-undo-step = 撤销上一个动作
page-confirm-turn = 确认本回合
page-actions = 操作
page-take-back = 悔棋
page-offer-draw-do = 提议和棋
page-resign = 认输
page-resign-sure = 确定认输吗？
page-pass-sure = 确定停一手吗？
page-count-title = 点目
page-counting-how = 请点击死子。双方接受相同的标记后，对局结束。
page-counting-judging = 电脑正在判断死子…
page-counting-judged-more = 这是{ $side }判断的死子。如有异议，请继续对局。
page-counting-accepts = 已接受
page-counting-waits = 尚未接受
page-counting-marked = { $side }更改了死子
page-counting-judged = { $side }已判断死子
page-counting-accepted = { $side }接受了结果
page-counting-resumed = { $side }继续对局
page-count-sum = 合计
page-count-accept = 接受
page-count-resume = 继续对局
page-claim-count = 点目结束对局
page-numbers = 手数
page-number-at = { $number }（同{ $at }）
page-aimed = { $move }：再点一次落子
page-won-by = { $side }胜{ $points }目
page-cell-ko = 打劫禁着点
page-cell-dead = 死子
page-cell-owned = { $side }的地
page-cell-number = 第{ $number }手
page-set-coordinates = 棋盘坐标
page-rematch = 再来一局
page-next-room = 进入下一局
page-absent-wait = 对手已离开。如果不回来，{ $seconds } 秒后可以判胜。
page-absent-now = 对手已离开。你可以判胜，也可以继续等待。
page-claim-win = 判胜
page-claim-draw = 判和
page-show-values = 显示结果
page-flip = 翻转
page-analyse = 分析
page-save-record = 保存
page-watchers = { $count } 人观战
page-say-move = { $side } { $move }
page-say-taken-back = 已悔棋。
page-moves = 着法
page-no-moves-yet = 还没有着法。
page-to-start = 到开头
page-step-back = 后退一着
page-step-on = 前进一着
page-to-end = 到结尾
page-true-values = 理论结果
page-value-win = 胜
page-value-loss = 负
page-value-draw = 和棋
page-value-win-in-plies = { $distance } 步胜
page-value-loss-in-plies = { $distance } 步负
page-value-win-in-turns = { $distance } 回合胜
page-value-loss-in-turns = { $distance } 回合负
page-measure-promotion = { $plies } 步后升变
page-measure-dtc = 下一次吃子、升变或将死：{ $plies } 步
page-measure-dtz = 下一次吃子、走兵或将死：{ $plies } 步
page-measure-drawn = 按五十回合规则为和棋
page-measure-unknown = 按五十回合规则的结果无法由这里的残局库得知
page-measure-syzygy = 来自 Syzygy 文件：到将死的步数未知；显示的步数可能比实际少一步
page-no-table = 这里没有该游戏的残局库。生成命令：{ $command }
page-no-table-here = 这里没有该局面的残局库。生成命令：{ $command }
page-table-not-covered = 没有包含该局面的残局库。
page-table-too-large = 该局面的残局库约有 { $positions } 个局面，太大，无法生成。
page-engine = 引擎
page-engine-lines = 变化数量
page-engine-start = 开始
page-engine-stop = 停止
page-engine-effort = 深度 { $depth }，{ $nodes } 个局面
page-review = 复盘
page-graph-title = 形势图
page-graph = 逐着评估：{ $values }
page-for-first = 对先手：{ $value }
page-first-better = 先手占优
page-second-better = 后手占优
page-class-keeps = 保持结果
page-class-slower = 结果不变，但更慢
page-class-to-draw = 由胜变和
page-class-loses = 败着
page-class-only = 唯一着
page-promote-line = 设为主线
page-notes = 注释
page-node-name = 局面名称
page-comment = 评注
page-node-note = 注释
page-node-setup = 摆子
page-set-up-here = 在此编辑棋盘
page-cut-line = 从这里删除
page-layers = 图层
page-tools = 工具
page-records = 棋谱
page-records-more = 粘贴棋谱或打开文件后读取；也可以把本局导出为文本。
page-open-file = 打开文件
page-read-record = 读取
page-write-record = 导出
page-format = 格式
page-no-records = 文本中没有棋谱。
page-records-read = 已读取 { $count } 局，显示第一局。
page-tables-more = 残局库保存了游戏中每个局面的确切结果。
page-table-missing = 该游戏在此服务器上尚未求解。
page-no-solver = 该游戏不支持求解。
page-solve-it = 用以下命令求解：
page-counting = 正在统计…
page-counts = { $game }的局面数
page-table-name = 库
page-side-to-move = 走棋方
page-count-win = 胜
page-count-draw = 和
page-count-loss = 负
page-count-all = 合计
page-longest = 最长胜
page-histogram = 各步数的局面数：胜（上）与负（下）
page-notation-chess = 小将棋：西式（Ab4）
page-notation-shogi = 小将棋：日式（2四ア）
option-captures = 被吃的棋子
option-model = 将军规则
option-goal = 获胜条件
option-no-moves = 无合法着法
option-repetition = 重复局面规则
option-repetition-result = 重复局面的结果
option-perpetual-check = 长将
option-move-limit = 步数上限
option-must-use-all = 必须用完所有行动
option-return-rule = 方块不能退回
option-funbari-return = 最后一个方块可以回本营
option-stuck = 无法行动
option-turn-limit = 回合上限
option-size = 棋盘大小
option-komi = 贴目
option-handicap = 让子
option-handicap-bonus = 让子贴还
option-suicide = 自杀
option-ko = 劫的规则
option-scoring = 计算方法
choice-remove = 移出棋盘
choice-hand = 成为持驹
choice-check = 必须应将
choice-capture = 可以吃掉王
choice-none = 无
choice-safe = 到达底线且安全
choice-any = 到达底线
choice-loss = 判负
choice-draw = 和棋
choice-pass = 停一手
choice-first-loses = 先手负
choice-second-loses = 后手负
choice-ignored = 与普通重复相同
choice-loses = 长将方负
choice-0 = 无
choice-true = 是
choice-false = 否
choice-mate = 将死
choice-promotion = 安全升变
choice-axf = 亚洲规则（AXF）
choice-wxf = 世界规则（WXF）
choice-backstep = 上一格
choice-turn_origin = 回合开始时的格
choice-n = 每子还一目
choice-n-1 = 比让子数少一目
choice-simple = 普通劫
choice-positional = 禁止全局同形
choice-situational = 禁止全局同形（行棋方相同）
choice-area = 数子法
choice-territory = 数目法
page-find = 查找局面
page-find-longest-win = 最长的胜局
page-find-only-move = 唯一着
page-find-zugzwang = 被迫走棋（Zugzwang）
page-open-analysis = 分析
page-pieces = 棋子
page-set-language = 语言
page-set-theme = 配色
page-theme-auto = 跟随设备
page-theme-light = 浅色
page-theme-dark = 深色
page-set-pieces = 棋子
page-pieces-auto = 标准
page-pieces-shapes = 图形
page-pieces-signs = 文字
page-pieces-letters = 字母
page-set-notation = 着法记法
page-notation-exact = 坐标（b5b4）
page-set-marks = 显示棋子走法
page-set-animation = 走子动画
page-set-sound = 声音
page-set-confirm = 含多个动作的回合需要确认
page-set-tilt = 倾斜棋盘、立体棋子
page-faces = { $top }（前 { $front }，侧 { $side }）
error-seat-taken = 别人已先加入，你可以观战。
error-not-your-turn = 还没轮到你。
error-already-declined = 对方已拒绝。下一着之后可以再次提出。
error-game-over = 对局已结束。
error-counting = 对局已停。请接受结果或继续对局。
error-stale = 局面已改变，请重新查看。
error-engine-judges = 死子由电脑判断。如有异议，请继续对局。
error-not-counting = 现在不能点目。
error-not-judged = 电脑还在判断。
error-too-fast = 请求过于频繁，请稍候。
error-engine-busy = 引擎正忙，请稍后再试。
error-store-unavailable = 服务器暂时无法保存，此操作未生效，请几秒后重试。

note-janken-threats = 一回合内能吃掉的方块：先手 { $first } 个，后手 { $second } 个。
refusal-own-piece = 那里是自己的棋子。
refusal-janken-equal = 手势相同，不能吃。
refusal-janken-beaten = 对方的手势胜过你。
refusal-janken-home = 离开本营的方块不能再回去。
refusal-janken-back = 刚动过的方块不能立刻退回。
situation-janken-setup = 请放置方块（第 { $number } 个，共 { $of } 个）
situation-janken-action = 行动 { $number } / { $of }
situation-janken-funbari = 最后一个方块：行动 { $number } / { $of }
situation-go-prisoners = 提子：黑方 { $black }，白方 { $white }
preset-janken-rocks = 全是石头
preset-janken-fan = 扇形
preset-janken-wings = 双翼
preset-janken-answer = 石头对布
page-usual-start-name = 标准开局
page-start-other = 其他局面
page-start-by = 起始局面
page-set-up-quickly = 一次放好全部方块
page-random = 随机
page-why-not = 不能走到那里：{ $why }
page-cannot-move = 现在不能走动。
page-listed = 允许任何人观战
page-now-playing = 正在进行的对局
page-watch = 观战
page-title-api = API
page-nav-api = API
page-api-intro = 本页的全部功能都通过这个 API 实现。完整说明采用 OpenAPI 格式。
page-api-raw = OpenAPI 说明（JSON）
page-api-try = 发送
page-api-answer = 响应
page-api-body = 请求体
page-title-settings = 设置
move-pass = 停一手
page-person = 真人
page-rights = 易位权
right-castle-first-king = 白方王翼易位
right-castle-first-queen = 白方后翼易位
right-castle-second-king = 黑方王翼易位
right-castle-second-queen = 黑方后翼易位
page-endings-solved = 残局已求解
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

### What each game is
side-white = 白方
side-black = 黑方
side-red = 红方
side-cross = 叉（先手）
side-nought = 圈（后手）
pitch-anpanman = 双方各三枚棋子，只进不退。把主角送到最远的一行。
pitch-dobutsu = 四种动物的将棋：抓住狮子，或把自己的狮子走到底线。
pitch-gorogoro = 只有金、银、步的小将棋，没有飞和角。
pitch-minishogi = 在五乘五的棋盘上体验将棋的全部战术。
pitch-chess = 经典之作：将死对方的王。
pitch-janken = 滚动石头、剪刀、布的方块，抢占对方的角。
pitch-tictactoe = 三子连成一线即胜。你能战胜完美的对手吗？
pitch-xiangqi = 马走日、炮翻山，楚河汉界的较量。
page-minutes = { $from }～{ $to }分钟
page-difficulty-1 = 一分钟学会
page-difficulty-2 = 十分钟学会
page-difficulty-3 = 需要练习
page-turn = 轮到{ $side }
page-your-turn = 轮到你了
page-their-turn = 轮到{ $side }走
page-won = { $side }胜（{ $reason }）
page-you-win = 你赢了！
page-you-lose = 你输了
page-draw = 和棋
page-side-won = { $side }胜
page-side-better = { $side }占优
page-for-side = 对{ $side }：{ $value }
page-hand-of = { $side }的持驹
page-notation-native = 各棋种惯用记法
page-notation-san = 国际象棋：代数记谱（Nf3）
page-notation-wxf = 象棋：WXF（C2=5）
page-notation-chinese = 象棋：中文（炮二平五）
page-notation-iccs = 象棋：ICCS（H2-E2）
page-choose-piece = 选择升变
page-choice-plain = 不升变
page-choice-promote = 升变

### What rule options mean
help-option-captures = 被吃的棋子如何处理。
help-option-model = 必须应将，还是可以直接吃掉对方的王。
help-option-goal = 主将到达最后一行是否获胜。
help-option-chess-goal = 将死为标准国际象棋；安全升变用于研究兵残局。
help-option-no-moves = 一方无合法着法时如何判定。
help-option-repetition = 同一局面出现几次后终局；0 表示不使用此规则。
help-option-xiangqi-repetition = 长将、长捉按哪套规则裁定。
help-option-repetition-result = 重复局面达到次数后的结果。
help-option-perpetual-check = 以连续将军造成重复的一方是否判负。
help-option-move-limit = 双方各走多少着没有进展即和；0 表示不限。
help-option-must-use-all = 能行动时是否必须用完全部行动。
help-option-return-rule = 同一回合中方块不能退回的格子。
help-option-funbari-return = 最后一个方块能否再回本营。
help-option-stuck = 方块都无法行动的一方如何处理。
help-option-turn-limit = 达到此回合数即为和棋；0 表示不限。

### Playing
page-wrong-not-yours = 那不是你的棋子。
page-wrong-target = 不能走到那里。可走的格子有标记。
page-wrong-stuck = 这枚棋子现在无法移动。
page-wrong-turn = 还没轮到你。
page-wrong-empty = 请先选择自己的棋子。
page-more = 更多
page-type-open = 输入着法
page-start-value = 初始局面双方最优走法的结果：{ $value }
page-start-draw = 和棋
page-start-won = { $side }胜（{ $distance }步）
page-start-won-turns = { $side }胜（{ $distance }回合）
page-tilt = 切换视角
page-share-loopback = 此服务器只监听本机，其他人打不开这个链接。请用 `yomikiri serve --addr 0.0.0.0:7878` 启动，再分享它显示的地址。
page-share-lan = 同一网络中的任何人都可以打开此链接。
page-continue = 继续

### Learning
page-nav-learn = 学习
page-title-learn = 学习
page-learn-lessons = 边玩边学
page-learn-step = 第 { $number } 步，共 { $of } 步
page-learn-right = 正确！
page-learn-wrong = 不对，再试一次。
page-learn-next = 下一步
page-learn-done = 你已掌握基本规则，来下一盘吧！
page-learn-restart = 重新开始
page-learn-ladder = 逐级挑战
page-learn-ladder-more = 从最低级开始，每个对手各胜一次。
page-learn-beaten = 已战胜
page-learn-puzzles = 习题
page-learn-puzzles-more = 找出唯一能保持结果的着法。题目无穷无尽。
page-puzzle-win = { $side }先行取胜：只有一着能赢。
page-puzzle-draw = { $side }走棋：只有一着能守和。
page-puzzle-hint = 提示
page-puzzle-hint-1 = 注意有标记的棋子。
page-puzzle-hint-2 = 目标是有标记的格子。
page-puzzle-hint-3 = 答案是 { $move }。
page-puzzle-next = 下一题
page-puzzle-streak = 连对：{ $count }
page-puzzle-searching = 正在寻找习题……
page-puzzle-none = 没有找到习题，请重试。
page-puzzle-none-here = 这个游戏没有习题。试试这些：
learn-anpanman-1 = 这是你的主角。点击它，再点击有标记的格子。
learn-anpanman-2 = 你的棋子前面有敌人，吃掉它。
learn-anpanman-3 = 离最后一行只差一步，赢下这一局！
learn-dobutsu-1 = 狮子可以向任意方向走一格。走一步看看。
learn-dobutsu-2 = 你的小鸡正对着对方的小鸡，吃掉它。
learn-dobutsu-3 = 吃到的动物归你所有。点击手中的小鸡，再点击一个空格。
learn-dobutsu-4 = 抓住狮子！
learn-gorogoro-1 = 银可以向前和斜向走。走一步看看。
learn-gorogoro-2 = 步兵吃正前方的子。吃掉一个步兵。
learn-gorogoro-3 = 把手中的金打入空格。
learn-gorogoro-4 = 打入金，将死对方。
learn-minishogi-1 = 飞沿横竖走任意格。走一步看看。
learn-minishogi-2 = 用飞吃掉步兵。
learn-minishogi-3 = 把手中的金打入空格。
learn-minishogi-4 = 打入金，将死对方。
learn-chess-1 = 马走“日”字。走一步看看。
learn-chess-2 = 用马吃掉兵。
learn-chess-3 = 对方的王无路可逃，用车将死它。
learn-xiangqi-1 = 马走“日”字。走一步看看。
learn-xiangqi-2 = 炮隔一子吃子。吃掉对方的车。
learn-xiangqi-3 = 双车错杀，赢下这一局。
learn-janken-1 = 点击方块，把它滚到相邻的格子。边上的符号就是滚动后朝上的一面。
learn-janken-2 = 石头胜剪刀，剪刀胜布，布胜石头。吃掉剪刀。
learn-janken-3 = 把方块滚进对方的角，赢下这一局。
learn-tictactoe-1 = 在任意格子画一个叉。
learn-tictactoe-2 = 连成三个，赢下这一局。
learn-go-1 = 围棋下在线的交叉点上。在任意一点放一颗子。
learn-go-2 = 白子旁边只剩一个空点，也就是最后一口气。下在那里把它提掉。
learn-go-3 = 相连的棋子共用气。把两颗子一起提掉。
learn-go-4 = 打劫：白棋刚提了一子，你不能立即在C3提回。请先下在别处。
learn-go-5 = 双方都已在别处下过一手，现在可以提回劫了。
learn-go-6 = 有两只分开的眼的棋永远不会被吃。找出做成两只眼的那一点。
learn-go-7 = 白棋停一手了，再没有可占的点。你也停一手：双方连续停手即终局，子多者胜。

### Review and playing, more
page-coach = 这一局可以学到什么
page-mistakes = 失误：{ $count }
page-no-mistakes = 没有失误，下得漂亮！
page-mistake-prev = 上一个
page-mistake-next = 下一个失误
page-mistake-played = 第 { $ply } 步：{ $side }走了 { $move }。
page-mistake-values = 走之前：{ $was }；走之后：{ $now }。
page-mistake-points = 评估：{ $was } → { $now }
page-mistake-better = 应走 { $move }。
page-mistake-show = 查看这步棋
page-try-again = 从这里重试
page-share-review = 此局的链接
page-hide-values = 隐藏数值
page-copy-link = 复制链接
page-recent-watched = 你观看过的对局
page-solved-help = 所有局面的结果都已算清。
page-endings-solved-help = 子力较少的残局结果都已算清。
legend-janken-beats = 胜
legend-janken-goal = 进入对方的角（菱形），或吃光对方的方块，即获胜。
legend-janken-home = 斜线格是本营，方块离开后不能再回去。
legend-janken-edges = 边上的符号是方块滚过该边后朝上的一面。
page-setup-how = 点击有标记的格子并选择方块的朝向。顺序随意，确认前都可以更改。
page-graph-axis = 高度：距终局的步数
page-histogram-axis = 距终局步数
page-offline = 离线
error-unknown-room = 该对局不存在。
error-bad-position = 无法识别为此棋种的局面。
error-bad-move = 此局面不能这样走。
error-offline = 服务器没有响应。
error-too-large = 超出服务器的处理范围。
pitch-go = 围得比对方更多的地盘。
help-option-size = 棋盘的路数；初学可用九路。
help-option-komi = 后手白方获得的贴目。
help-option-handicap = 白方落子前黑方先摆的子数。
help-option-handicap-bonus = 白方因让子获得的补偿。
help-option-suicide = 是否允许自杀着。
help-option-ko = 禁止哪种同形再现。
help-option-scoring = 数子，还是只数地与提子。

### Tables and puzzles, more
page-tree = 浏览博弈树
page-tree-more = 每一步棋的精确结果。点击一步棋继续往下看。
page-tree-way = 已走的棋步
page-tree-start = 起点
page-tree-open = 从这里浏览
page-tree-filter = 按结果筛选
page-tree-sort = 棋步排序
page-tree-sort-best = 最好在前
page-tree-sort-nearest = 最短在前
page-tree-sort-board = 按棋盘顺序
page-line = 最短着法
page-solve-cost = 求解约需{ $time }计算时间和 { $memory } 内存：{ $positions }个局面，文件 { $disk }。
page-solve-too-large = 超出本服务器的内存。
page-solve-start = 现在求解
page-solve-resume = 继续求解
page-solve-stop = 停止
page-solve-running = 正在求解 { $name } …
page-solve-stopping = 正在保存 { $name } …
page-solve-stage = { $stage } { $round }
page-solve-stopped = 已停止，进度已保存。
page-solve-failed = 求解失败：{ $fault }
page-solve-another = 生成其他表
page-time-seconds = { $count } 秒
page-time-minutes = { $count } 分钟
page-time-hours = { $count } 小时
page-mistake-why = 原因：{ $side }应以 { $line }。
page-puzzle-solution = 胜着：{ $line }
error-not-allowed = 本服务器不允许此操作。
error-solving = 服务器正在求解别的游戏，请稍后再试。

### The view of cubes, and players
page-turn-left = 向左旋转棋盘
page-turn-right = 向右旋转棋盘
page-players-more = 其他引擎

### Explanations
page-engine-signs = ▲ 轮走方占优，▼ 不利
help-layer-attacks = 显示双方各攻击每个格子多少次。
help-layer-hanging = 显示可能被吃的棋子以及由谁来吃。
help-layer-threats = 显示一回合内可能被吃或能到达目标的方块。
help-layer-evaluation = 引擎对此局面评分的构成。
help-layer-key-squares = 王到达这些格子之一，兵就能升变。
help-layer-opposition = 显示双王是否对峙，轮走一方必须让路。
help-layer-pawn-square = 防守方的王能进入这个正方形就能追上兵。
page-measure-moves = 合 { $moves } 回合
page-no-room-more = 可能因长期无人使用而被删除，或链接不完整。

### Hidden set-ups
page-hidden-setup = 暗布局：双方同时摆放方块
page-seal-now = 请摆放你的方块
page-sealed = 等待对方布局
