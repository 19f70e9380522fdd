/* Games to learn from: the files, their truth, and what happens when a run is broken off. */
#include "harness.h"

#include <dirent.h>
#include <math.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/selfplay.h"
#include "games/hex/exhaustive.h"

enum { PLANES = 20, SIZE = 4, SIDE = SIZE + 4, OUTPUTS = SIZE * SIZE, AREA = SIDE * SIDE };

/* A record of 4x4 Hex, as docs/selfplay-format.md lays it out. */
typedef struct __attribute__((packed)) position {
    uint8_t inputs[PLANES][SIDE][SIDE];
    float policy[OUTPUTS];
    float value, outcome, exact;
    int16_t move, reply;
    uint32_t game;
    uint16_t ply, flags;
} position;

typedef struct file {
    unsigned char *bytes;
    size_t size;
    const position *positions;
    size_t count;
} file;

static char folder[64];

static void forget(const char *name) {
    char path[400];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    unlink(path);
}

static void new_folder(void) {
    snprintf(folder, sizeof folder, "/tmp/causeway-selfplay-XXXXXX");
    assert_non_null(mkdtemp(folder));
}

static int remove_folder(void) {
    int files = 0;
    DIR *listing = opendir(folder);
    for (const struct dirent *entry; (entry = readdir(listing)) != NULL;) {
        files += entry->d_name[0] != '.';
        forget(entry->d_name);
    }
    closedir(listing);
    rmdir(folder);
    return files;
}

static file must_load(int number) {
    char path[128];
    snprintf(path, sizeof path, "%s/shard-%06d.npy", folder, number);
    FILE *stream = fopen(path, "rb");
    if (stream == NULL)
        fail_msg("%s is not there", path);
    file loaded = {.bytes = malloc(1 << 22)};
    loaded.size = fread(loaded.bytes, 1, 1 << 22, stream);
    fclose(stream);
    assert_memory_equal(loaded.bytes, "\x93NUMPY\x01\x00", 8);
    size_t begin = 10 + (size_t)loaded.bytes[8] + 256 * (size_t)loaded.bytes[9];
    assert_int_equal(begin % 64, 0);
    assert_int_equal((loaded.size - begin) % sizeof(position), 0);
    loaded.positions = (const position *)(loaded.bytes + begin);
    loaded.count = (loaded.size - begin) / sizeof(position);
    char shape[64];
    snprintf(shape, sizeof shape, "'shape': (%zu,)", loaded.count);
    loaded.bytes[begin - 1] = '\0';
    assert_non_null(strstr((char *)loaded.bytes + 10, shape));
    assert_non_null(
        strstr((char *)loaded.bytes + 10, "('inputs', '|u1', (20, 8, 8)), ('policy', '<f4', (16,))"));
    return loaded;
}

static cw_selfplay plan(const cw_game *game, const char *player) {
    return (cw_selfplay){.game = game,
                         .player = player,
                         .folder = folder,
                         .seed = 7,
                         .games = 8,
                         .shard_games = 4,
                         .ply_high = 1000,
                         .threads = 1};
}

static void must_run(const cw_selfplay *selfplay) {
    cw_error error = {0};
    if (cw_selfplay_run(selfplay, &error) != CW_OK)
        fail_msg("%s", error.message);
}

static void must_refuse(const cw_selfplay *selfplay, cw_status status, const char *why) {
    cw_error error = {0};
    assert_int_equal(cw_selfplay_run(selfplay, &error), status);
    if (strstr(error.message, why) == NULL)
        fail_msg("'%s' does not say '%s'", error.message, why);
}

/* ---- What a record says ---- */

static uint8_t stone(const position *at, int plane, int cell) {
    return at->inputs[plane][2 + cell / SIZE][2 + cell % SIZE];
}

static void check_inputs(const position *at) {
    int own = 0, enemy = 0;
    for (int cell = 0; cell < OUTPUTS; cell++) {
        assert_int_equal(stone(at, 0, cell) + stone(at, 1, cell) + stone(at, 2, cell), 1);
        assert_int_equal(at->policy[cell] != -1, stone(at, 2, cell));
        own += stone(at, 0, cell);
        enemy += stone(at, 1, cell);
    }
    assert_int_equal(own + enemy, at->ply);
    assert_in_range(enemy - own, 0, 1);
    for (int i = 0; i < SIDE; i++) { /* the painted border: own above and below, the enemy's at the sides */
        assert_true(at->inputs[0][0][i] && at->inputs[0][1][i] && at->inputs[0][SIDE - 1][i]);
        assert_true(at->inputs[1][i][0] && at->inputs[1][i][1] && at->inputs[1][i][SIDE - 2]);
        assert_false(at->inputs[2][0][i] || at->inputs[2][i][SIDE - 1]);
    }
    assert_false(at->inputs[0][4][0] || at->inputs[1][0][4]);
}

