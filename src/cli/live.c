#include "cli/live.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "core/clock.h"

static const double seconds_before = 1, seconds_between = 0.2;

/* ---- The terminal ---- */

static bool can_draw(void) {
    const char *terminal = getenv("TERM");
    return isatty(STDERR_FILENO) && terminal != NULL && strcmp(terminal, "dumb") != 0;
}

void cli_live_size(int *rows, int *columns) {
    struct winsize size;
    bool is_known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0;
    *rows = is_known ? size.ws_row : 24;
    *columns = is_known ? size.ws_col : 80;
}

void cli_live_begin(cli_live *live) {
    *live = (cli_live){.start = cw_clock_now()};
}

bool cli_live_is_due(const cli_live *live) {
    double now = cw_clock_now();
    bool is_due =
        live->drawn > 0 ? now - live->drawn >= seconds_between : now - live->start >= seconds_before;
    return is_due && can_draw();
}

/* How many bytes of a line fit, without cutting a letter of several bytes in two. */
static size_t fitting(const char *line, size_t length, int columns) {
    size_t bytes = 0;
    for (int letters = 0; bytes < length; bytes++) {
        bool begins_letter = ((unsigned char)line[bytes] & 0xC0) != 0x80;
        if (begins_letter && ++letters > columns)
            break;
    }
    return bytes;
}

void cli_live_draw(cli_live *live, const cw_text *text) {
    int rows, columns, lines = 0;
    cw_text picture = {0};
    cli_live_size(&rows, &columns);
    cw_text_append_char(&picture, '\r');
    if (live->lines > 1)
        cw_text_printf(&picture, "\033[%dA", live->lines - 1);
    for (const char *line = cw_text_string(text); *line != '\0' && lines < rows;) {
        size_t length = strcspn(line, "\n");
        if (lines++ > 0)
            cw_text_append(&picture, "\r\n");
        /* The last column stays free: some terminals wrap when it is written to. */
        cw_text_append_bytes(&picture, line, fitting(line, length, columns - 1));
        cw_text_append(&picture, "\033[K");
        line += length + (line[length] == '\n');
    }
    cw_text_append(&picture, "\033[J");
    fputs(cw_text_string(&picture), stderr);
    fflush(stderr);
    cw_text_free(&picture);
    live->lines = lines;
    live->drawn = cw_clock_now();
}

void cli_live_say(cli_live *live, const char *what) {
    cw_text text = {0};
    cw_text_append(&text, what);
    if (can_draw())
        cli_live_draw(live, &text);
    cw_text_free(&text);
}

void cli_live_end(cli_live *live) {
    if (live->lines > 1)
        fprintf(stderr, "\033[%dA", live->lines - 1);
    if (live->lines > 0)
        fputs("\r\033[J", stderr);
    live->lines = 0;
}

double cli_live_left(const cli_live *live, int64_t done, int64_t all) {
    return done > 0 ? (cw_clock_now() - live->start) * (double)(all - done) / (double)done : 0;
}

/* ---- Standings ---- */

/* The width of a line without the player's name. */
enum { NUMBERS_WIDTH = 54 };

static void print_row(const char *spec, int width, const cw_tally *tally, cw_text *text) {
    cw_interval interval = cw_tally_interval(tally);
    bool is_cut = (int)strlen(spec) > width;
    cw_text_printf(text, "%-*.*s%s %8" PRId64 "%8" PRId64 "%8" PRId64, is_cut ? width - 3 : width,
                   is_cut ? width - 3 : width, spec, is_cut ? "..." : "", tally->wins, tally->draws,
                   tally->losses);
    if (tally->games > 0)
        cw_text_printf(text, "  %5.1f %% (%.1f to %.1f)", 100 * cw_tally_score(tally), 100 * interval.low,
                       100 * interval.high);
    cw_text_append_char(text, '\n');
}

static int name_width(const cw_match *match, int columns) {
    int longest = 8, room = columns - NUMBERS_WIDTH;
    for (int i = 0; i < match->schedule.entrant_count; i++) {
        int length = (int)strlen(match->specs[i]);
        longest = length > longest ? length : longest;
    }
    if (longest > room)
        longest = room;
    return longest > 8 ? longest : 8;
}

void cli_live_standings(const cw_match *match, const cw_standings *standings, int rows, int columns,
                        cw_text *text) {
    int width = name_width(match, columns), count = standings->entrant_count;
    int shown = count <= rows - 1 ? count : rows - 2;
    cw_text_printf(text, "%-*s %8s%8s%8s  score\n", width, "player", "won", "drawn", "lost");
    for (int i = 0; i < shown; i++)
        print_row(match->specs[i], width, &standings->entrants[i].tally, text);
    if (shown < count)
        cw_text_printf(text, "and %d more\n", count - shown);
}
