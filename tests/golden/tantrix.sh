# Tantrix: matches, thoughts, pictures and GTP with moves of chance.
causeway match tantrix mcts:sims=20 random --games 2 --seed 1 --threads 1 --no-db --json
causeway match tantrix:players=3 random flat:playouts=20 mcts:sims=15,policy=lines --games 1 --no-db
causeway match tantrix alphabeta:depth=1,eval=lines mcts:sims=15,eval=forecast,prior=forecast --games 1 --no-db --json
causeway match tantrix turns:turns=1,samples=3,eval=lines random --games 1 --no-db --json
causeway perft tantrix 2 --deal 7
causeway moves tantrix --moves "+1 +2 +3 +4 +5 +6 +7 +8 +9 +10 +11 +12"
causeway analyze tantrix --moves "+1 +2 +3 +4 +5 +6 +7 +8 +9 +10 +11 +12" --player mcts:sims=60,prior=lines --top 8
causeway analyze tantrix --moves "+1 +2 +3 +4 +5 +6 +7 +8 +9 +10 +11 +12" --player alphabeta:depth=1,eval=forecast --top 8
causeway show tantrix --moves "+1 +2 +3 +4 +5 +6 +7 +8 +9 +10 +11 +12" --color never
causeway show tantrix --moves "+1 +2 +3 +4 +5 +6 +7 +8 +9 +10 +11 +12" --svg -
printf 'play chance +1\nplay chance +2\ngenmove chance\ngenmove chance\nlegal_moves\nundo\nshowboard\nquit\n' | causeway gtp tantrix --player random --seed 2
causeway match tantrix random random --games 2 --db games.db --keep-moves | tail -2
causeway db export 1 --db games.db --format json
