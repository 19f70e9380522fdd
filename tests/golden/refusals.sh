# What each command says when it refuses: one line that names the thing, the value and what would be right.
causeway match hex:size=3 random random --games 2 --no-db --resume
causeway match hex:size=3 random random random --games 2 --no-db --sprt 0,10
causeway match tantrix:players=3 random random random --games 3 --no-db --series loser-starts
causeway match hex:size=3 random random --games 2 --db games.db --resume | tail -1
causeway match hex:size=3 random random --games 2 --db games.db | tail -1
printf '' >none.txt; causeway match hex:size=3 random random --games 2 --no-db --openings none.txt
echo é | iconv -t LATIN1 >bytes.txt; causeway match hex:size=3 random random --games 2 --no-db --openings bytes.txt
printf 'a1\nz9\n' >wrong.txt; causeway match hex:size=3 random random --games 2 --no-db --openings wrong.txt
env -u HOME -u XDG_DATA_HOME causeway match hex:size=3 random random --games 2 --json | tail -1 | cut -c1-30
printf 'SQLite format 3' >short.db; causeway db list --db short.db
: >empty.db; causeway db list --db empty.db
: >file; causeway match hex:size=3 random random --games 2 --db file/games.db
causeway db show --db games.db
causeway db show 7 --db games.db
causeway db show 1 9 --db games.db
causeway db export 1 2 --db games.db
causeway db export 1 --format tea --db games.db
causeway db delete --db games.db
causeway db delete 7 --db games.db
causeway db list --game chess --db games.db
causeway db paint --db games.db
causeway bench --only tea
printf 'nothing\n' >old.json; causeway bench --compare old.json --only hex11/playouts/uniform
printf '' >old.json; causeway bench --compare old.json --only hex11/playouts/uniform
causeway bench --compare none.json --only hex11/playouts/uniform
causeway selfplay hex:size=3 random --games 4
causeway selfplay hex:size=3 random --games 4 --out games --plies 9
causeway selfplay hex:size=3 random --games 4 --out games --view all
causeway selfplay hex:size=3 random --games 4 --out games --proofs 5 --values vc
causeway selfplay six random --games 4 --out games
causeway selfplay hex:size=3 mcts:sims=4 --games 4 --shard 4 --out games && causeway selfplay hex:size=3 mcts:sims=4 --games 4 --shard 4 --out games
causeway selfplay hex:size=3 mcts:sims=4 --games 4 --shard 4 --out file/games
causeway selfplay hex:size=3 mcts:sims=5 --games 4 --shard 4 --out games --resume
causeway tune hex:size=3 mcts:sims=2
causeway tune hex:size=3 mcts:sims=2 --param c
causeway tune hex:size=3 mcts:sims=2 --param tea=0:1
causeway tune hex:size=3 mcts:sims=2 --param solver=0:1
causeway tune hex:size=3 mcts:sims=2 --param c=0:900
causeway tune hex:size=3 mcts:sims=2 --param c=0:1 --openings all
causeway tune tantrix:players=3 mcts:sims=2 --param c=0:1
causeway tune hex:size=3 mcts:sims=2 --param c=0:1 --steps 2 --pairs 1 --threads 1 >/dev/null 2>&1; causeway tune hex:size=3 mcts:sims=2 --param c=0:1 --steps 1 --pairs 1
causeway tune hex:size=3 mcts:sims=2 --param c=0:2 --steps 3 --pairs 1
echo tea >tuning.jsonl; causeway tune hex:size=3 mcts:sims=2 --param c=0:1 --steps 3 --pairs 1
causeway puzzles hex 9999
causeway puzzles find tantrix --games 1
causeway serve --host tea
causeway serve --port 99999
causeway analyze hex:size=2 --moves "a1 b1 a2" --player random
causeway analyze hex:size=3 --player ext:gtp:
causeway match hex:size=3 random "ext:gtp:no-such-command-anywhere" --games 1 --no-db
causeway match hex:size=3 random "ext:gtp:exit 3" --games 1 --no-db
causeway match hex:size=3 random "ext:gtp:kill -9 \$\$" --games 1 --no-db
causeway match hex:size=3 random "ext:uhp:cat" --games 1 --no-db
# Experiments that cannot be.
printf 'title: T\ngame: hex:size=3\nplayers: [random, random]\ngames: 2\n' >base; cp base good.yaml
causeway lab run
causeway lab run no-such-experiment
causeway lab run none.yaml --db lab.db
causeway lab check good.yaml --db lab.db
causeway match hex:size=4 random random --games 2 --db lab.db | tail -1
causeway lab report good.yaml --db lab.db
causeway lab check good.yaml --replay 1 --db lab.db
causeway lab fit
causeway lab fit no-such-fit
{ cat base; echo 'tea: 1'; } >bad.yaml; causeway lab run bad.yaml --db lab.db
{ cat base; echo 'about: [a, b]'; } >bad.yaml; causeway lab run bad.yaml --db lab.db
{ cat base; echo 'plot: 5'; } >bad.yaml; causeway lab run bad.yaml --db lab.db
{ cat base; echo 'notes: 5'; } >bad.yaml; causeway lab run bad.yaml --db lab.db
{ cat base; echo 'notes: [[a]]'; } >bad.yaml; causeway lab run bad.yaml --db lab.db
{ cat base; echo 'sweep: 5'; } >bad.yaml; causeway lab run bad.yaml --db lab.db
{ cat base; echo 'sweep: {n: [[1]]}'; } >bad.yaml; causeway lab run bad.yaml --db lab.db
{ cat base; echo 'sweep: {n: [1, 2]}'; } >bad.yaml; causeway lab run bad.yaml --db lab.db
{ cat base; echo 'sweep: {a: [1], b: [1], c: [1], d: [1], e: [1], f: [1], g: [1], h: [1], i: [1], j: [1], k: [1], l: [1], m: [1], n: [1], o: [1], p: [1], q: [1]}'; } >bad.yaml; causeway lab run bad.yaml --db lab.db
printf 'title: T\ngame: hex:size=3\nplayers: [mcts:sims={n}, random]\ngames: 2\nsweep: {n: [1, 2]}\n' >bad.yaml; causeway lab run bad.yaml --db lab.db
printf 'title: T: U\n' >bad.yaml; causeway lab run bad.yaml --db lab.db
{ cat base; echo 'points: 5'; } >bad.yaml; causeway lab run bad.yaml --db lab.db
{ cat base; echo 'points: [5]'; } >bad.yaml; causeway lab run bad.yaml --db lab.db
{ cat base; echo 'points: [{players: [[a], random]}]'; } >bad.yaml; causeway lab run bad.yaml --db lab.db
{ cat base; echo 'points: [{with: 5}]'; } >bad.yaml; causeway lab run bad.yaml --db lab.db
{ cat base; echo 'points: [{with: {n: [1]}}]'; } >bad.yaml; causeway lab run bad.yaml --db lab.db
{ cat base; echo 'points: [{games: many}]'; } >bad.yaml; causeway lab run bad.yaml --db lab.db
{ cat base; echo 'reported: 5'; } >bad.yaml; causeway lab run bad.yaml --db lab.db
{ cat base; echo 'reported: [5]'; } >bad.yaml; causeway lab run bad.yaml --db lab.db
{ cat base; echo 'reported: {wins: many}'; } >bad.yaml; causeway lab run bad.yaml --db lab.db
{ cat base; echo 'reported: {[wins]: 3}'; } >bad.yaml; causeway lab run bad.yaml --db lab.db
{ cat base; echo 'claims: 5'; } >bad.yaml; causeway lab run bad.yaml --db lab.db
{ cat base; echo 'claims: [5]'; } >bad.yaml; causeway lab run bad.yaml --db lab.db
{ cat base; echo 'claims: [{says: a}]'; } >bad.yaml; causeway lab run bad.yaml --db lab.db
{ cat base; echo 'claims: [{says: a, holds: "wins[1]"}]'; } >bad.yaml; causeway lab run bad.yaml --db lab.db
{ cat base; echo 'claims: [{says: a, holds: "tea[1] > 1"}]'; } >bad.yaml; causeway lab run bad.yaml --db lab.db
{ cat base; echo 'claims: [{says: a, holds: "wins[n=5] > 1"}]'; } >bad.yaml; causeway lab run bad.yaml --db lab.db
{ cat base; echo 'claims: [{says: a, holds: "wins[1] > 1 tea"}]'; } >bad.yaml; causeway lab run bad.yaml --db lab.db
printf 'title: T\ngame: tantrix:players=3\nplayers: [random, random]\ngames: 2\n' >bad.yaml; causeway lab run bad.yaml --db lab.db
mkdir tables; echo 'a,b' >tables/good.csv; causeway lab check good.yaml --results tables --db lab.db
{ cat base; echo 'reported: {wins: 0}'; } >differs.yaml; causeway lab run differs.yaml --db lab.db --threads 1 >/dev/null; causeway lab check differs.yaml --strict --db lab.db
# Fits that cannot be.
echo 'about: a' >fit.yaml; causeway lab fit fit.yaml --db lab.db
printf 'title: T\nplayers: 5\n' >fit.yaml; causeway lab fit fit.yaml --db lab.db
printf 'title: T\nplayers: {a: [b]}\n' >fit.yaml; causeway lab fit fit.yaml --db lab.db
printf 'title: T\nplayers: {[a]: b}\n' >fit.yaml; causeway lab fit fit.yaml --db lab.db
printf 'title: T\nplayers: {a: b}\ndraw: {[c]: [1]}\n' >fit.yaml; causeway lab fit fit.yaml --db lab.db
printf 'title: T\nplayers: {a: "mcts:c={c}"}\ndraw: {c: 5}\n' >fit.yaml; causeway lab fit fit.yaml --db lab.db
printf 'title: T\nplayers: {a: "mcts:c={c}"}\ndraw: {c: [[1]]}\n' >fit.yaml; causeway lab fit fit.yaml --db lab.db
printf 'title: T\ncandidates: many\n' >fit.yaml; causeway lab fit fit.yaml --db lab.db
printf 'title: T\ncandidates: 10001\n' >fit.yaml; causeway lab fit fit.yaml --db lab.db
printf 'title: T\nplayers: {a: "mcts:c={c}"}\ndraw: {c: [1]}\nstages: 5\n' >fit.yaml; causeway lab fit fit.yaml --db lab.db
printf 'title: T\nplayers: {a: "mcts:c={c}"}\ndraw: {c: [1]}\nstages: [{experiments: [good], games: 0}]\n' >fit.yaml; CAUSEWAY_EXPERIMENTS=. causeway lab fit fit.yaml --db lab.db
printf 'title: T\nplayers: {a: "mcts:c={e}"}\ndraw: {c: [1]}\nstages: [{experiments: [good], games: 2, keep: 1}]\n' >fit.yaml; CAUSEWAY_EXPERIMENTS=. causeway lab fit fit.yaml --db lab.db
printf 'title: T\nplayers: {a: "mcts:c={c}"}\ndraw: {c: [1]}\nstages: [{experiments: [good], games: 2, keep: 1}]\n' >fit.yaml; CAUSEWAY_EXPERIMENTS=. causeway lab fit fit.yaml --db lab.db
# Protocols.
printf 'undo tea\nplay wS1\nnewgame tea\nnewgame\nundo 3\nundo 0\nbestmove tea\noptions tea\noptions get tea\noptions set tea 1\noptions set Player tea\nplay tea\nmake\nexit\n' | causeway uhp --player random
printf 'play\nplay b a1 tea\nplay x a1\nplay b z99\nboardsize 99\nparam_game tea\nparam_game tea 1\nparam_mohex tea 1\nparam_mohex bias_term tea\nparam_dfpn tea\ntime_left b\ntime_settings 1\nkomi\nexec none\nloadsgf none\nsavesgf file/a.sgf\ntea\nquit\n' | causeway gtp hex:size=3 --player random
printf 'play tea 0,0\nplay r tea\nboardsize 5\nundo\nanalyze tea\ngenmove\nquit\n' | causeway gtp six --player random
