#ifndef MOVED_CLOCK_FILTER_H
#define MOVED_CLOCK_FILTER_H

// Has every question of this process and its children for the wall clock wait for an answer, and every
// attempt to set it fail; questions for other clocks go on as ever.
//
// Returns the descriptor on which the questions are read, or -1 with errno.
int filter_install(void);

#endif
