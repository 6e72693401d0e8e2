// A method call over D-Bus, 64 bytes there and back, through a daemon as every D-Bus call goes.
//
//   dbus service ADDRESS    answers every call with its argument
//   dbus client ADDRESS     measures calls

#include "driver.h"
#include <dbus/dbus.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const bus_name = "dev.openapplock.Benchmark";
static const char *const object_path = "/dev/openapplock/Benchmark";

static void fail_with(const char *operation, DBusError *error) {
  fprintf(stderr, "dbus: could not %s: %s\n", operation,
          dbus_error_is_set(error) ? error->message : "no reason given");
  exit(1);
}

static DBusConnection *connect_to(const char *address) {
  DBusError error = DBUS_ERROR_INIT;
  DBusConnection *connection = dbus_connection_open_private(address, &error);
  if (!connection) fail_with("connect", &error);
  if (!dbus_bus_register(connection, &error)) fail_with("register", &error);
  return connection;
}

static DBusHandlerResult answer(DBusConnection *connection, DBusMessage *call, void *unused) {
  (void)unused;
  const char *text;
  if (dbus_message_get_type(call) != DBUS_MESSAGE_TYPE_METHOD_CALL ||
      !dbus_message_get_args(call, NULL, DBUS_TYPE_STRING, &text, DBUS_TYPE_INVALID))
    return DBUS_HANDLER_RESULT_NOT_YET_HANDLED;
  DBusMessage *reply = dbus_message_new_method_return(call);
  dbus_message_append_args(reply, DBUS_TYPE_STRING, &text, DBUS_TYPE_INVALID);
  dbus_connection_send(connection, reply, NULL);
  dbus_message_unref(reply);
  return DBUS_HANDLER_RESULT_HANDLED;
}

static void serve(const char *address) {
  DBusError error = DBUS_ERROR_INIT;
  DBusConnection *connection = connect_to(address);
  if (dbus_bus_request_name(connection, bus_name, 0, &error) !=
      DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER)
    fail_with("take the name", &error);
  static const DBusObjectPathVTable table = {.message_function = answer};
  if (!dbus_connection_register_object_path(connection, object_path, &table, NULL))
    fail_with("register the object", &error);
  say_ready();
  while (dbus_connection_read_write_dispatch(connection, -1)) {
  }
}

static void call(void *connection, uint64_t *sample) {
  char body[message_size + 1];
  memset(body, 'x', message_size);
  body[message_size] = 0;
  const char *text = body;
  DBusError error = DBUS_ERROR_INIT;
  uint64_t start = monotonic_ns();
  DBusMessage *request =
      dbus_message_new_method_call(bus_name, object_path, bus_name, "Echo");
  dbus_message_append_args(request, DBUS_TYPE_STRING, &text, DBUS_TYPE_INVALID);
  DBusMessage *reply =
      dbus_connection_send_with_reply_and_block(connection, request, 5000, &error);
  if (!reply) fail_with("call", &error);
  if (!dbus_message_get_args(reply, &error, DBUS_TYPE_STRING, &text, DBUS_TYPE_INVALID))
    fail_with("read the answer", &error);
  sample[0] = monotonic_ns() - start;
  dbus_message_unref(reply);
  dbus_message_unref(request);
}

int main(int count, char **arguments) {
  if (count != 3) {
    fprintf(stderr, "usage: dbus service|client ADDRESS\n");
    return 64;
  }
  end_with_parent();
  if (strcmp(arguments[1], "service") == 0)
    serve(arguments[2]);
  else
    drive(call, connect_to(arguments[2]), 1);
  return 0;
}
