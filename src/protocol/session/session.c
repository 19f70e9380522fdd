#include "protocol/session/session.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/session/views.h"

static const double hint_seconds = 2, study_turn_seconds = 1, study_turn_most = 8, study_seconds = 120,
                    slack_seconds = 0.25;

/* A player that leaves so much of its turn unused has a budget of its own and nothing more to say. Alpha-beta
 * leaves less when it does not begin a depth that it could not end. */
static const double unused_share = 0.5;

static double now_of(const cw_session *session) {
    return session->hub->host.now(session->hub->host.payload);
}

/* ---- Making ---- */

cw_session *cw_session_create(cw_hub *hub, const char *token) {
    cw_session *session = calloc(1, sizeof *session);
    if (session == NULL)
        return NULL;
    session->hub = hub;
    snprintf(session->token, sizeof session->token, "%s", token);
    return session;
}

static void forget_analyst(cw_session_analyst *analyst) {
    cw_player_destroy(analyst->player);
    free(analyst->spec);
    *analyst = (cw_session_analyst){0};
}

static void forget_analysts(cw_session *session) {
    for (int number = 0; number < CW_ANALYSTS; number++)
        forget_analyst(&session->analysts[number]);
}

static void forget_efforts(cw_session *session) {
    for (int number = 0; number < CW_ANALYSTS; number++) {
        cw_task_free_analysis(session->study.efforts[number].deepest);
        session->study.efforts[number] = (cw_session_effort){0};
    }
}

static void forget_study(cw_session *session) {
    forget_efforts(session);
    for (int number = 0; number < CW_ANALYSTS; number++)
        free(session->study.specs[number]);
    session->study = (cw_session_study){0};
}

void cw_session_destroy(cw_session *session) {
    forget_analysts(session);
    forget_study(session);
    cw_table_destroy(session->table);
    free(session);
}

void cw_session_take_table(cw_session *session, cw_table *table) {
    forget_analysts(session);
    forget_study(session);
    cw_table_destroy(session->table);
    session->table = table;
    session->steps = 0;
    session->next_move = 0;
}

size_t cw_session_memory(const cw_session *session) {
    size_t analysts = 0;
    for (int number = 0; number < CW_ANALYSTS; number++)
        analysts += session->analysts[number].player != NULL ? session->analysts[number].memory : 0;
    return analysts + (session->table != NULL ? cw_table_memory(session->table) : 0);
}

void cw_session_release_players(cw_session *session) {
    forget_analysts(session);
    if (session->table != NULL)
        cw_table_release_players(session->table);
}

/* ---- Telling ---- */

json_t *cw_session_view(const cw_session *session) {
    if (session->table == NULL)
        return json_null();
    return cw_view_table(session->table, session->task, now_of(session));
}

void cw_session_tell(cw_session *session, json_t *event, const cw_link *except) {
    const cw_hub_host *host = &session->hub->host;
    char *text = json_dumps(event, JSON_COMPACT | JSON_REAL_PRECISION(9));
    json_decref(event);
    if (text == NULL)
        return;
    for (cw_link *link = session->links, *next; link != NULL; link = next) {
        next = link->next; /* telling may end the link */
        if (except == NULL || link != except)
            host->tell(host->payload, link, text, strlen(text));
    }
    free(text);
}

/* Is there anybody but the one who is being answered? */
static bool is_watched(const cw_session *session, const cw_link *except) {
    return session->links != NULL && (session->links != except || session->links->next != NULL);
}

static void tell_table(cw_session *session, const cw_link *except) {
    if (is_watched(session, except))
        cw_session_tell(session, json_pack("{s:s, s:o}", "event", "table", "table", cw_session_view(session)),
                        except);
}

static void tell_error(cw_session *session, const cw_error *error) {
    cw_session_tell(session, json_pack("{s:s, s:s}", "event", "error", "error", error->message), NULL);
}

/* ---- Keeping ---- */

