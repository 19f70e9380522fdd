/* Two players play one game against each other: selfplay.c, in C++.
 *
 *     c++ -std=c++17 selfplay.cpp $(pkg-config --cflags --libs causeway) -o selfplay
 *     ./selfplay hex:size=7 random random */
#include <causeway/causeway.h>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

/* What the library makes, with the function that frees it. */
template <typename Thing, void (*destroy)(Thing *)> struct Destroy {
    void operator()(Thing *thing) const { destroy(thing); }
};
template <typename Thing, void (*destroy)(Thing *)> using Owned = std::unique_ptr<Thing, Destroy<Thing, destroy>>;
using Game = Owned<cw_game, cw_game_destroy>;
using Record = Owned<cw_record, cw_record_destroy>;
using Player = Owned<cw_player, cw_player_destroy>;

/* Calls a function of the library and throws what it says when it fails. */
template <typename Function, typename... Arguments> void must(Function function, Arguments... arguments) {
    cw_error error{};
    if (function(arguments..., &error) != CW_OK)
        throw std::runtime_error(error.message);
}

Game make_game(const char *spec) {
    cw_game *game = nullptr;
    must(cw_game_create, spec, &game);
    return Game(game);
}

Record make_record(const Game &game) {
    cw_record *record = nullptr;
    must(cw_record_create, game.get(), &record);
    return Record(record);
}

Player make_player(const char *spec, const Game &game, uint64_t seed) {
    cw_player *player = nullptr;
    must(cw_player_create, spec, game.get(), seed, &player);
    return Player(player);
}

/* Plays to the end; chance, where a game has it, draws at random. */
void play(cw_record *record, const Player (&players)[2]) {
    const cw_game *game = cw_record_game(record);
    cw_rng rng = cw_rng_make(1, 0);
    std::vector<cw_move> outcomes(static_cast<size_t>(game->moves_max));
    cw_analysis analysis{};
    std::unique_ptr<cw_analysis, Destroy<cw_analysis, cw_analysis_free>> freed(&analysis);
    for (int decides; (decides = cw_record_to_decide(record)) != CW_NOBODY;) {
        if (decides == CW_CHANCE) {
            int count = game->type->moves(game, cw_record_state(record), outcomes.data());
            must(cw_record_play, record, outcomes[cw_rng_below(&rng, static_cast<uint32_t>(count))]);
        } else {
            must(cw_player_choose, players[decides % 2].get(), record, nullptr, &analysis);
            must(cw_record_play, record, analysis.best);
        }
    }
}

void show(const cw_record *record) {
    const cw_game *game = cw_record_game(record);
    cw_scene scene{};
    cw_text text{};
    cw_result result;
    cw_game_draw(game, cw_record_state(record), &scene);
    cw_scene_print(&scene, cw_scene_style{}, &text);
    cw_text_append(&text, "moves: ");
    cw_record_print(record, &text);
    std::puts(cw_text_string(&text));
    cw_record_result(record, &result);
    for (int player = 0; player < game->player_count; player++)
        std::printf("%s: %g\n", game->seats[player].name, result.reward[player]);
    cw_text_free(&text);
    cw_scene_free(&scene);
}

} // namespace

int main(int count, char **arguments) try {
    std::vector<std::string> words(arguments, arguments + count);
    const std::vector<std::string> usual = {"selfplay", "hex:size=7", "random", "random"};
    while (words.size() < usual.size())
        words.push_back(usual[words.size()]);

    Game game = make_game(words[1].c_str());
    Record record = make_record(game);
    Player players[2] = {make_player(words[2].c_str(), game, 1), make_player(words[3].c_str(), game, 2)};
    play(record.get(), players);
    show(record.get());
    return 0;
} catch (const std::exception &error) {
    std::fprintf(stderr, "selfplay: %s\n", error.what());
    return 2;
}