static double policy_sum(const position *at) {
    double sum = 0;
    for (int cell = 0; cell < OUTPUTS; cell++)
        sum += at->policy[cell] > 0 ? at->policy[cell] : 0;
    return sum;
}

/* Each position follows from the one before: who moved is now the enemy, seen across the diagonal. */
static void check_step(const position *before, const position *after) {
    assert_int_equal(after->ply, before->ply + 1);
    assert_int_equal(after->outcome, 1 - before->outcome);
    assert_true(before->move >= 0);
    for (int cell = 0; cell < OUTPUTS; cell++) {
        int mirror = cell % SIZE * SIZE + cell / SIZE;
        assert_int_equal(stone(after, 1, mirror), stone(before, 0, cell) || cell == before->move);
        assert_int_equal(stone(after, 0, mirror), stone(before, 1, cell));
    }
    if (after->move >= 0)
        assert_int_equal(before->reply, after->move % SIZE * SIZE + after->move / SIZE);
}

static void writes_what_happened(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=4");
    new_folder();
    cw_selfplay selfplay = plan(game, "mcts:sims=40");
    selfplay.random_plies = 1;
    must_run(&selfplay);
    int searched = 0, all = 0; /* where one move is left, there is nothing to search */
    for (int shard = 0; shard < 2; shard++) {
        file loaded = must_load(shard);
        for (size_t i = 0; i < loaded.count; i++) {
            const position *at = &loaded.positions[i];
            check_inputs(at);
            assert_true(at->flags == 1 || (at->flags == 4 && at->policy[at->move] == 1));
            searched += at->flags == 1;
            all++;
            assert_true(fabs(policy_sum(at) - 1) < 1e-5);
            assert_true(at->value >= 0 && at->value <= 1 && (at->outcome == 0 || at->outcome == 1));
            assert_in_range(at->game, 4 * shard, 4 * shard + 3);
            if (i > 0 && loaded.positions[i - 1].game == at->game)
                check_step(&loaded.positions[i - 1], at);
            else
                assert_int_equal(at->ply, 1);
        }
        free(loaded.bytes);
    }
    assert_true(2 * searched > all);
    assert_int_equal(remove_folder(), 3);
    cw_game_destroy(game);
}

/* The side to move joins top and bottom, so every record is a position with Black to move. */
static void stones_of(const position *at, const cw_hex_board *board, uint64_t stones[2]) {
    for (int color = 0; color < 2; color++) {
        stones[color] = 0;
        for (int cell = 0; cell < OUTPUTS; cell++)
            stones[color] |= (uint64_t)stone(at, color, cell) << cw_hex_cell(board, cell % SIZE, cell / SIZE);
    }
}

static void check_value(exhaustive *truth, const position *at) {
    uint64_t stones[2];
    stones_of(at, truth->board, stones);
    assert_true(at->exact == (exhaustive_wins(truth, stones, CW_HEX_BLACK, CW_HEX_BLACK) ? 1 : 0));
}

static void check_label(exhaustive *truth, const position *at) {
    const cw_hex_board *board = truth->board;
    const bool wins = at->exact == 1;
    uint64_t stones[2];
    stones_of(at, board, stones);
    check_value(truth, at);
    assert_int_equal(at->flags & 3, wins ? 3 : 0);
    for (int cell = 0; cell < OUTPUTS; cell++) {
        if (!stone(at, 2, cell))
            continue;
        uint64_t bit = UINT64_C(1) << cw_hex_cell(board, cell % SIZE, cell / SIZE);
        uint64_t after[2] = {stones[0] | bit, stones[1]};
        assert_int_equal(at->policy[cell] > 0, exhaustive_wins(truth, after, CW_HEX_BLACK, CW_HEX_WHITE));
    }
}

static void labels_are_exact(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=4");
    exhaustive *truth = exhaustive_create(cw_hex_board_of(game));
    new_folder();
    cw_selfplay selfplay = plan(game, "random");
    selfplay.labels = "solver:nodes=0";
    selfplay.ply_low = 3;
    must_run(&selfplay);
    int won = 0, lost = 0, easy = 0;
    for (int shard = 0; shard < 2; shard++) {
        file loaded = must_load(shard);
        for (size_t i = 0; i < loaded.count; i++) {
            const position *at = &loaded.positions[i];
            assert_true(at->ply >= 3);
            check_label(truth, at);
            won += at->exact == 1;
            lost += at->exact == 0;
            easy += (at->flags & 8) != 0;
        }
        free(loaded.bytes);
    }
    assert_true(won > 3 && lost > 3 && easy > 3);
    free(truth);
    remove_folder();
    cw_game_destroy(game);
}