static void keep(cw_session *session) {
    const cw_hub_host *host = &session->hub->host;
    cw_table *table = session->table;
    const cw_game *game = cw_table_game(table);
    if (host->keep == NULL || game->type->move_number(game, cw_record_state(table->record)) == 0)
        return;
    if (table->kept == 0)
        table->kept = (int64_t)(host->random(host->payload) >> 12) + 1;
    cw_text spec = {0}, sentence = {0};
    json_t *record = cw_view_record(table);
    char *text = json_dumps(record, JSON_COMPACT | JSON_REAL_PRECISION(9));
    json_decref(record);
    cw_game_print_spec(game, &spec);
    if (table->end != CW_END_NONE)
        cw_view_sentence(table, &sentence);
    cw_kept_game kept = {.id = table->kept,
                         .session = session->token,
                         .game = cw_text_string(&spec),
                         .record = text,
                         .plies = cw_record_length(table->record),
                         .sentence = cw_text_string(&sentence)};
    if (text != NULL)
        host->keep(host->payload, &kept);
    free(text);
    cw_text_free(&spec);
    cw_text_free(&sentence);
}

/* ---- Thought ---- */

void cw_session_begin_study(cw_session *session, char *const specs[CW_ANALYSTS], cw_spot place) {
    cw_session_dismiss(session, CW_TASK_ANALYSIS);
    forget_study(session);
    session->study.is_wanted = true;
    session->study.place = place;
    for (int number = 0; number < CW_ANALYSTS; number++)
        session->study.specs[number] = specs[number];
    cw_session_proceed(session);
}

void cw_session_end_study(cw_session *session) {
    cw_session_dismiss(session, CW_TASK_ANALYSIS);
    forget_study(session);
}

static void send_home(cw_session *session) {
    if (session->task == NULL)
        return;
    session->task->is_wanted = false;
    cw_flag_raise(&session->task->stop);
}

void cw_session_dismiss(cw_session *session, cw_task_kind kind) {
    if (session->task != NULL && session->task->kind == kind)
        send_home(session);
}

static void begin(cw_session *session, cw_task *task, double seconds_max) {
    const cw_hub_host *host = &session->hub->host;
    double bound = host->bounds.most[CW_RESOURCE_SECONDS];
    task->seconds_max = bound > 0 && bound < seconds_max ? bound : seconds_max;
    task->place = 1;
    task->session = session;
    session->task = task;
    host->start(host->payload, task);
}

static cw_status start_move(cw_session *session, int seat, cw_error *error) {
    cw_table *table = session->table;
    cw_table_seat *self = &table->seats[seat];
    cw_spot place = {.ply = cw_record_length(table->record)};
    cw_task *task = NULL;
    cw_status status = cw_task_create(CW_TASK_MOVE, table, place, self->spec, &task, error);
    if (status != CW_OK)
        return status;
    task->seat = seat;
    task->seed = cw_rng_make(table->seed, 1 + (uint64_t)seat).state;
    task->player = self->player;
    self->player = NULL;
    if (table->has_clock)
        task->limits.clock_seconds = fmax(self->clock, 0.05);
    session->steps -= session->steps > 0;
    begin(session, task, INFINITY);
    return CW_OK;
}

const char *cw_session_standard(const cw_session *session) {
    return cw_player_standard(cw_table_game(session->table));
}

cw_status cw_session_call_analyst(cw_session *session, int number, const char *spec, cw_error *error) {
    const cw_table *table = session->table;
    cw_session_analyst *analyst = &session->analysts[number];
    if (analyst->spec != NULL && strcmp(analyst->spec, spec) == 0)
        return CW_OK;
    cw_status status = cw_seat_check(spec, cw_table_game(table), table->bounds, error);
    if (status != CW_OK)
        return status;
    forget_analyst(analyst);
    analyst->spec = strdup(spec);
    return analyst->spec != NULL ? CW_OK
                                 : cw_fail(error, CW_NO_MEMORY, "out of memory for the player %s", spec);
}

/* Who decides at a place, or below 0. */
static int decider_at(const cw_session *session, cw_spot place) {
    cw_state *state = cw_table_state_of(session->table, place);
    const cw_game *game = cw_table_game(session->table);
    int decider = state != NULL ? game->type->to_decide(game, state) : CW_NOBODY;
    free(state);
    return decider;
}

