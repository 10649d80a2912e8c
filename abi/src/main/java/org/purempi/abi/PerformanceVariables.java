package org.purempi.abi;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.purempi.Communicator;
import org.purempi.tool.PerformanceHandle;
import org.purempi.tool.PerformanceSession;
import org.purempi.tool.PerformanceVariable;
import org.purempi.tool.VariableClass;

/** Performance variables (section 15.3.7). */
final class PerformanceVariables {
  private record Session(PerformanceSession its, Map<Long, PerformanceHandle> handles) {}

  static final List<PerformanceVariable> ALL = List.of(PerformanceVariable.values());

  private static final List<VariableClass> KINDS = List.of(VariableClass.values());

  private static final ToolCalls.Objects<Session> SESSIONS =
      new ToolCalls.Objects<>(Constants.T_ERR_INVALID_SESSION);
  private static long nextHandle = 2;

  private PerformanceVariables() {}

  private static PerformanceVariable variable(int index) {
    return ALL.get(ToolCalls.index(index, ALL.size()));
  }

  /** The number of a class: they have the order of the Standard. */
  private static int kind(PerformanceVariable v) {
    return Constants.T_PVAR_CLASS_STATE + KINDS.indexOf(v.kind());
  }

  static void tPvarGetNum(Numbers number) {
    ToolCalls.requireBegun();
    number.set(ALL.size());
  }

  static void tPvarGetIndex(long name, int kind, Numbers index) {
    ToolCalls.requireBegun();
    String wanted = Native.text(name);
    for (PerformanceVariable v : ALL) {
      if (v.key().equals(wanted) && kind(v) == kind) {
        index.set(ALL.indexOf(v));
        return;
      }
    }
    throw ToolCalls.error(Constants.T_ERR_INVALID_NAME, "there is no variable " + wanted);
  }

  static void tPvarGetInfo(
      int index,
      long name,
      Numbers nameLength,
      Numbers verbosity,
      Numbers kind,
      long datatype,
      long enumtype,
      long desc,
      Numbers descLength,
      Numbers bind,
      Numbers isReadonly,
      Numbers isContinuous,
      Numbers isAtomic) {
    PerformanceVariable v = variable(index);
    boolean continuous = v.kind().isContinuous();
    ToolCalls.text(v.key(), name, nameLength);
    ToolCalls.text(v.sentence() + " (" + v.unit() + ")", desc, descLength);
    ToolCalls.put(verbosity, Constants.T_VERBOSITY_USER_BASIC);
    ToolCalls.put(kind, kind(v));
    ToolCalls.putHandle(datatype, Constants.UNSIGNED_LONG_LONG);
    ToolCalls.putHandle(enumtype, Constants.T_ENUM_NULL);
    ToolCalls.put(bind, v.isBound() ? Constants.T_BIND_MPI_COMM : Constants.T_BIND_NO_OBJECT);
    ToolCalls.put(isReadonly, continuous ? 1 : 0);
    ToolCalls.put(isContinuous, continuous ? 1 : 0);
    ToolCalls.put(isAtomic, 1);
  }

  // ---- sessions and handles

  static void tPvarSessionCreate(long session) {
    ToolCalls.requireBegun();
    SESSIONS.put(
        session, new Session(new PerformanceSession(ProgramGauges.THESE), new HashMap<>()));
  }

  static void tPvarSessionFree(long session) {
    SESSIONS.remove(session).its.close();
  }

  static synchronized void tPvarHandleAlloc(
      long session, int index, long object, long handle, Numbers number) {
    Session in = SESSIONS.get(session);
    PerformanceVariable v = variable(index);
    Communicator of = v.isBound() ? Table.COMMS.get(Native.getLong(object)).get() : null;
    in.handles.put(nextHandle, of == null ? in.its.handle(v) : in.its.handle(v, of));
    Native.putLong(handle, nextHandle++);
    number.set(1);
  }

  static synchronized void tPvarHandleFree(long session, long handle) {
    SESSIONS.get(session).its.free(handle(session, Native.getLong(handle)));
    SESSIONS.get(session).handles.remove(Native.getLong(handle));
    Native.putLong(handle, Constants.T_PVAR_HANDLE_NULL);
  }

  private static PerformanceHandle handle(long session, long handle) {
    @Nullable PerformanceHandle found = SESSIONS.get(session).handles.get(handle);
    if (found == null) {
      throw ToolCalls.error(Constants.T_ERR_INVALID_HANDLE, "the session has no such handle");
    }
    return found;
  }

  /** A handle of what is no level, for which that is an error. */
  private static PerformanceHandle changeable(long session, long handle, int otherwise) {
    PerformanceHandle found = handle(session, handle);
    if (found.variable().kind().isContinuous()) {
      throw ToolCalls.error(otherwise, found.variable().key() + " is a level: it is only read");
    }
    return found;
  }

  static synchronized void tPvarStart(long session, long handle) {
    if (handle == Constants.T_PVAR_ALL_HANDLES) {
      SESSIONS.get(session).its.startAll();
    } else {
      changeable(session, handle, Constants.T_ERR_PVAR_NO_STARTSTOP).start();
    }
  }

  static synchronized void tPvarStop(long session, long handle) {
    if (handle == Constants.T_PVAR_ALL_HANDLES) {
      SESSIONS.get(session).its.stopAll();
    } else {
      changeable(session, handle, Constants.T_ERR_PVAR_NO_STARTSTOP).stop();
    }
  }

  static synchronized void tPvarRead(long session, long handle, long buffer) {
    Native.putLong(buffer, handle(session, handle).read());
  }

  static synchronized void tPvarReadreset(long session, long handle, long buffer) {
    Native.putLong(
        buffer, changeable(session, handle, Constants.T_ERR_PVAR_NO_WRITE).readAndReset());
  }

  static synchronized void tPvarReset(long session, long handle) {
    if (handle == Constants.T_PVAR_ALL_HANDLES) {
      SESSIONS.get(session).its.resetAll();
    } else {
      changeable(session, handle, Constants.T_ERR_PVAR_NO_WRITE).reset();
    }
  }

  static synchronized void tPvarWrite(long session, long handle, long buffer) {
    changeable(session, handle, Constants.T_ERR_PVAR_NO_WRITE).write(Native.getLong(buffer));
  }
}
