# Hive: matches, thoughts, records and the Universal Hive Protocol.
causeway match hive:max_turns=60 alphabeta:depth=1,eval=hive mcts:sims=40 --games 2 --seed 1 --threads 1 --no-db --json
causeway match hive:type=Base+MLP,max_turns=40 mcts:sims=30,policy=steps3 flat:playouts=60 --games 2 --no-db
causeway match hive:queen_first=on,repetition=off,max_turns=30 hive-mc:playouts=20,depth=20,queen=3,score=depth,policy=steps3 minimax-offensive --games 2 --no-db
causeway match hive:queen_first=on,max_turns=24 hive-mc:playouts=20,depth=20,queen=3,score=depth,policy=steps3,guard=3 hive-mc:playouts=15,depth=20,schedule=budget,break=random --games 2 --no-db --json
causeway analyze hive --moves "wS1; bS1 wS1-" --player mcts:sims=200,prior=hive --top 8
causeway analyze hive --moves "wS1; bS1 wS1-" --player alphabeta:depth=2,eval=hive,prior=hive,quiet=2 --json
causeway analyze hive:type=Base+MLP --moves "wS1; bS1 wS1-; wQ -wS1; bQ bS1-" --player alphabeta:depth=2,eval=defensive --top 8
causeway analyze hive --moves "wS1; bS1 wS1-" --player hive-mc:playouts=40,depth=20 --top 8
causeway perft hive:type=Base+MLP 3
causeway show hive:type=Base+MLP --moves "wS1; bS1 wS1-; wQ -wS1; bQ bS1-" --color never
causeway show hive --moves "wS1; bS1 wS1-; wQ -wS1; bQ bS1-" --svg -
causeway match hive:max_turns=20 random alphabeta:depth=1,eval=hive --games 2 --db games.db --keep-moves | tail -2
causeway db export 1 --db games.db --format sgf | tee all.sgf
causeway db export 1 --db games.db --format pgn | sed '/^\[Date/d' | tee all.pgn
causeway show @all.pgn --json
causeway show @all.sgf --json
echo "Base+MLP;InProgress;White[2];wS1;bS1 wS1-" > game.txt; causeway show @game.txt --color never
causeway db export 1 --db games.db --format uhp
printf 'info\noptions\nnewgame Base+MLP\nplay wS1\nplay bS1 wS1-\nvalidmoves\nundo\nbestmove depth 1\nnewgame Base;InProgress;White[2];wS1;bS1 wS1-\nbestmove depth 2\nplay wQ\noptions get Player\nexit\n' | causeway uhp
printf 'newgame\nbestmove depth 3\nplay wG1\nbestmove time 00:00:05\nexit\n' | causeway uhp --player mcts:sims=50
printf 'play w wS1\nplay b bG1 wS1-\ngenmove w\nshowboard\nlegal_moves\nquit\n' | causeway gtp hive --player mcts:sims=50