static cw_status start_advice(cw_session *session, cw_task_kind kind, cw_spot place, int analyst,
                              const char *spec, double seconds, cw_error *error) {
    cw_task *task = NULL;
    cw_status status = cw_session_call_analyst(session, analyst, spec, error);
    if (status == CW_OK)
        status = cw_task_create(kind, session->table, place, spec, &task, error);
    if (status != CW_OK)
        return status;
    task->seed = session->table->seed;
    task->seat = decider_at(session, place);
    task->analyst = analyst;
    task->player = session->analysts[analyst].player;
    session->analysts[analyst].player = NULL;
    task->limits.move_seconds = seconds;
    task->wants_insight = kind == CW_TASK_ANALYSIS && session->study.efforts[0].spent <= 0 && analyst == 0;
    begin(session, task,
          seconds + slack_seconds + (task->wants_insight ? 2 * CW_INSIGHT_SECONDS : 0)); /* about twice */
    return CW_OK;
}

static cw_spot study_place(const cw_session *session) {
    cw_spot place = session->study.place;
    if (place.note == 0 && place.ply < 0)
        place.ply = cw_record_length(session->table->record);
    return place;
}

/* Who thinks next about the position, by turns; -1: everything is said. */
static int next_analyst(const cw_session_study *study) {
    int count = study->specs[1] != NULL ? 2 : 1;
    for (int i = 0; i < count; i++) {
        int number = (study->next + i) % count;
        if (!study->efforts[number].is_done)
            return number;
    }
    return -1;
}

static const char *analyst_spec(const cw_session *session, int number) {
    const char *spec = session->study.specs[number];
    return spec != NULL ? spec : cw_session_standard(session);
}

/* Is there a position to study, and something left to say about it? */
static bool can_study(const cw_session *session) {
    cw_spot place = study_place(session);
    bool follows = session->study.place.note == 0 && session->study.place.ply < 0;
    return session->study.is_wanted && next_analyst(&session->study) >= 0 &&
           cw_table_has_place(session->table, place) && decider_at(session, place) >= 0 &&
           (!follows || cw_table_to_decide(session->table) >= 0);
}

static cw_status start_study(cw_session *session, cw_error *error) {
    int number = next_analyst(&session->study);
    cw_session_effort *effort = &session->study.efforts[number];
    double bound = session->hub->host.bounds.most[CW_RESOURCE_SECONDS];
    if (effort->turn <= 0)
        effort->turn = study_turn_seconds;
    double seconds = bound > 0 && effort->turn > bound ? bound : effort->turn;
    return start_advice(session, CW_TASK_ANALYSIS, study_place(session), number,
                        analyst_spec(session, number), seconds, error);
}

static bool may_engines_move(const cw_session *session) {
    return !session->is_absent && (!session->table->paused || session->steps > 0);
}

/* ---- What is next ---- */

static void run_clock(cw_session *session) {
    cw_table *table = session->table;
    int decider = cw_table_to_decide(table);
    bool at_work = session->task != NULL && session->task->is_wanted && session->task->kind == CW_TASK_MOVE &&
                   session->task->place == 0;
    bool runs = decider >= 0 && !session->is_absent && !table->paused &&
                cw_record_length(table->record) > 0 && (table->seats[decider].is_person || at_work);
    if (runs)
        cw_table_start_clock(table, decider, now_of(session));
    else
        cw_table_stop_clock(table, now_of(session));
}

static cw_status start_next(cw_session *session, cw_error *error) {
    cw_table *table = session->table;
    int decider = cw_table_to_decide(table);
    bool is_engine = decider >= 0 && !table->seats[decider].is_person;
    if (is_engine && may_engines_move(session))
        return now_of(session) >= session->next_move ? start_move(session, decider, error) : CW_OK;
    if (session->wants_hint && decider >= 0)
        return start_advice(session, CW_TASK_HINT, (cw_spot){.ply = cw_record_length(table->record)}, 0,
                            cw_session_standard(session), hint_seconds, error);
    if (!session->is_absent && can_study(session))
        return start_study(session, error);
    return CW_OK;
}

