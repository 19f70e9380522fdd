/* HTP, the Hex dialect of GTP, as HexGui and scripts for MoHex speak it. What its files share.
 *
 *     htp.c         the board: stones of either colour in any order, swap, SGF files
 *     parameters.c  param_*: the knobs of the game and of the player
 *     views.c       what HexGui shows: analyze commands, values of the last search, live graphics
 *     knowledge.c   evaluation, connections and inferior cells
 *     solver.c      the exact value of positions
 *
 * A session's game has the option `free`, so that its record takes stones out of turn (see board.h). */
#ifndef CW_PROTOCOL_HEX_HTP_H
#define CW_PROTOCOL_HEX_HTP_H

#include "games/hex/board.h"
#include "games/hex/solver.h"
#include "protocol/gtp.h"

typedef struct cw_htp {
    bool allow_swap;
    bool old_swap; /* swap-pieces means swap-sides, as in old programs */
    bool live_graphics;
    double game_seconds;  /* 0: no clock was set by param_game */
    int resigned;         /* the colour that has resigned, or -1 */
    int exec_depth;       /* files within files */
    cw_options reasoning; /* how far connections are looked for, see param_player_vc and param_player_ice */
    void *knowledge;      /* knowledge.c's own, made when first needed */
    cw_hex_solver *solver;
    double solver_seconds; /* 0: no limit */
    size_t solver_bytes;   /* 0: the standard */
} cw_htp;

/* The options of `reasoning`. */
extern const cw_option cw_htp_reasoning_options[];

/* The commands of each file; each table ends with a NULL name. */
extern const cw_gtp_command cw_htp_board_commands[];
extern const cw_gtp_command cw_htp_parameter_commands[];
extern const cw_gtp_command cw_htp_view_commands[];
extern const cw_gtp_command cw_htp_knowledge_commands[];
extern const cw_gtp_command cw_htp_solver_commands[];

static inline cw_htp *cw_htp_of(const cw_gtp *gtp) {
    return (cw_htp *)gtp->dialect_data;
}

static inline const cw_hex_board *cw_htp_board(const cw_gtp *gtp) {
    return cw_hex_board_of(gtp->game);
}

/* Argument number `index` (from 0) as a colour or a cell; the messages are MoHex's. */
cw_status cw_htp_read_color(const cw_gtp_request *request, int index, int *color, cw_error *error);
cw_status cw_htp_read_cell(const cw_gtp *gtp, const cw_gtp_request *request, int index, int *cell,
                           cw_error *error);

const char *cw_htp_color_name(int color);

/* Another size or swap rule. With `keep_moves` the moves are played again. */
cw_status cw_htp_remake(cw_gtp *gtp, int size, bool keep_moves, cw_error *error);

/* Gives the right to move to a colour. */
cw_status cw_htp_give_turn(cw_gtp *gtp, int color, cw_error *error);

/* Free what knowledge.c and solver.c keep; it is made for one board. */
void cw_htp_forget_knowledge(cw_htp *htp);
void cw_htp_forget_solver(cw_htp *htp);

/* Starts or stops live graphics while the player thinks. */
void cw_htp_set_live_graphics(cw_gtp *gtp, bool on);

#endif
