#include "cli/output.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

bool cli_reader_is_gone(void) {
    struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return poll(&output, 1, 0) == 1 && (output.revents & (POLLERR | POLLHUP)) != 0;
}

cw_status cli_excuse_reader(cw_status status, cw_error *error) {
    return status == CW_IO && cli_reader_is_gone() ? cw_fail(error, CW_IO, "%s", "") : status;
}

static cw_status complain(cw_error *error) {
    cw_fail(error, CW_IO, "cannot write to standard output: %s", strerror(errno));
    return cli_excuse_reader(CW_IO, error);
}

cw_status cli_flush(cw_error *error) {
    return fflush(stdout) == 0 && !ferror(stdout) ? CW_OK : complain(error);
}

cw_status cli_print(cw_text *text, cw_error *error) {
    cw_status status = CW_OK;
    if (text->out_of_memory)
        status = cw_fail(error, CW_NO_MEMORY, "out of memory for the output");
    else if (fwrite(cw_text_string(text), 1, text->length, stdout) != text->length)
        status = complain(error);
    cw_text_free(text);
    return status;
}

/* The columns that can be written to; 0 where it is no terminal. The last one stays free: some terminals
 * wrap. */
static int terminal_columns(void) {
    struct winsize size;
    bool is_known = isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
    return is_known && size.ws_col > 1 ? size.ws_col - 1 : 0;
}

/* Where the lines below a line that is too long begin: under its last column. */
static int hanging_indent(const char *line, int length, int columns) {
    int indent = (int)strspn(line, " ");
    for (int i = indent; i + 2 < length && i < columns * 2 / 3; i++) {
        if (line[i] == ' ' && line[i + 1] == ' ' && line[i + 2] != ' ')
            indent = i + 2;
    }
    return indent;
}

/* Appends one line, broken at words where it is wider than the terminal. */
static void fold_line(const char *line, int length, int columns, cw_text *folded) {
    int indent = hanging_indent(line, length, columns), column = 0;
    while (length > columns - column) {
        int end = columns - column;
        while (end > 0 && line[end] != ' ')
            end--;
        if (end <= (column == 0 ? indent : 0)) /* a word that is too long anyway */
            break;
        cw_text_append_bytes(folded, line, (size_t)end);
        cw_text_printf(folded, "\n%*s", indent, "");
        line += end + 1;
        length -= end + 1;
        column = indent;
    }
    cw_text_append_bytes(folded, line, (size_t)length);
}

cw_status cli_print_folded(cw_text *text, cw_error *error) {
    int columns = terminal_columns();
    if (columns == 0 || text->out_of_memory)
        return cli_print(text, error);
    cw_text folded = {0};
    const char *examples =
        strstr(cw_text_string(text), "\nExamples:\n"); /* they are to be copied as they are */
    for (const char *line = cw_text_string(text); *line != '\0';) {
        int length = (int)strcspn(line, "\n");
        fold_line(line, length, examples != NULL && line > examples ? length : columns, &folded);
        line += length;
        if (*line == '\n') {
            cw_text_append_char(&folded, '\n');
            line++;
        }
    }
    cw_text_free(text);
    return cli_print(&folded, error);
}

cw_status cli_print_json(json_t *value, cw_error *error) {
    char *dump = value != NULL ? json_dumps(value, JSON_REAL_PRECISION(15)) : NULL;
    json_decref(value);
    cw_text text = {.out_of_memory = dump == NULL};
    if (dump != NULL)
        cw_text_printf(&text, "%s\n", dump);
    free(dump);
    return cli_print(&text, error);
}

int cli_exit_code(const char *program, cw_status status, const cw_error *error) {
    enum { WRONG = 2, INTERRUPTED = 130 };
    if (status != CW_OK && error->message[0] != '\0')
        fprintf(stderr, "%s: %s\n", program, error->message);
    if (status == CW_STOPPED)
        return INTERRUPTED;
    return status == CW_OK || error->message[0] == '\0' ? 0 : WRONG;
}

/* ---- Files ---- */

/* Writes to a file just opened, and closes it; an error speaks of `name`. */
static cw_status write_open(FILE *file, const char *name, const cw_text *text, cw_error *error) {
    if (file == NULL)
        return cw_fail(error, CW_IO, "cannot write the file %s: %s", name, strerror(errno));
    bool written = fwrite(cw_text_string(text), 1, text->length, file) == text->length;
    int reason = errno;
    if (fclose(file) != 0) {
        reason = written ? errno : reason;
        written = false;
    }
    if (written)
        return CW_OK;
    return cw_fail(error, CW_IO, "cannot write the file %s: %s", name, strerror(reason));
}