void cw_session_proceed(cw_session *session) {
    cw_error error = {0};
    if (session->table == NULL)
        return;
    if (session->task == NULL && start_next(session, &error) != CW_OK) {
        session->table->paused = true;
        session->wants_hint = false;
        forget_study(session);
        tell_error(session, &error);
    }
    run_clock(session);
}

void cw_session_changed(cw_session *session) {
    send_home(session);
    session->wants_hint = false;
    session->study.next = 0;
    forget_efforts(session);
    cw_table_stop_clock(session->table, now_of(session));
    cw_session_proceed(session);
    keep(session);
    tell_table(session, session->hub->asking);
}

void cw_session_noted(cw_session *session) {
    keep(session);
    tell_table(session, session->hub->asking);
}

/* ---- What comes of thought ---- */

/* The player goes back to where it came from, if that place is still there. */
static void bring_back_player(cw_session *session, cw_task *task) {
    cw_table *table = session->table;
    cw_session_analyst *analyst = &session->analysts[task->analyst];
    bool is_same = table != NULL && task->shared == table->shared;
    if (is_same && task->kind == CW_TASK_MOVE && !table->seats[task->seat].is_person &&
        table->seats[task->seat].player == NULL && strcmp(table->seats[task->seat].spec, task->spec) == 0) {
        table->seats[task->seat].player = task->player;
        table->seats[task->seat].memory = task->analysis.memory_bytes;
        task->player = NULL;
    } else if (is_same && task->kind != CW_TASK_MOVE && analyst->player == NULL && analyst->spec != NULL &&
               strcmp(analyst->spec, task->spec) == 0) {
        analyst->player = task->player;
        analyst->memory = task->analysis.memory_bytes;
        task->player = NULL;
    }
}

static void make_move(cw_session *session, const cw_task *task) {
    cw_table *table = session->table;
    double now = now_of(session);
    cw_error error = task->error;
    cw_status status = task->status;
    cw_table_stop_clock(table, now);
    bool is_late = table->has_clock && table->seats[task->seat].clock <= 0;
    if (status == CW_OK && !is_late)
        status = cw_table_play(table, task->analysis.best, &error);
    if (status != CW_OK) {
        table->paused = true;
        tell_error(session, &error);
    }
    if (is_late)
        cw_table_lose(table, task->seat, CW_END_TIME);
    else
        table->seats[task->seat].clock += table->increment;
    session->next_move = cw_table_has_person(table) ? 0 : now + table->pace;
    cw_session_changed(session);
}

/* An event about what a task found, with what all such events have. */
static json_t *opinion_event(const char *event, const cw_session *session, const cw_task *task,
                             const cw_analysis *analysis) {
    const cw_game *game = cw_table_game(session->table);
    cw_spot place = {.ply = task->ply, .note = task->note};
    cw_state *state =
        cw_table_has_place(session->table, place) ? cw_table_state_of(session->table, place) : NULL;
    json_t *object = json_pack("{s:s, s:i, s:i}", "event", event, "ply", task->ply, "seat", task->seat);
    cw_view_variation(object, task->note);
    if (state == NULL)
        return object;
    cw_view_opinion(object, game, state, analysis);
    if (task->kind == CW_TASK_HINT)
        json_object_set_new(object, "picks", cw_view_picks(game, state, analysis->best));
    else
        cw_view_candidates(object, game, state, analysis);
    free(state);
    return object;
}

static void tell_hint(cw_session *session, const cw_task *task) {
    session->wants_hint = false;
    if (task->status == CW_OK)
        cw_session_tell(session, opinion_event("hint", session, task, &task->analysis), NULL);
    else
        tell_error(session, &task->error);
    tell_table(session, NULL);
}

