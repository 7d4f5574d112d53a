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
reason-move-limit = 达到步数上限

## 评估项目
term-material = 子力
term-advance = 首领前进
term-mobility = 可走步数
term-open-lines = 可用的线
term-total = 合计

## 规则文件中没有名称的游戏
game-tictactoe = 井字棋

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
score-points = { $points }

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

## 终端界面
tui-moves = 棋谱
tui-legal = 合法着法
tui-keys = 方向键 移动 · Enter 选择 · u 悔棋 · h 提示 · f 翻转 · r 认输 · s 保存 · l 读入 · q 退出
tui-type = 着法：
tui-file = 文件：
tui-thinking = 思考中…
tui-confirm-resign = 认输吗？（y/n）
tui-confirm-quit = 离开对局吗？（y/n）
tui-too-small = 终端太小：至少需要 { $width } × { $height }。

## 启动
start-title = 读尽（Yomikiri）：棋类实验室
start-try = 试试：
start-play = 下面包超人将棋
start-list = 查看所有游戏、选项和棋手
start-analyze = 询问引擎
start-help = 其余请看 `{ $command }`。
