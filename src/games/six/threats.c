#include "games/six/six.h"
const cw_evaluator cw_six_evaluators[] = {{.base = {.name = NULL}}};
const cw_reasoner cw_six_reasoners[] = {{.base = {.name = NULL}}};
const cw_prior cw_six_priors[] = {{.base = {.name = NULL}}};
