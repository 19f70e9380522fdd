"""Faults that are no kills: a full disk, a store that cannot be written or is damaged, connections that are cut, guests
that hang, crash or flood, a clock that jumps, memory that is not given. Each function tries one of them once and returns how many faults it tried;
it raises Loss when something was lost, or when the program crashed or said nothing."""

import os
import random
import resource
import shutil
import signal
import subprocess
import time

from kills import Loss, Server, end_session, export, must, quiet
from session import PATIENCE, Session

MATCH = ["match", "hex:size=5", "flat:mode=basic,playouts=5", "random", "--games", "200", "--seed"]
NOBODY = 65534

CLOCK = """\
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

/* The calendar's clock jumps by up to a day at every look; the clock that only goes on is left alone. */
static long jump(void) { return random() % 172800 - 86400; }

int clock_gettime(clockid_t clock, struct timespec *now) {
    static int (*real)(clockid_t, struct timespec *);
    if (real == NULL)
        *(void **)&real = dlsym(RTLD_NEXT, "clock_gettime");
    int status = real(clock, now);
    if (clock == CLOCK_REALTIME)
        now->tv_sec += jump();
    return status;
}

time_t time(time_t *now) {
    struct timespec read;
    clock_gettime(CLOCK_REALTIME, &read);
    if (now != NULL)
        *now = read.tv_sec;
    return read.tv_sec;
}

int gettimeofday(struct timeval *now, void *zone) {
    (void)zone;
    struct timespec read;
    clock_gettime(CLOCK_REALTIME, &read);
    *now = (struct timeval){read.tv_sec, read.tv_nsec / 1000};
    return 0;
}
"""


MEMORY = """\
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

/* Asks for memory are counted. One of them fails, and where LASTS is set all that follow. */
void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
static atomic_long asked;
static long fails_at;
static int lasts;

__attribute__((constructor)) static void begin(void) {
    const char *at = getenv("FAILS_AT");
    lasts = getenv("LASTS") != NULL;
    unsetenv("LD_PRELOAD"); /* guests have their memory */
    asked = 0;
    fails_at = at != NULL ? atol(at) : 0;
}

__attribute__((destructor)) static void end(void) {
    const char *path = getenv("COUNT_TO");
    FILE *file = path != NULL ? fopen(path, "w") : NULL;
    if (file != NULL) {
        fprintf(file, "%ld", (long)asked);
        fclose(file);
    }
}

static int is_refused(void) {
    long number = atomic_fetch_add(&asked, 1) + 1;
    int refused = fails_at > 0 && (lasts ? number >= fails_at : number == fails_at);
    errno = refused ? ENOMEM : errno;
    return refused;
}

void *malloc(size_t size) { return is_refused() ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return is_refused() ? NULL : __libc_calloc(count, size); }
void *realloc(void *data, size_t size) { return is_refused() ? NULL : __libc_realloc(data, size); }
"""


class Place:
    """A folder, the program and a store with a finished match."""

    def __init__(self, build, folder, seed):
        self.causeway, self.folder, self.seed, self.build = os.path.join(build, "causeway"), folder, seed, build
        os.makedirs(folder, exist_ok=True)
        for shown in (os.path.dirname(folder), folder):  # for whoever may only read
            os.chmod(shown, 0o755)
        self.random = random.Random(seed)
        self.calm_store = self.path(f"calm-{seed}.db")

    def path(self, name):
        return os.path.join(self.folder, name)

    def match(self, *words):
        return [self.causeway, *MATCH, str(self.seed), *words]

    def calm(self):
        """The games of the match as they should be."""
        if not os.path.exists(self.calm_store):
            must(self.match("--db", self.calm_store))
        return export(self.causeway, self.calm_store)[1]


def refused(done, what):
    """The program ended of itself, and said why in a line."""
    if done.returncode < 0:
        raise Loss(f"{what}: it was ended by signal {-done.returncode}")
    if done.returncode == 0 or not done.stderr.startswith("causeway: "):
        raise Loss(f"{what}: status {done.returncode}, it says '{done.stderr.strip()[:200]}'")


