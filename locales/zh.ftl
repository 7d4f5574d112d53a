# 读尽（Yomikiri）的中文消息。本目录各文件的 id 和变量相同。

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
reason-goal = 首领到达底线
reason-leader-taken = 首领被吃
reason-no-moves = 无子可动
reason-repetition = 局面重复
reason-perpetual-check = 长将
reason-time = 超时
reason-illegal-move = 违规着法
reason-forfeit = 弃权
reason-agreement = 双方同意
reason-adjudication = 裁定
reason-resign = 认输
reason-three-in-a-line = 连成一线
reason-board-full = 棋盘已满
reason-enemy-goal = 骰子到达对方终点
reason-all-taken = 对方骰子全部被吃
reason-turn-limit = 达到回合上限
reason-move-limit = 达到步数上限
reason-stalemate = 逼和
reason-insufficient-material = 双方都无法将死
reason-promotion = 兵安全升变
reason-pawn-lost = 没有兵能再升变

## 评估项目
term-material = 子力
term-advance = 首领前进
term-mobility = 可走步数
term-open-lines = 可用的线
term-janken-cubes = 骰子数
term-janken-nearest = 离终点最近的骰子
term-janken-advance = 全部骰子的前进
term-janken-captures = 可吃的骰子
term-janken-threat = 可直达终点
term-placement = 子力位置
term-passed-pawns = 通路兵
term-king = 王
term-pawn-advance = 兵的推进
term-king-ahead = 王在兵旁或兵前
term-defender-near = 敌王靠近兵
term-opposition = 对王
term-pawn-square = 兵的正方形
term-total = 合计

## 规则文件中没有名称的游戏
game-tictactoe = 井字棋
man-cross = 叉
man-nought = 圈
game-janken = 猜拳将棋
man-rock = 石头
man-scissors = 剪刀
man-paper = 布
game-chess = 国际象棋
man-pawn = 兵
man-knight = 马
man-bishop = 象
man-rook = 车
man-queen = 后
man-king = 王

## 游戏列表
games-options = 选项
games-players = 棋手
games-start = 初始局面

## 计数与思考
moves-none = 无合法着法
perft-total = 合计：{ $nodes }
analyze-depth = 深度 { $depth }
analyze-nodes = { $nodes } 个局面，{ $seconds } 秒（每秒 { $speed }）
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
play-nothing-to-undo = 没有可悔的棋
play-saved = 已保存到 { $file }
play-loaded = 已读入 { $file }
play-bye = 再见
play-unknown = 既不是合法着法也不是命令：{ $text }（help 列出两者）
play-over = 对局已结束：undo、save 文件、load 文件、quit
play-file-missing = { $command } 后面需要文件名
play-help =
    着法         例如 { $move }
    moves        列出合法着法
    undo         悔棋到自己的上一步
    hint         询问引擎
    flip         翻转棋盘
    resign       认输
    save FILE    保存对局到文件
    load FILE    继续已保存的对局
    quit         退出

## 启动
start-title = 读尽（Yomikiri）：棋类实验室
start-open = 请在浏览器中打开 { $address }
start-try = 试试：
start-play = 下面包超人将棋
start-list = 查看所有游戏、选项和棋手
start-analyze = 询问引擎
start-help = 其余请看 `{ $command }`。

### 终端界面

