# What the tables of games, players and benches tell.
causeway games
causeway games --json | sed "s|}, {|},\n {|g"
causeway players
causeway players --json | sed "s|}, {|},\n {|g"
causeway bench --list
causeway bench --list --json
cd "$house" && causeway lab list --json | sed "s|}, {|},\n {|g" | head -20