/* Makes a file beside `path` that was not there before; -1 when that fails. */
static int open_beside(const char *path, cw_text *beside) {
    int file = -1;
    for (int i = 1; i <= 100 && file < 0; i++) {
        cw_text_clear(beside);
        cw_text_printf(beside, "%s.part%d", path, i);
        file = open(cw_text_string(beside), O_WRONLY | O_CREAT | O_EXCL, 0666);
        if (file < 0 && errno != EEXIST)
            break;
    }
    return file;
}

/* Puts a complete file in the place of `path`, with the permissions of the one that was there. */
static cw_status replace_file(const char *path, const char *name, const struct stat *before,
                              const cw_text *text, cw_error *error) {
    cw_text beside = {0};
    int file = open_beside(path, &beside);
    if (file < 0) {
        cw_text_free(&beside);
        return cw_fail(error, CW_IO, "cannot write the file %s: %s", name, strerror(errno));
    }
    if (before != NULL)
        fchmod(file, before->st_mode & 07777);
    cw_status status = write_open(fdopen(file, "w"), name, text, error);
    if (status == CW_OK && rename(cw_text_string(&beside), path) != 0)
        status = cw_fail(error, CW_IO, "cannot write the file %s: %s", name, strerror(errno));
    if (status != CW_OK)
        remove(cw_text_string(&beside));
    cw_text_free(&beside);
    return status;
}

cw_status cli_write_file(const char *path, const cw_text *text, cw_error *error) {
    if (text->out_of_memory)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the file %s", path);
    if (strcmp(path, "-") == 0)
        return fwrite(cw_text_string(text), 1, text->length, stdout) == text->length ? CW_OK
                                                                                     : complain(error);
    struct stat about;
    bool is_there = stat(path, &about) == 0; /* of a link, what it leads to */
    if (is_there && !S_ISREG(about.st_mode))
        return write_open(fopen(path, "w"), path, text, error);
    char *real = is_there ? realpath(path, NULL) : NULL;
    cw_status status = replace_file(real != NULL ? real : path, path, is_there ? &about : NULL, text, error);
    free(real);
    return status;
}

/* ---- Drawing ---- */

static bool terminal_has_colors(void) {
    const char *terminal = getenv("TERM"), *refused = getenv("NO_COLOR");
    return isatty(STDOUT_FILENO) && terminal != NULL && strcmp(terminal, "dumb") != 0 &&
           (refused == NULL || refused[0] == '\0');
}

void cli_wrap(const char *string, int columns, const char *before, cw_text *text) {
    int column = 0;
    while (*(string += strspn(string, " ")) != '\0') {
        int length = (int)strcspn(string, " ");
        if (column > 0 && column + 1 + length > columns) {
            cw_text_append_char(text, '\n');
            column = 0;
        }
        cw_text_append(text, column == 0 ? before : " ");
        cw_text_append_bytes(text, string, (size_t)length);
        column += length + (column > 0);
        string += length;
    }
    cw_text_append_char(text, '\n');
}

int cli_text_columns(void) {
    enum { PAGE = 78 };
    int columns = terminal_columns();
    return columns > 0 && columns < PAGE ? columns : PAGE;
}

void cli_print_wrapped(const char *before, const char *string) {
    cw_text text = {0};
    cli_wrap(string, cli_text_columns() - (int)strlen(before), before, &text);
    fputs(cw_text_string(&text), stdout);
    cw_text_free(&text);
}

cw_scene_style cli_style(const char *color) {
    bool automatic = color == NULL || strcmp(color, "auto") == 0;
    return (cw_scene_style){
        .color = automatic ? terminal_has_colors() : strcmp(color, "always") == 0,
        .unicode = strcmp(nl_langinfo(CODESET), "UTF-8") == 0,
        .columns = terminal_columns(),
    };
}

void cli_draw(const cw_record *record, cw_scene_style style, cw_text *text) {
    const cw_game *game = cw_record_game(record);
    cw_scene scene = {0};
    cw_game_draw(game, cw_record_state(record), &scene);
    cw_scene_print(&scene, style, text);
    if (scene.out_of_memory)
        text->out_of_memory = true;
    cw_scene_free(&scene);
}