/* Where only positions are valued, the policy stays what was played. */
static void values_are_exact(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=4");
    exhaustive *truth = exhaustive_create(cw_hex_board_of(game));
    new_folder();
    cw_selfplay selfplay = plan(game, "random");
    selfplay.values = "solver:nodes=0";
    selfplay.ply_low = 3;
    must_run(&selfplay);
    int won = 0, lost = 0;
    for (int shard = 0; shard < 2; shard++) {
        file loaded = must_load(shard);
        for (size_t i = 0; i < loaded.count; i++) {
            check_value(truth, &loaded.positions[i]);
            assert_int_equal(loaded.positions[i].flags, 4);
            won += loaded.positions[i].exact == 1;
            lost += loaded.positions[i].exact == 0;
        }
        free(loaded.bytes);
    }
    assert_true(won > 3 && lost > 3);
    free(truth);
    remove_folder();
    cw_game_destroy(game);
}

/* Where moves are proved one by one, 0 is a loss, a share a win, and -2 unknown. */
static void check_proved_moves(exhaustive *truth, const position *at) {
    const cw_hex_board *board = truth->board;
    uint64_t stones[2];
    stones_of(at, board, stones);
    for (int cell = 0; cell < OUTPUTS; cell++) {
        assert_int_equal(at->policy[cell] == -1, !stone(at, 2, cell));
        if (at->policy[cell] < 0)
            continue;
        uint64_t bit = UINT64_C(1) << cw_hex_cell(board, cell % SIZE, cell / SIZE);
        uint64_t after[2] = {stones[0] | bit, stones[1]};
        assert_int_equal(at->policy[cell] > 0, exhaustive_wins(truth, after, CW_HEX_BLACK, CW_HEX_WHITE));
    }
    assert_int_equal(at->flags & 1, policy_sum(at) > 0);
    assert_true((at->flags & 1) == 0 || fabs(policy_sum(at) - 1) < 1e-5);
}

static void proofs_teach_what_they_went_through(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=4");
    exhaustive *truth = exhaustive_create(cw_hex_board_of(game));
    new_folder();
    cw_selfplay selfplay = plan(game, "random");
    selfplay.values = "solver:nodes=0";
    selfplay.proofs = 5;
    selfplay.ply_low = 2;
    selfplay.ply_high = 6;
    selfplay.is_cut = true;
    selfplay.games = 40;
    must_run(&selfplay);
    int asides = 0, wins = 0;
    for (int shard = 0; shard < 10; shard++) {
        file loaded = must_load(shard);
        for (size_t i = 0; i < loaded.count; i++) {
            const position *at = &loaded.positions[i];
            bool is_aside = (at->flags & 32) != 0;
            check_inputs(at);
            check_value(truth, at);
            assert_in_range(at->ply, is_aside ? 3 : 2, 6);
            assert_true(!is_aside || (at->outcome == -1 && at->move == -1 && at->reply == -1));
            if ((at->flags & 16) != 0)
                check_proved_moves(truth, at);
            asides += is_aside;
            wins += (at->flags & 17) == 17;
        }
        free(loaded.bytes);
    }
    assert_true(asides > 5 && wins > 20);
    selfplay.resume = true;
    selfplay.proofs = 6;
    must_refuse(&selfplay, CW_BAD_INPUT, "was made with proofs 5, not 6");
    free(truth);
    remove_folder();
    cw_game_destroy(game);
}

/* Only the solver remembers what its proofs went through, and only --values asks it. */
static void proofs_need_a_reasoner_that_tells(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=4");
    new_folder();
    cw_selfplay selfplay = plan(game, "random");
    selfplay.proofs = 5;
    must_refuse(&selfplay, CW_BAD_INPUT, "--values");
    selfplay.values = "vc";
    must_refuse(&selfplay, CW_UNSUPPORTED, "the reasoner vc of hex");
    assert_int_equal(remove_folder(), 0);
    cw_game_destroy(game);
}

