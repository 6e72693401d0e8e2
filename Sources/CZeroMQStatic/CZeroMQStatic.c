// Debian builds libzmq with transports that this project never uses (PGM, NORM, GSSAPI), and their
// libraries either have no static form or pull in a hundred more. A program that is linked whole
// gets these stand-ins instead: starting libzmq calls pgm_init and pgm_shutdown, nothing calls the
// rest, and whatever did would stop the program rather than go on with nonsense.

#include "CZeroMQStatic.h"
#include <stdlib.h>

void czeromq_static_anchor(void) {}

int pgm_init(void *error) {
  (void)error;
  return 1;
}

int pgm_shutdown(void) { return 1; }

#define ABSENT(name) \
  void name(void) { abort(); }

ABSENT(NormCreateInstance)
ABSENT(NormCreateSession)
ABSENT(NormDestroyInstance)
ABSENT(NormDestroySession)
ABSENT(NormGetDescriptor)
ABSENT(NormGetNextEvent)
ABSENT(NormGetRandomSessionId)
ABSENT(NormIsUnicastAddress)
ABSENT(NormNodeDelete)
ABSENT(NormObjectGetType)
ABSENT(NormObjectGetUserData)
ABSENT(NormObjectSetUserData)
ABSENT(NormSetCongestionControl)
ABSENT(NormSetDefaultSyncPolicy)
ABSENT(NormSetDefaultUnicastNack)
ABSENT(NormSetLoopback)
ABSENT(NormSetMulticastInterface)
ABSENT(NormSetRxPortReuse)
ABSENT(NormSetTTL)
ABSENT(NormStartReceiver)
ABSENT(NormStartSender)
ABSENT(NormStopInstance)
ABSENT(NormStopReceiver)
ABSENT(NormStopSender)
ABSENT(NormStreamFlush)
ABSENT(NormStreamOpen)
ABSENT(NormStreamRead)
ABSENT(NormStreamSeekMsgStart)
ABSENT(NormStreamWrite)
ABSENT(gss_accept_sec_context)
ABSENT(gss_acquire_cred)
ABSENT(gss_delete_sec_context)
ABSENT(gss_display_name)
ABSENT(gss_import_name)
ABSENT(gss_init_sec_context)
ABSENT(gss_release_buffer)
ABSENT(gss_release_cred)
ABSENT(gss_release_name)
ABSENT(gss_unwrap)
ABSENT(gss_wrap)
ABSENT(pgm_bind3)
ABSENT(pgm_close)
ABSENT(pgm_connect)
ABSENT(pgm_error_free)
ABSENT(pgm_free)
ABSENT(pgm_freeaddrinfo)
ABSENT(pgm_getaddrinfo)
ABSENT(pgm_getsockopt)
ABSENT(pgm_gsi_create_from_data)
ABSENT(pgm_recvmsgv)
ABSENT(pgm_send)
ABSENT(pgm_setsockopt)
ABSENT(pgm_socket)

void *GSS_C_NT_HOSTBASED_SERVICE;
void *GSS_C_NT_USER_NAME;
const void *NORM_NODE_ANY;
const void *NORM_INSTANCE_INVALID;
const void *NORM_SESSION_INVALID;
const void *NORM_OBJECT_INVALID;