def disk_full(place):
    """Files may not grow beyond a limit; afterwards the match goes on from what was kept."""
    store = place.path("full.db")
    limit = place.random.choice([4096, 16384, 40960, 65536])
    done = quiet(place.match("--db", store), preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
    refused(done, f"disk full at {limit} bytes")
    must(place.match("--db", store, "--resume"))
    must([place.causeway, "db", "verify", "--db", store])
    if export(place.causeway, store)[max(export(place.causeway, store))] != place.calm():
        raise Loss("after a full disk the games differ")
    os.remove(store)
    return 1


def disk_full_for_shards(place):
    folder = place.path("shards")
    words = [place.causeway, "selfplay", "hex:size=4", "mcts:sims=20", "--games", "40", "--shard", "4", "--out", folder]
    done = quiet(words, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (2048, 2048)))
    refused(done, "disk full for shards")
    must(words + ["--resume"])
    must([*words[:-1], folder + "-calm"])
    if quiet(["diff", "-r", folder, folder + "-calm"]).returncode != 0:
        raise Loss("after a full disk the shards differ")
    shutil.rmtree(folder)
    shutil.rmtree(folder + "-calm")
    return 1


def read_only(place):
    """Somebody who may read the store, and not write it; the house may be out of their sight, so they get a copy of it."""
    place.calm()
    causeway = shutil.copy(place.causeway, place.path("causeway"))
    os.chmod(causeway, 0o755)
    as_other = {"preexec_fn": lambda: os.setuid(NOBODY)} if os.getuid() == 0 else {}
    os.chmod(place.calm_store, 0o444)
    before = open(place.calm_store, "rb").read()
    refused(quiet([causeway, *MATCH, str(place.seed + 1), "--db", place.calm_store], **as_other), "read-only store")
    if "hex:size=5" not in must([causeway, "db", "list", "--db", place.calm_store], **as_other):
        raise Loss("a read-only store cannot be read")
    if open(place.calm_store, "rb").read() != before:
        raise Loss("a read-only store was changed")
    os.chmod(place.calm_store, 0o644)
    return 2


def damage(place, data):
    """Zeroes, flips, cuts or mixes a part of the store."""
    data = bytearray(data)
    kind, where = place.random.randrange(4), place.random.randrange(len(data))
    length = min(place.random.choice([1, 16, 512, 4096]), len(data) - where)
    if kind == 0:
        data[where:where + length] = bytes(length)
    elif kind == 1:
        data[where] ^= 1 << place.random.randrange(8)
    elif kind == 2:
        del data[where:]
    else:
        data[where:where + length] = place.random.randbytes(length)
    return bytes(data)


def damaged_store(place):
    """Whatever is in the file: no crash, and what can be read is told."""
    place.calm()
    data = open(place.calm_store, "rb").read()
    store = place.path("damaged.db")
    commands = [["db", "list"], ["db", "verify"], ["db", "show", "1"], ["db", "export", "1"],
                [*MATCH, str(place.seed), "--resume"], ["lab", "check"]]
    for words in commands:
        with open(store, "wb") as file:
            file.write(damage(place, data))
        done = quiet([place.causeway, *words, "--db", store], timeout=PATIENCE)
        if done.returncode < 0:
            shutil.copy(store, place.path(f"crash-{place.random.randrange(10**9)}.db"))
            raise Loss(f"a damaged store: {words} ended by signal {-done.returncode}")
        if done.returncode != 0 and not done.stderr.startswith("causeway: "):
            raise Loss(f"a damaged store: {words} says '{done.stderr.strip()[:200]}'")
    os.remove(store)
    return len(commands)


