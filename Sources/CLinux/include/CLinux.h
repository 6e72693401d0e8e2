#pragma once
#include "clock.h"
#include "eventloop.h"
#include "extension_spawn.h"
#include "fanotify.h"
#include "inotify.h"
#include "procconnector.h"
#include "process.h"
