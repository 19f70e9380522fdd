# Experiments: runs and their reports. The shipped ones are played for a small share of their games.
causeway lab run "$house/experiments/six-4.1.yaml" --scale 0.00005 --threads 1 --db lab.db
causeway lab report "$house/experiments/six-4.1.yaml" --scale 0.00005 --db lab.db --output out
causeway lab run "$house/tests/golden/small.yaml" --threads 1 --db lab.db
causeway lab run "$house/tests/golden/small.yaml" --threads 1 --db lab.db
causeway lab report "$house/tests/golden/small.yaml" --db lab.db --output out
cat out/*.csv
causeway db list --db lab.db
causeway db show 1 --db lab.db