def cut_connections(place):
    """Clients that vanish in the middle of a handshake, a frame or an answer; a person goes on beside them."""
    work = Server(place.build, place.path(f"server-{place.random.randrange(10**9)}"), place.seed)
    process = work.start()
    person = Session.connect(work.port)
    person.ask("hello")
    table = person.ask("new", game="hex:size=5", seats=["human", "human"])["table"]
    cuts = 20
    for _ in range(cuts):
        other = Session.connect(work.port)
        frame = Session.frame('{"id": 1, "do": "hello"}')
        other.connection.sendall(frame[:place.random.randrange(len(frame) + 1)])
        if place.random.random() < 0.5:  # a reset, and not an end
            other.connection.setsockopt(1, 13, b"\1\0\0\0\0\0\0\0")
        other.close()
        if table["to_decide"] is not None:
            table = person.ask("move", move=place.random.choice(table["legal"])["move"], ply=table["ply"])["table"]
    person.close()
    if process.poll() is not None:
        raise Loss("the server has ended because connections were cut")
    process.send_signal(signal.SIGTERM)
    if process.wait(PATIENCE) not in (0, 130, 143, -signal.SIGTERM):
        raise Loss(f"the server ended with {process.returncode}")
    shutil.rmtree(work.folder)
    return cuts


GUESTS = {
    "hangs": "while read c; do case $c in genmove*) sleep 1000;; *) echo =; echo;; esac; done",
    "crashes": "while read c; do case $c in genmove*) kill -SEGV $$;; *) echo =; echo;; esac; done",
    "floods": "while read c; do case $c in genmove*) yes;; *) echo =; echo;; esac; done",
    "floods with answers": "while read c; do case $c in genmove*) echo =; yes;; *) echo =; echo;; esac; done",
    "floods one line": "while read c; do case $c in genmove*) tr '\\0' x </dev/zero;; *) echo =; echo;; esac; done",
    "refuses": "while read c; do case $c in genmove*) echo '? no'; echo;; *) echo =; echo;; esac; done",
    "talks nonsense": "while read c; do case $c in genmove*) echo '= zz99'; echo;; *) echo =; echo;; esac; done",
}


def must_be_gone(mark):
    """No process with the mark is left; one that was killed may take its time to go."""
    deadline = time.monotonic() + 60
    while mark in quiet(["ps", "-eo", "args"]).stdout:
        if time.monotonic() > deadline:
            raise Loss("a guest outlives its host")
        time.sleep(0.05)


def bad_guests(place):
    """Each loses its games, the match comes to its end, and no process is left."""
    mark = f"guest-{os.getpid()}-{place.random.randrange(10**9)}"
    for name, script in GUESTS.items():
        done = quiet([place.causeway, "match", "hex:size=4", "random", f"ext:gtp,grace=200ms:: {mark}; {script}", "--games", "2",
                      "--move-time", "300ms", "--no-db", "--json"], timeout=PATIENCE)
        if done.returncode != 0 or done.stdout.count('"reason"') != 2:
            raise Loss(f"a guest that {name}: status {done.returncode}, {done.stderr.strip()[:200]}")
    must_be_gone(mark)
    return len(GUESTS)


