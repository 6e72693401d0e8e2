#pragma once
#include "eventloop.h"
#include "fanotify.h"
#include "inotify.h"
#include "process.h"
#include "procconnector.h"