static void a_referee_ends_games(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=4");
    new_folder();
    cw_selfplay selfplay = plan(game, "random");
    selfplay.referee = "vc";
    selfplay.random_plies = 1;
    must_run(&selfplay);
    file loaded = must_load(0);
    int ended = 0;
    for (size_t i = 0; i < loaded.count; i++) {
        const position *at = &loaded.positions[i];
        bool last = i + 1 == loaded.count || loaded.positions[i + 1].game != at->game;
        assert_int_equal(at->flags, last ? 8 : 4); /* easy, without a move; or one without a search */
        assert_true(last ? at->exact == at->outcome : at->exact == -1);
        assert_true(fabs(policy_sum(at) - !last) < 1e-6 && (last || at->policy[at->move] == 1));
        ended += last;
    }
    assert_int_equal(ended, 4);
    free(loaded.bytes);
    remove_folder();
    cw_game_destroy(game);
}

/* What is written is what a whole game would have had there, but for how it ends. */
static void games_are_cut_after_the_last_ply(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=4");
    new_folder();
    cw_selfplay selfplay = plan(game, "mcts:sims=20");
    selfplay.random_plies = 2;
    selfplay.ply_low = selfplay.ply_high = 2;
    must_run(&selfplay);
    file whole = must_load(0);
    remove_folder();
    new_folder();
    selfplay.is_cut = true;
    must_run(&selfplay);
    file cut = must_load(0);
    assert_int_equal(cut.count, 4);
    assert_int_equal(whole.count, cut.count);
    for (size_t i = 0; i < cut.count; i++) {
        assert_memory_equal(cut.positions[i].inputs, whole.positions[i].inputs,
                            sizeof cut.positions[i].inputs);
        assert_memory_equal(cut.positions[i].policy, whole.positions[i].policy,
                            sizeof cut.positions[i].policy);
        assert_true(cut.positions[i].value == whole.positions[i].value);
        assert_int_equal(cut.positions[i].move, whole.positions[i].move);
        assert_true(cut.positions[i].outcome == -1 && whole.positions[i].outcome >= 0);
    }
    free(whole.bytes);
    free(cut.bytes);
    remove_folder();
    cw_game_destroy(game);
}

static void skipped_positions_are_left_out_at_random(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=4");
    new_folder();
    cw_selfplay selfplay = plan(game, "random");
    selfplay.games = selfplay.shard_games = 400;
    selfplay.skipped = 0.75;
    must_run(&selfplay);
    file loaded = must_load(0);
    int plies[16] = {0};
    for (size_t i = 0; i < loaded.count; i++) {
        check_inputs(&loaded.positions[i]);
        plies[loaded.positions[i].ply]++;
    }
    for (int ply = 0; ply < 7; ply++) /* no game ends before: a quarter of 400, four deviations of 8.7 off */
        assert_in_range(plies[ply], 65, 135);
    free(loaded.bytes);
    remove_folder();
    cw_game_destroy(game);
}

/* ---- Broken off and taken up ---- */

static void is_repeatable(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=4");
    file first[3];
    for (int round = 0; round < 3; round++) {
        new_folder();
        cw_selfplay selfplay = plan(game, "mcts:sims=20");
        selfplay.games = 12;
        selfplay.threads = round == 0 ? 1 : 3;
        must_run(&selfplay);
        if (round == 2) { /* and a shard that is made again is the same */
            forget("shard-000001.npy");
            selfplay.resume = true;
            must_run(&selfplay);
        }
        for (int shard = 0; shard < 3; shard++) {
            file loaded = must_load(shard);
            if (round == 0) {
                first[shard] = loaded;
                continue;
            }
            assert_int_equal(loaded.size, first[shard].size);
            assert_memory_equal(loaded.bytes, first[shard].bytes, loaded.size);
            free(loaded.bytes);
        }
        remove_folder();
    }
    for (int shard = 0; shard < 3; shard++)
        free(first[shard].bytes);
    cw_game_destroy(game);
}

static void a_folder_is_continued_only_as_it_began(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=4");
    new_folder();
    cw_selfplay selfplay = plan(game, "random");
    must_run(&selfplay);
    must_refuse(&selfplay, CW_BAD_INPUT, "--resume");
    selfplay.resume = true;
    selfplay.games = 12;
    must_run(&selfplay);
    selfplay.seed = 8;
    must_refuse(&selfplay, CW_BAD_INPUT, "was made with seed \"7\", not \"8\"");
    selfplay.seed = 7;
    selfplay.player = "mcts:sims=10";
    must_refuse(&selfplay, CW_BAD_INPUT, "player");
    selfplay.player = "random:random-until=off"; /* the same in other words */
    must_run(&selfplay);
    selfplay.player = "random";
    selfplay.values = "vc";
    must_refuse(&selfplay, CW_BAD_INPUT, "was made with values \"\", not \"vc\"");
    selfplay.values = NULL;
    char path[128];
    snprintf(path, sizeof path, "%s/manifest.json", folder);
    FILE *manifest = fopen(path, "w");
    fputs("{\"format\": \"causeway-selfplay\", \"version\": 9}", manifest);
    fclose(manifest);
    must_refuse(&selfplay, CW_BAD_INPUT, "version 9, not 1");
    manifest = fopen(path, "w");
    fputs("{", manifest);
    fclose(manifest);
    must_refuse(&selfplay, CW_BAD_INPUT, "cannot be read");
    assert_int_equal(remove_folder(), 4);
    cw_game_destroy(game);
}

