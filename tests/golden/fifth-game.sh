# The example of docs/adding-a-game.md as a game of the program: rules, options, presets, levels, records, benchmarks.
causeway --help | head -1
causeway games flower
causeway players flower-best
causeway players | grep flower
causeway bench --list | grep flower
causeway bench --only flower/perft --seconds 0.01 | cut -c1-13
causeway show flower --moves "0,0 1,0 -1,0" --color never
causeway analyze flower --moves "0,0 1,0" --player flower-best
causeway match flower best:level=2 best:level=10 --games 4 --seed 1 --threads 1 --no-db --json | head -4
causeway match flower:misere=on flower-best random --games 2 --db games.db --keep-moves | tail -2
causeway db export 1 --db games.db --format petals
causeway db export 1 --db games.db --output all.flower; causeway show @all.flower --json
printf 'play r 0,0\ngenmove b\nshowboard\nquit\n' | causeway gtp flower --player best:level=1
causeway moves flowr
echo "chess" > text; causeway show @text
