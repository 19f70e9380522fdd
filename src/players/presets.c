/* Players under names of their own: those of the papers, and the house's best. */
#include "causeway/player.h"

static const cw_preset presets[] = {
    {.name = NULL},
};

const cw_preset *cw_presets(void) {
    return presets;
}
