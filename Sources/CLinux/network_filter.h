#pragma once

// Not for Swift: what a child does to itself before it becomes another program.

// Refuses the calling thread, and whatever it becomes, every socket but those of the Unix family.
// Needs PR_SET_NO_NEW_PRIVS. Returns -1 with errno.
int oal_refuse_network(void);