tui-moves = 棋谱
tui-human = 玩家
tui-paused = 暂停
tui-keys = 方向键+Enter 走棋 · i 输入 · u 悔棋 · ? 提示 · f 翻转 · F1 帮助 · q 退出
tui-keys-picked = 方向键+Enter 放下 · Esc 取消 · F1 帮助
tui-keys-thinking = Esc 立即回答 · u 悔棋 · Space 暂停 · f 翻转 · F1 帮助 · q 退出
tui-keys-watch = Space 暂停/继续 · Enter 走一步 · u 后退 · f 翻转 · F1 帮助 · q 退出
tui-keys-over = u 悔棋 · n 新对局 · s 保存 · o 打开 · f 翻转 · F1 帮助 · q 退出
tui-keys-choose = ↑ ↓ Enter 或数字选择 · Esc 取消
tui-keys-help = 按任意键返回对局
tui-type = 着法：
tui-save = 保存到：
tui-load = 打开：
tui-choose = 走哪一步？
tui-thinking = { $player } 思考中…
tui-thinking-hint = 正在询问 { $player }…
tui-effort = 深度 { $depth }，{ $nodes } 个局面
tui-hint = 提示：{ $move }（{ $player }）
tui-hint-scored = 提示：{ $move }（{ $score }，{ $player }）
tui-illegal = 不是合法着法：{ $text }
tui-over = 对局已结束：u 悔棋，n 新对局
tui-wait = 还没轮到你
tui-not-there = 不能走到那里
tui-nothing-here = 这一格无法操作
tui-hand-empty = 没有持驹
tui-no-pass = 这里不能停着
tui-nobody-resigns = 引擎对弈时不能认输
tui-taken-back = 已悔棋
tui-new-game = 新对局
tui-fault = { $player }：{ $fault }
tui-not-saved = 无法保存对局：{ $error }
tui-confirm-resign = 认输吗？（y/n）
tui-confirm-new = 放弃这一局，重新开始吗？（y/n）
tui-confirm-quit = 离开对局吗？棋谱会保存。（y/n）
tui-confirm-overwrite = { $file } 已存在。覆盖吗？（y/n）
tui-too-small = 终端太小：至少需要 { $width } × { $height }。
tui-too-small-keys = 请放大窗口，或按 q 退出。
tui-help-title = 按键
tui-help =
    方向键, h j k l | 移动光标
    Enter, Space | 拿起、放下
    Tab | 在持驹和棋盘间切换
    i 或 : | 输入着法（Tab 补全）
    p | 停着
    u | 悔棋
    ? | 提示
    Esc | 放开棋子・让引擎立即走
    Space | 暂停引擎（Enter 走一步）
    f | 翻转棋盘
    t | 切换字母与字符
    m | 走法标记
    y | 切换着法记法
    PgUp, PgDn | 滚动棋谱
    s, o | 保存对局、打开对局
    n, r | 新对局、认输
    q | 退出（未保存的对局会保存）
    F1, H | 本帮助

### 竞技场

arena-oversubscribed = 警告:{ $cores } 个核心上同时进行 { $games } 局:时间不公平
arena-few-distinct-games = 警告:不同的对局只有 { $distinct } 局(证据单位 { $units }):确定性的棋手会重复同一局;请使用 --openings
arena-many-faults = 警告:{ $games } 局中有 { $faults } 局因崩溃、超时或违例而结束
arena-saved = 已保存到 { $dir }
arena-resume = 已中断;完成的对局均已保存。继续:{ $command }
arena-not-saved = 已中断;未保存任何内容(--out DIR 可保存)
experiment-games = 各 { $games } 局
experiment-first-wins = 先手胜
experiment-second-wins = 后手胜
experiment-draws = 和棋
experiment-document = 文献
experiment-ours = 我们 (95 %)
experiment-differs = 不同
experiment-columns = 各列:文献的局数和比例;我们的局数和比例(95 % 区间)。“不同”表示偶然无法解释的差别(区间不相交)。
experiment-endings = 结束方式:{ $reasons };平均 { $plies } 步
experiment-anpanman-table1-title = 面包超人将棋 表 1:前瞻 3 步 (ASAI) 对 随机 (RAI)
experiment-anpanman-table1 =
    不同之处及原因:文献没有给出评价函数的权重;我们使用规则文件中的权重(棋子、首领前进、着法数)。对 RAI 时我们赢得更多,几乎没有和棋:文献中 6–10 % 的和棋用我们试过的任何权重都无法重现,它对重复局面的计数可能与自己的规则不一致。自我对弈的比例随权重而变,因此“先手有利”不是稳定的结论:完全求解的结果是和棋。
experiment-pawn-ending-table5-title = 兵残局 表 5:王和兵 (PEAI) 对 王,100 步为限
experiment-pawn-ending-table5 = 文献只给出 PEAI 对 PEAI 的数字;其棋手在评价值上加了随机数,权重没有全部给出。

### 解表

solve-game = 棋类
solve-table = 部分
solve-start = 初始局面
solve-positions = 局面数（对称合一）
solve-win = 走棋方胜
solve-draw = 和棋
solve-loss = 走棋方负
solve-longest = 最长胜（着数）
solve-longest-turns = 最长胜（回合数）
solve-seconds = 秒
solve-bytes = 字节
solve-file = 表
value-draw = 和棋

### Levels of play

level-random = 随机
level-beginner = 入门
level-easy = 简单
level-medium = 中等
level-strong = 较强
level-strongest = 最强
level-slips-often = 全知，常失误
level-slips = 全知，偶尔失误
level-perfect = 完美

### Teaching layers

layer-attacks = 攻击图
layer-hanging = 受攻击的棋子
layer-evaluation = 评估
