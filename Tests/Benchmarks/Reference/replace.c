// Replaces a document durably: lock, write beside it, fsync, rename, fsync the folder, unlock.
//
//   replace replace FOLDER CONTENT    replaces FOLDER/document with what the file CONTENT holds
//   replace keep FOLDER CONTENT       the same, and the version before becomes FOLDER/previous

#define _GNU_SOURCE
#include "driver.h"
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

// The folder, and what is written.
struct document {
  const char *folder;
  char *bytes;
  size_t size;
  bool keeps_previous;
};

static struct document load(const char *folder, const char *path) {
  struct document document = {.folder = folder};
  int file = open(path, O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0) fail("open the content");
  document.size = (size_t)status.st_size;
  document.bytes = malloc(document.size);
  if (!document.bytes || read(file, document.bytes, document.size) != status.st_size)
    fail("read the content");
  close(file);
  return document;
}

// The document gets a second name, which takes the place of the version before; a document must be
// there at every moment.
static void keep_previous(int folder) {
  if (linkat(folder, "document", folder, "kept", 0) != 0) {
    if (errno == ENOENT) return;
    fail("keep the version before");
  }
  if (renameat(folder, "kept", folder, "previous") != 0) fail("rename the version before");
}

static void replace(void *context, uint64_t *sample) {
  const struct document *document = context;
  uint64_t start = monotonic_ns();
  int folder = open(document->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) fail("open the folder");
  int lock = openat(folder, "lock", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (lock < 0 || flock(lock, LOCK_EX) != 0) fail("lock");
  int file = openat(folder, "document.new", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0) fail("make the new file");
  if (write(file, document->bytes, document->size) != (ssize_t)document->size) fail("write");
  if (fsync(file) != 0) fail("write the file out");
  close(file);
  if (document->keeps_previous) keep_previous(folder);
  if (renameat(folder, "document.new", folder, "document") != 0) fail("rename");
  if (fsync(folder) != 0) fail("write the folder out");
  close(lock);
  close(folder);
  sample[0] = monotonic_ns() - start;
}

int main(int count, char **arguments) {
  if (count != 4) {
    fprintf(stderr, "usage: replace replace|keep FOLDER CONTENT\n");
    return 64;
  }
  end_with_parent();
  struct document document = load(arguments[2], arguments[3]);
  document.keeps_previous = strcmp(arguments[1], "keep") == 0;
  drive(replace, &document, 1);
  return 0;
}
