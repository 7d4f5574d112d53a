game-dropthree = Drop Three
reason-three-in-a-row = three in a row
reason-no-room = the board is full
term-open-threes = open threes
