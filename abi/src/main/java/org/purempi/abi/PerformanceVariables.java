package org.purempi.abi;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the JVM in the process counts, as performance variables (section 15.3.7). */
final class PerformanceVariables {
  /** A number that can be asked for at any time. */
  private enum Variable {
    HEAP_USED(
        "jvm_heap_used", Constants.T_PVAR_CLASS_LEVEL, "Bytes of the JVM's heap that are in use."),
    COLLECTIONS(
        "jvm_collections", Constants.T_PVAR_CLASS_COUNTER, "Garbage collections of the JVM."),
    COLLECTION_TIME("jvm_collection_ms", Constants.T_PVAR_CLASS_COUNTER, "Milliseconds in them."),
    COMPILATION_TIME(
        "jvm_compilation_ms",
        Constants.T_PVAR_CLASS_COUNTER,
        "Milliseconds that the JVM's compilers have worked."),
    CLASSES("jvm_classes", Constants.T_PVAR_CLASS_LEVEL, "Classes that are loaded.");

    private final String text;
    private final int kind;
    private final String sentence;

    Variable(String text, int kind, String sentence) {
      this.text = text;
      this.kind = kind;
      this.sentence = sentence;
    }

    long value() {
      return switch (this) {
        case HEAP_USED -> ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        case COLLECTIONS ->
            ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                .sum();
        case COLLECTION_TIME ->
            ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                .sum();
        case COMPILATION_TIME -> ManagementFactory.getCompilationMXBean().getTotalCompilationTime();
        case CLASSES -> ManagementFactory.getClassLoadingMXBean().getLoadedClassCount();
      };
    }
  }

  /** A counter that a tool watches counts from when it was started, or set back. */
  private static final class Watch {
    private final Variable variable;
    private long from;

    private Watch(Variable variable) {
      this.variable = variable;
      reset();
    }

    private void reset() {
      from = variable.kind == Constants.T_PVAR_CLASS_COUNTER ? variable.value() : 0;
    }

    private long read() {
      return variable.value() - from;
    }
  }

  private static final class Session {
    private final Map<Long, Watch> watches = new HashMap<>();
  }

  private static final ToolCalls.Objects<Session> SESSIONS =
      new ToolCalls.Objects<>(Constants.T_ERR_INVALID_SESSION);
  private static long nextHandle = 2;

  private PerformanceVariables() {}

  static int count() {
    return Variable.values().length;
  }

  private static Variable variable(int index) {
    return Variable.values()[ToolCalls.index(index, count())];
  }

  static void tPvarGetNum(Numbers number) {
    ToolCalls.requireBegun();
    number.set(count());
  }

  static void tPvarGetIndex(long name, int kind, Numbers index) {
    ToolCalls.requireBegun();
    String wanted = Native.text(name);
    for (int i = 0; i < count(); i++) {
      if (variable(i).text.equals(wanted) && variable(i).kind == kind) {
        index.set(i);
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
    Variable v = variable(index);
    ToolCalls.text(v.text, name, nameLength);
    ToolCalls.text(v.sentence, desc, descLength);
    ToolCalls.put(verbosity, Constants.T_VERBOSITY_USER_BASIC);
    ToolCalls.put(kind, v.kind);
    ToolCalls.putHandle(datatype, Constants.UNSIGNED_LONG_LONG);
    ToolCalls.putHandle(enumtype, Constants.T_ENUM_NULL);
    ToolCalls.put(bind, Constants.T_BIND_NO_OBJECT);
    ToolCalls.put(isReadonly, 1);
    ToolCalls.put(isContinuous, 1);
    ToolCalls.put(isAtomic, 0);
  }

  // ---- sessions and handles

  static void tPvarSessionCreate(long session) {
    ToolCalls.requireBegun();
    SESSIONS.put(session, new Session());
  }

  static void tPvarSessionFree(long session) {
    Session unused = SESSIONS.remove(session);
  }

  static synchronized void tPvarHandleAlloc(
      long session, int index, long object, long handle, Numbers number) {
    SESSIONS.get(session).watches.put(nextHandle, new Watch(variable(index)));
    Native.putLong(handle, nextHandle++);
    number.set(1);
  }

  static synchronized void tPvarHandleFree(long session, long handle) {
    Watch unused = watch(session, Native.getLong(handle));
    SESSIONS.get(session).watches.remove(Native.getLong(handle));
    Native.putLong(handle, Constants.T_PVAR_HANDLE_NULL);
  }

  private static Watch watch(long session, long handle) {
    @Nullable Watch found = SESSIONS.get(session).watches.get(handle);
    if (found == null) {
      throw ToolCalls.error(Constants.T_ERR_INVALID_HANDLE, "the session has no such handle");
    }
    return found;
  }

  static void tPvarStart(long session, long handle) {
    neverStarts(session, handle);
  }

  static void tPvarStop(long session, long handle) {
    neverStarts(session, handle);
  }

  /** All variables count on their own; asked of all handles at once that is no error. */
  private static void neverStarts(long session, long handle) {
    if (handle == Constants.T_PVAR_ALL_HANDLES) {
      Session unused = SESSIONS.get(session);
      return;
    }
    Watch watched = watch(session, handle);
    throw ToolCalls.error(
        Constants.T_ERR_PVAR_NO_STARTSTOP, watched.variable.text + " counts on its own");
  }

  static void tPvarRead(long session, long handle, long buffer) {
    Native.putLong(buffer, watch(session, handle).read());
  }

  static void tPvarReadreset(long session, long handle, long buffer) {
    throw noWrite(watch(session, handle));
  }

  static void tPvarReset(long session, long handle) {
    if (handle != Constants.T_PVAR_ALL_HANDLES) {
      throw noWrite(watch(session, handle));
    }
    Session unused = SESSIONS.get(session);
  }

  static void tPvarWrite(long session, long handle, long buffer) {
    throw noWrite(watch(session, handle));
  }

  private static Raise.Coded noWrite(Watch watched) {
    return ToolCalls.error(
        Constants.T_ERR_PVAR_NO_WRITE, watched.variable.text + " can only be read");
  }
}