def killed_with_guest(place):
    """SIGKILL ends the guests too, also those that hang."""
    mark = f"guest-{os.getpid()}-{place.random.randrange(10**9)}"
    script = place.random.choice([GUESTS["hangs"], GUESTS["floods"], "sleep 1000 & " + GUESTS["hangs"]])
    process = subprocess.Popen([place.causeway, "match", "hex:size=4", "random", f"ext:gtp:: {mark}; {script}", "--games", "20",
                                "--threads", "2", "--no-db"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               start_new_session=True)
    time.sleep(place.random.uniform(0, 1))
    end_session(process)
    must_be_gone(mark)
    return 1


def preloaded(place, name, source):
    """A library that stands before the system's own."""
    library = place.path(name)
    if not os.path.exists(library):
        subprocess.run(["gcc", "-shared", "-fPIC", "-x", "c", "-", "-o", library, "-ldl"], input=source, text=True, check=True)
    return library


def clock_jumps(place):
    """With a game clock nobody loses on time, and the games are those of a calm clock."""
    library = preloaded(place, "clock.so", CLOCK)
    store = place.path("jumps.db")
    must(place.match("--db", store, "--clock", "60s"), env={**os.environ, "LD_PRELOAD": library})
    games = export(place.causeway, store)[1]
    os.remove(store)
    if games != place.calm():
        raise Loss("games differ under a clock that jumps")
    return 1


NEEDY = [
    ["games", "--json"],
    ["show", "hive", "--moves", "wS1; bS1 wS1-"],
    ["analyze", "hex:size=4", "--player", "mcts:reason=vc,sims=20"],
    ["analyze", "six", "--player", "alphabeta:depth=1,memory=1", "--json"],
    ["solve", "hex:size=3"],
    ["match", "hex:size=3", "random", "mcts:sims=10", "--games", "4", "--threads", "2", "--db", "STORE"],
    ["match", "hex:size=3", "random", "ext:gtp:CAUSEWAY gtp hex:size=3 --player random", "--games", "2", "--no-db"],
    ["match", "hive:max_turns=3", "random", "ext:uhp:CAUSEWAY uhp --player random", "--games", "1", "--no-db"],
    ["selfplay", "hex:size=3", "mcts:sims=4", "--games", "4", "--shard", "4", "--out", "SHARDS"],
    ["lab", "run", "EXPERIMENT", "--db", "STORE"],
    ["lab", "fit", "FIT", "--db", "STORE"],
    ["gtp", "hex:size=4", "--player", "random"],
    ["uhp", "--player", "random"],
    ["play", "hex:size=3", "human", "random"],
]
SAID = {"gtp": "genmove b\nplay w a1\nshowboard\nundo\nlegal_moves\nquit\n",
        "uhp": "newgame Base\nbestmove depth 1\nplay wS1\nvalidmoves\nundo\nexit\n",
        "play": "a1\nhint\nquit\n"}


def needy_command(place, words):
    """A command with its files, which are made anew."""
    names = {"STORE": "needy.db", "SHARDS": "needy-shards", "EXPERIMENT": "needy.yaml", "FIT": "needy-fit.yaml"}
    for ending in ("", "-wal", "-shm", "-journal"):
        if os.path.exists(place.path(names["STORE"] + ending)):
            os.remove(place.path(names["STORE"] + ending))
    shutil.rmtree(place.path(names["SHARDS"]), ignore_errors=True)
    with open(place.path(names["EXPERIMENT"]), "w", encoding="utf-8") as file:
        file.write("title: T\ngame: 'hex:size=3'\nplayers: ['mcts:sims={n}', random]\ngames: 2\nsweep: {n: [1, 2]}\n"
                   "reported: [{n: 1, wins: 50}]\n")
    with open(place.path(names["FIT"]), "w", encoding="utf-8") as file:
        file.write("title: T\nplayers: {mcts: 'mcts:c={c}'}\ndraw: {c: [0.1, 0.2]}\n"
                   "stages: [{experiments: [needy], games: 2, keep: 1}]\n")
    words = [place.path(names[word]) if word in names else word.replace("CAUSEWAY", place.causeway) for word in words]
    return [place.causeway, *words]


def no_memory(place):
    """Memory is not given, once or from then on: the program ends of itself, with an answer or with the reason."""
    library, counted, tried = preloaded(place, "memory.so", MEMORY), place.path("count"), 0
    for words in NEEDY:
        def run(words=words, **environment):
            return quiet(needy_command(place, words), input=SAID.get(words[0], ""), timeout=PATIENCE,
                         env={**os.environ, "LD_PRELOAD": library, "CAUSEWAY_EXPERIMENTS": place.folder, **environment})
        run(COUNT_TO=counted)
        with open(counted, encoding="utf-8") as file:
            asks = int(file.read())
        for _ in range(6):
            moment = str(place.random.randint(1, asks))
            lasts = {"LASTS": "1"} if place.random.random() < 0.5 else {}
            done = run(FAILS_AT=moment, **lasts)
            tried += 1
            if done.returncode not in (0, 2) or (done.returncode == 2 and not done.stderr.startswith("causeway: ")):
                raise Loss(f"{' '.join(words)} without memory (ask {moment} of {asks}{', and after it' if lasts else ''}): "
                           f"status {done.returncode}, it says '{done.stderr.strip()[-200:]}'")
    return tried


KINDS = {"disk full": disk_full, "disk full for shards": disk_full_for_shards, "read-only store": read_only,
         "damaged store": damaged_store, "cut connections": cut_connections, "bad guests": bad_guests,
         "killed with a guest": killed_with_guest, "clock jumps": clock_jumps, "no memory": no_memory}
