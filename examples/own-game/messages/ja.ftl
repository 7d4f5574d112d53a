game-dropthree = 落とし三目
reason-three-in-a-row = 三つ並び
reason-no-room = 盤が埋まった
term-open-threes = 空いている三目
