#include "CZeroMQ.h"