static void tell_study(cw_session *session, const cw_task *task, const cw_analysis *analysis) {
    json_t *event = opinion_event("analysis", session, task, analysis);
    json_object_set_new(event, "player", json_string(task->spec));
    json_object_set_new(event, "analyst", json_integer(task->analyst));
    json_object_set_new(event, "place", json_integer(task->place));
    json_object_set_new(event, "done", json_boolean(session->study.efforts[task->analyst].is_done));
    cw_session_tell(session, event, NULL);
}

/* What the game itself knows of the position, if that is new. */
static void tell_insight(cw_session *session, cw_task *task) {
    cw_insight *insight = cw_task_take_insight(task);
    if (insight != NULL && task->is_wanted) {
        json_t *event = json_pack("{s:s, s:i, s:o}", "event", "insight", "ply", task->ply, "layers",
                                  cw_view_layers(insight));
        cw_view_variation(event, task->note);
        cw_session_tell(session, event, NULL);
    }
    cw_task_free_insight(insight);
}

/* Turns what was thought in one turn of an analysis into what was thought in all of them. */
static void add_turns_before(const cw_session_effort *effort, cw_analysis *analysis) {
    analysis->seconds += effort->spent;
    if (analysis->simulations > 0)
        analysis->simulations += effort->work;
    else
        analysis->nodes += effort->work;
}

/* Is this less deep than what is known from the turns before, and no proof? */
static bool is_shallower(const cw_session_effort *effort, const cw_analysis *analysis) {
    return effort->deepest != NULL && analysis->simulations == 0 && analysis->proof == CW_PROOF_NONE &&
           analysis->depth < effort->deepest->depth;
}

/* What there is to tell: this, or what was found before with the effort of this. */
static const cw_analysis *best_known(const cw_session_effort *effort, const cw_analysis *analysis) {
    if (!is_shallower(effort, analysis))
        return analysis;
    effort->deepest->seconds = analysis->seconds;
    effort->deepest->nodes = analysis->nodes;
    return effort->deepest;
}

static void keep_deepest(cw_session_effort *effort, const cw_analysis *analysis) {
    if (analysis->simulations > 0 || is_shallower(effort, analysis))
        return;
    cw_task_free_analysis(effort->deepest);
    effort->deepest = cw_task_copy_analysis(analysis);
}

/* One turn of an analysis is over: another follows, unless everything is said. */
static void end_study_turn(cw_session *session, cw_task *task) {
    cw_session_effort *effort = &session->study.efforts[task->analyst];
    cw_analysis *analysis = &task->analysis;
    if (task->status != CW_OK) {
        forget_study(session);
        tell_error(session, &task->error);
        return;
    }
    bool was_sent_away = cw_flag_is_up(&task->stop); /* for others who wait */
    bool is_short = !was_sent_away && analysis->seconds < unused_share * task->limits.move_seconds;
    add_turns_before(effort, analysis);
    effort->spent = analysis->seconds;
    effort->work = analysis->simulations > 0 ? analysis->simulations : analysis->nodes;
    effort->turn = fmin(2 * effort->turn, study_turn_most);
    effort->is_done = analysis->proof != CW_PROOF_NONE || effort->spent >= study_seconds || is_short;
    session->study.next = task->analyst + 1;
    tell_study(session, task, best_known(effort, analysis));
    keep_deepest(effort, analysis);
}

void cw_session_finish(cw_session *session, cw_task *task) {
    session->task = NULL;
    session->active = now_of(session);
    if (!session->is_absent) /* nobody waits for what the player remembers */
        bring_back_player(session, task);
    if (task->is_wanted && task->kind == CW_TASK_MOVE)
        make_move(session, task);
    else if (task->is_wanted && task->kind == CW_TASK_HINT)
        tell_hint(session, task);
    else if (task->is_wanted)
        end_study_turn(session, task);
    tell_insight(session, task);
    cw_task_destroy(task);
    cw_session_proceed(session);
}

