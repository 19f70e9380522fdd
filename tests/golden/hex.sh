# Hex: matches, thoughts, exact values, records, pictures and the Hex Text Protocol.
causeway match hex:size=7 mcts:sims=60 alphabeta:depth=2,eval=dijkstra --games 4 --seed 1 --threads 1 --no-db --json
causeway match hex:size=5 mcts:sims=60,rave=0.001,policy=ziggurat flat:playouts=100 mcts:sims=40,reason=vc,reason_at=5 --games 2 --no-db --openings random:1
causeway match hex:size=5,swap=pieces mcts:sims=60 random --games 6 --no-db --json
causeway match hex:size=5,swap=sides mcts:sims=60 random --games 6 --no-db --json
causeway analyze hex:size=7 --moves "d4 c5" --player mcts:sims=500,policy=bridges,prior=templates --json
causeway analyze hex:size=5 --moves "c3" --player alphabeta:depth=3,eval=circuit --top 6
causeway analyze hex:size=5 --moves "c3" --player alphabeta:depth=2,eval=circuit-vc --top 6
causeway analyze hex:size=5 --player flat:playouts=400 --top 6
causeway solve hex:size=4 --json | sed "s|, .reached.*||"
causeway solve hex:size=5 --map
causeway solve six
causeway perft hex:size=4 4
causeway show hex:size=5 --moves "c3 b4 d2" --color never
causeway show hex:size=2 --moves "a1 b2" --svg -
causeway show hex:size=3,swap=pieces --moves "a2 swap-pieces" --json
causeway match hex:size=5,swap=pieces mcts:sims=60 random --games 2 --db games.db --keep-moves | tail -2
causeway db list --db games.db --json | sed "s|, .created.*||"
causeway db export 1 --db games.db --format sgf
causeway db export 1 --db games.db --format csv
causeway db export 1 --db games.db --format json
causeway db export 1 --db games.db --format pgn
causeway db export 1 --db games.db --output all.sgf; causeway show @all.sgf --json
echo "(;GM[11]SZ[5];B[a4];W[swap-pieces];W[c3];B[b2])" > old.sgf; causeway show @old.sgf --color never; causeway moves @old.sgf --json
echo "(;GM[11]SZ[4]AB[a1][b2]AW[c3]PL[W];W[d4])" > setup.sgf; causeway show @setup.sgf --json; causeway analyze @setup.sgf --player mcts:sims=50 --top 3; causeway solve @setup.sgf | head -2
causeway db verify --db games.db
printf 'name\nboardsize 5\nplay b c3\nplay w b4\nshowboard\nall_legal_moves\nundo\ngenmove w\nshowboard\nfinal_score\nquit\n' | causeway gtp hex:size=5 --player mcts:sims=100
printf 'list_commands\nhexgui-analyze_commands\nparam_game\nparam_mohex\nparam_game allow_swap 1\nplay b a2\ngenmove w\nparam_dfpn\ndfpn-solve-state b\nreg_genmove w\nmohex-values\nvc-build b\nvc-between-cells-full b a1 b2\ndfs-solve-state w\nquit\n' | causeway gtp hex:size=4 --player mcts:sims=50
causeway play hex:size=4 mcts:sims=20 random --seed 3 --color never
causeway tune hex:size=4 mcts:sims=10 --param c=0:1 --steps 3 --pairs 1 --threads 1 --output steps.jsonl
cat steps.jsonl
causeway puzzles prove hex 1; causeway puzzles hex 1 --json | cut -c1-40; causeway puzzles chess; causeway puzzles find
