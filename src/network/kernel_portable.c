#include "network/kernel_source.h"
