#include "games/tantrix/table.h"

#include <string.h>

void cw_tantrix_table_start(tantrix_table *table, unsigned line_colors) {
    memset(table, 0, sizeof *table);
    table->line_colors = (uint8_t)line_colors;
    table->frontier[table->frontier_count++] = (uint16_t)tantrix_cell(0, 0);
}
