/* Networks that have learnt something: read from a file or from memory, then asked by any number of threads,
 * each with a workspace of its own.
 *
 *     cw_network_load("hex.cwn")  ->  cw_network      constant, shared
 *         | cw_workspace_create(network, 11, 11)
 *     cw_workspace                                    of one thread, for one size of board
 *         | the game fills cw_workspace_planes
 *         | cw_workspace_run  ->  logits of the policy, logit of the value
 *
 * docs/network-format.md describes the files. */
#ifndef CW_NETWORK_NETWORK_H
#define CW_NETWORK_NETWORK_H

#include <stddef.h>
#include <stdint.h>

#include "causeway/status.h"
#include "network/kernel.h"

typedef struct cw_network cw_network;
typedef struct cw_workspace cw_workspace;

/* Reads a network from memory; `name` stands in messages. `kernel` is NULL for the best that runs here. */
cw_status cw_network_read(const void *bytes, size_t size, const char *name, const cw_network_kernel *kernel,
                          cw_network **network, cw_error *error);
cw_status cw_network_load(const char *path, cw_network **network, cw_error *error);
void cw_network_destroy(cw_network *network);

/* Does the network belong to this game and take a board of these planes and this border, and has it a policy
 * and a value? If not, the message says what it is instead. */
cw_status cw_network_expect_board(const cw_network *network, const char *game, int planes, int border,
                                  cw_error *error);

/* The same for a network that takes `size` numbers. */
cw_status cw_network_expect_vector(const cw_network *network, const char *game, int size, cw_error *error);

/* The planes it takes; 0: it takes numbers. */
int cw_network_planes(const cw_network *network);

const char *cw_network_note(const cw_network *network);
const char *cw_network_kernel_name(const cw_network *network);

/* Multiplications and additions of one evaluation of a board with so many cells. */
uint64_t cw_network_work(const cw_network *network, int cells);

/* A workspace for boards of this size (1 x 1 where the input is a vector). The network must outlive it. */
cw_status cw_workspace_create(const cw_network *network, int rows, int columns, cw_workspace **workspace,
                              cw_error *error);
void cw_workspace_destroy(cw_workspace *workspace);

/* Where the input belongs: bytes [plane][row][column] of the board with its border; or numbers. Kept from run
 * to run. */
uint8_t *cw_workspace_planes(cw_workspace *workspace);
float *cw_workspace_vector(cw_workspace *workspace);

/* Computes. Then the policy holds a logit for each cell, [row][column], or each output, and the value one.
 * NULL where the network has none. */
void cw_workspace_run(cw_workspace *workspace);
const float *cw_workspace_policy(const cw_workspace *workspace);
const float *cw_workspace_value(const cw_workspace *workspace);

#endif