static void tell_progress(cw_session *session, const cw_task *task, const cw_analysis *analysis) {
    const cw_game *game = cw_table_game(session->table);
    const cw_state *state = cw_record_state(session->table->record);
    json_t *event = json_pack(
        "{s:s, s:s, s:i, s:i, s:i, s:f, s:I}", "event", "progress", "what", "move", "seat", task->seat, "ply",
        task->ply, "place", task->place, "seconds", analysis->seconds, "simulations",
        (json_int_t)(analysis->simulations > 0 ? analysis->simulations : analysis->nodes));
    if (analysis->candidate_count > 0 && cw_analysis_has_value(analysis))
        json_object_set_new(event, "value", json_real(fmin(fmax(analysis->value, 0), 1)));
    if (analysis->candidate_count > 0 && analysis->best != CW_MOVE_NONE)
        json_object_set_new(event, "move", cw_view_move(game, state, analysis->best));
    cw_session_tell(session, event, NULL);
}

void cw_session_place(cw_session *session, cw_task *task, int place) {
    const cw_analysis nothing = {.best = CW_MOVE_NONE};
    if (task->place == place)
        return;
    task->place = place;
    task->since = now_of(session);
    if (!task->is_wanted)
        return;
    run_clock(session);
    if (task->kind == CW_TASK_MOVE)
        tell_progress(session, task, &nothing);
}

void cw_session_news(cw_session *session, cw_task *task) {
    cw_analysis *latest = cw_task_take_latest(task);
    tell_insight(session, task);
    if (latest != NULL && task->is_wanted && task->kind == CW_TASK_MOVE)
        tell_progress(session, task, latest);
    if (latest != NULL && task->is_wanted && task->kind == CW_TASK_ANALYSIS) {
        cw_session_effort *effort = &session->study.efforts[task->analyst];
        add_turns_before(effort, latest);
        tell_study(session, task, best_known(effort, latest));
    }
    cw_task_free_analysis(latest);
}

/* ---- Time ---- */

static bool is_waiting_for_pace(const cw_session *session) {
    const cw_table *table = session->table;
    int decider = cw_table_to_decide(table);
    return session->task == NULL && decider >= 0 && !table->seats[decider].is_person &&
           may_engines_move(session);
}

/* Is it at work with nobody having told it to stop yet? */
static bool is_held_to_time(const cw_task *task) {
    return task != NULL && task->place == 0 && !cw_flag_is_up(&task->stop);
}

double cw_session_due(const cw_session *session) {
    const cw_table *table = session->table;
    const cw_hub_host *host = &session->hub->host;
    double due =
        is_held_to_time(session->task) ? session->task->since + session->task->seconds_max : INFINITY;
    if (session->links == NULL)
        due = fmin(due, session->left_at + (session->is_absent ? host->forget_seconds : host->grace_seconds));
    if (table == NULL)
        return due;
    if (table->running >= 0)
        due = fmin(due, table->running_since + table->seats[table->running].clock);
    if (is_waiting_for_pace(session))
        due = fmin(due, session->next_move);
    return due;
}

static void leave_table_alone(cw_session *session) {
    session->is_absent = true;
    session->wants_hint = false;
    send_home(session);
    cw_session_release_players(session);
    if (session->table != NULL)
        cw_table_stop_clock(session->table, now_of(session));
}

/* Whoever's clock has run out has lost; an engine answers at once and is judged when it does. */
static void check_clock(cw_session *session, double now) {
    cw_table *table = session->table;
    int seat = table->running;
    if (seat < 0 || cw_table_clock(table, seat, now) > 0)
        return;
    cw_table_stop_clock(table, now);
    cw_table_lose(table, seat, CW_END_TIME);
    cw_session_changed(session);
}

void cw_session_tick(cw_session *session, double now) {
    if (session->links == NULL && !session->is_absent &&
        now >= session->left_at + session->hub->host.grace_seconds)
        leave_table_alone(session);
    if (is_held_to_time(session->task) && now >= session->task->since + session->task->seconds_max)
        cw_flag_raise(&session->task->stop);
    if (session->table == NULL)
        return;
    check_clock(session, now);
    if (is_waiting_for_pace(session) && now >= session->next_move)
        cw_session_proceed(session);
}
