# Six: matches, thoughts, pictures and GTP.
causeway match six:tiles=6,max_moves=40 mcts:sims=40,policy=lines alphabeta:depth=1,eval=threats --games 3 --seed 1 --threads 1 --no-db --json
causeway match six:tiles=8:9,phases=1,same_cell=on,ties=random random flat:playouts=40 --games 3 --no-db
causeway match six:players=4,tiles=8,max_moves=30 random mcts:sims=20 random mcts:sims=20 --games 2 --no-db --json
causeway match six:start=pair,tiles=7,max_moves=40 turns:turns=1,samples=4,eval=threats mcts:sims=30 --games 2 --no-db --json
causeway analyze six --moves "0,0 1,0 0,1" --player mcts:sims=300,policy=lines,prior=threats --top 8
causeway analyze six --moves "0,0 1,0 0,1" --player alphabeta:depth=2,eval=threats,prior=threats,reason=threats --json
causeway analyze six:tiles=4 --moves "0,0 1,0 0,1 1,1 2,0 0,2 3,0" --player mcts:sims=200,eval=threats,mix=0.3 --top 8
causeway perft six 3
causeway show six --moves "0,0 1,0 0,1" --color never
causeway show six --moves "0,0 1,0 0,1" --svg -
causeway db list --db none.db
causeway match six:tiles=5,max_moves=20 random random --games 2 --db games.db --keep-moves | tail -2
causeway db export 1 --db games.db --format csv
causeway db export 1 --db games.db --format sgf
causeway match six:tiles=5,max_moves=20 random random --games 4 --db games.db --keep-moves --resume | tail -2
causeway match six:max_moves=20,tiles=5 random random --games 5 --db games.db --keep-moves --resume | tail -2
printf 'list_commands\nplay r 0,0\nplay b 1,0\ngenmove r\nshowboard\nanalyze\nundo\nlegal_moves\nresult\nquit\n' | causeway gtp six:tiles=6 --player mcts:sims=60
