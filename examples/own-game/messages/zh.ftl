game-dropthree = 落子三连
reason-three-in-a-row = 三子连线
reason-no-room = 棋盘已满
term-open-threes = 可成的三连
