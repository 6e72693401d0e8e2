// What every measured program shares with the harness: how it is told to measure, how it answers.
//
// A program under measurement writes "ready N\n" once it is set up, N being the columns of a sample.
// Then, for every line "COUNT\n" that it reads, it measures COUNT times and writes COUNT samples of
// N unsigned 64-bit integers in the machine's byte order. It ends when its input ends.

#ifndef BENCHMARK_DRIVER_H
#define BENCHMARK_DRIVER_H

#include <stddef.h>
#include <stdint.h>

// The most columns that a sample may have.
enum { sample_columns = 4 };

// The size of a request and of its answer, in every reference that sends messages.
enum { message_size = 64 };

// How often the program that can be watched writes the time, and its watcher looks.
enum { tick_period_ns = 50000 };

// Measures once and fills a sample.
typedef void (*measure_once)(void *context, uint64_t *sample);

// Measures `count` times, in whatever order, and fills all of the samples.
typedef void (*measure_block)(void *context, uint64_t *samples, size_t count);

// Serves the harness until it closes our input.
void drive(measure_once once, void *context, size_t columns);

// The same for what measures many at once.
void drive_blocks(measure_block block, void *context, size_t columns);

// Tells the harness that a program without samples (a server) is set up.
void say_ready(void);

// The monotonic clock in nanoseconds.
uint64_t monotonic_ns(void);

// Ends this program when its parent does, so that no run leaves anything behind.
void end_with_parent(void);

// Says what could not be done and why (errno), and ends the program with status 1.
_Noreturn void fail(const char *operation);

#endif