static void wrong_specs_leave_no_folder(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=4"), *hive = must_create_game("hive");
    new_folder();
    rmdir(folder);
    cw_selfplay selfplay = plan(game, "nobody");
    must_refuse(&selfplay, CW_BAD_INPUT, "nobody");
    selfplay = plan(game, "random");
    selfplay.labels = "oracle";
    must_refuse(&selfplay, CW_BAD_INPUT, "hex has no reasoner 'oracle'");
    selfplay.labels = "vc";
    must_refuse(&selfplay, CW_UNSUPPORTED, "does not value moves");
    selfplay = plan(game, "random");
    selfplay.values = "oracle";
    must_refuse(&selfplay, CW_BAD_INPUT, "hex has no reasoner 'oracle'");
    selfplay = plan(hive, "random");
    must_refuse(&selfplay, CW_UNSUPPORTED, "hive has no network");
    assert_int_equal(access(folder, F_OK), -1);
    cw_game_destroy(hive);
    cw_game_destroy(game);
}

/* A disk that is full in the middle of a shard: an error, nothing half-written, and what is whole stays. */
static void a_full_disk_loses_nothing(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=4");
    new_folder();
    cw_selfplay selfplay = plan(game, "random");
    must_run(&selfplay);
    file whole = must_load(0);
    struct rlimit before, small = {.rlim_cur = 2000, .rlim_max = RLIM_INFINITY};
    getrlimit(RLIMIT_FSIZE, &before);
    small.rlim_max = before.rlim_max;
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    selfplay.resume = true;
    selfplay.games = 16;
    setrlimit(RLIMIT_FSIZE, &small);
    must_refuse(&selfplay, CW_IO, "shard-000002.npy");
    setrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, handler);
    file again = must_load(0);
    assert_memory_equal(again.bytes, whole.bytes, whole.size);
    must_run(&selfplay);
    free(must_load(3).bytes);
    assert_int_equal(remove_folder(), 5); /* no part of a file was left behind */
    free(again.bytes);
    free(whole.bytes);
    cw_game_destroy(game);
}

/* As ranks of a cluster do that share a disk, or two people. */
static void two_programs_fill_one_folder(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=4");
    for (int round = 0; round < 10; round++) {
        new_folder();
        cw_selfplay selfplay = plan(game, "random");
        selfplay.resume = true;
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0)
            _exit(cw_selfplay_run(&selfplay, NULL) != CW_OK);
        cw_status status = cw_selfplay_run(&selfplay, NULL);
        int left;
        assert_int_equal(waitpid(child, &left, 0), child);
        assert_int_equal(status, CW_OK);
        assert_true(WIFEXITED(left) && WEXITSTATUS(left) == 0);
        free(must_load(1).bytes);
        assert_int_equal(remove_folder(), 3);
    }
    cw_game_destroy(game);
}

static void can_be_stopped(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=4");
    cw_flag stop = {1};
    new_folder();
    cw_selfplay selfplay = plan(game, "random");
    selfplay.stop = &stop;
    must_run(&selfplay);
    assert_int_equal(remove_folder(), 1); /* the manifest alone */
    cw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_what_happened),
        cmocka_unit_test(labels_are_exact),
        cmocka_unit_test(values_are_exact),
        cmocka_unit_test(proofs_teach_what_they_went_through),
        cmocka_unit_test(proofs_need_a_reasoner_that_tells),
        cmocka_unit_test(a_referee_ends_games),
        cmocka_unit_test(games_are_cut_after_the_last_ply),
        cmocka_unit_test(skipped_positions_are_left_out_at_random),
        cmocka_unit_test(is_repeatable),
        cmocka_unit_test(a_folder_is_continued_only_as_it_began),
        cmocka_unit_test(wrong_specs_leave_no_folder),
        cmocka_unit_test(a_full_disk_loses_nothing),
        cmocka_unit_test(two_programs_fill_one_folder),
        cmocka_unit_test(can_be_stopped),
    };
    return RUN_TESTS(tests);
}
