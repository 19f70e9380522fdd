/* Manifests of folders with games to learn from, which a run that goes on reads; its own is always accepted. */
#include <sys/stat.h>
#include <unistd.h>

#include "arena/shards.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char folder[64], path[96];
    cw_error error = {0};
    snprintf(folder, sizeof folder, "/tmp/causeway-fuzz-manifest-%d", (int)getpid());
    snprintf(path, sizeof path, "%s/manifest.json", folder);
    mkdir(folder, 0777);
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        abort();
    fwrite(data, 1, size, file);
    fclose(file);
    cw_game *game = fuzz_pick_game(0);
    json_t *manifest =
        json_pack("{s:s, s:i, s:i}", "game", "hex:size=5,swap=pieces", "games", 40, "shard", 4);
    fuzz_check_error(cw_shards_open(game, folder, manifest, true, &error), &error);
    unlink(path);
    fuzz_check(cw_shards_open(game, folder, manifest, false, NULL) == CW_OK, "a folder can be begun");
    fuzz_check(cw_shards_open(game, folder, manifest, true, NULL) == CW_OK, "and gone on with");
    fuzz_check(cw_shards_open(game, folder, manifest, false, &error) != CW_OK, "but not begun twice");
    json_decref(manifest);
    cw_game_destroy(game);
    unlink(path);
    rmdir(folder);
    return 0;
}
