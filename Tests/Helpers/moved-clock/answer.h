#ifndef MOVED_CLOCK_ANSWER_H
#define MOVED_CLOCK_ANSWER_H

// Reads one question for the wall clock and answers it with the machine's time and what `file` says at
// this moment: how many seconds to add, and whether a time server keeps the clock.
//
// A question whose process has gone is forgotten. Returns 0, or -1 with errno.
int answer_one(int listener, const char *file);

#endif
