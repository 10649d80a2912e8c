package org.purempi.abi;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.purempi.Info;
import org.purempi.tool.EventQueue;
import org.purempi.tool.EventType;
import org.purempi.tool.ToolEvent;

/**
 * Events (section 15.3.8). What has happened is told at the end of the call of MPI that has noticed
 * it, by the thread that has called: a callback needs no safety ({@code MPI_T_CB_REQUIRE_NONE}),
 * and may call MPI. Of several callbacks of a registration the one that needs least is called.
 */
final class ToolEvents {
  static final List<EventType> ALL = List.of(EventType.values());

  /** {@code MPI_T_CB_REQUIRE_NONE}: of what is told, and of the callbacks that may be. */
  private static final int SAFETY = 0;

  private static final Set<Integer> SAFETIES = Set.of(SAFETY, 0x03, 0x0F, 0x3F);

  /** {@code MPI_T_SOURCE_ORDERED}. */
  private static final int ORDERED = 1;

  private static final long TICKS_PER_SECOND = 1_000_000_000;

  private record Callback(long function, long data) {}

  private static final class Registration {
    private final EventQueue queue;

    /** By the safety that they have. */
    private final NavigableMap<Integer, Callback> callbacks = new TreeMap<>();

    private long droppedFunction;
    private long droppedTold;
    private boolean isFed;

    private Registration(EventType type) {
      queue = new EventQueue(Set.of(type), ProgramGauges.THESE::starve);
    }
  }

  private static final Map<Long, Registration> REGISTRATIONS = new HashMap<>();
  private static final ToolCalls.Objects<ToolEvent> INSTANCES =
      new ToolCalls.Objects<>(Constants.T_ERR_INVALID_HANDLE);

  /** Of all that is here; a callback may register another. */
  private static final ReentrantLock LOCK = new ReentrantLock();

  private static long nextRegistration = 2;

  /** Whether there are callbacks; read without order at the end of every call. */
  static boolean isOn;

  private ToolEvents() {}

  private static EventType type(int index) {
    return ALL.get(ToolCalls.index(index, ALL.size()));
  }

  static void tEventGetNum(Numbers count) {
    ToolCalls.requireBegun();
    count.set(ALL.size());
  }

  static void tEventGetIndex(long name, Numbers index) {
    ToolCalls.requireBegun();
    String wanted = Native.text(name);
    for (EventType type : ALL) {
      if (type.key().equals(wanted)) {
        index.set(ALL.indexOf(type));
        return;
      }
    }
    throw ToolCalls.error(Constants.T_ERR_INVALID_NAME, "there is no event " + wanted);
  }

  static void tEventGetInfo(
      int event,
      long name,
      Numbers nameLength,
      Numbers verbosity,
      long types,
      Numbers displs,
      Numbers elements,
      long enumtype,
      long info,
      long desc,
      Numbers descLength,
      Numbers bind) {
    EventType type = type(event);
    int count = type.elements().size();
    ToolCalls.text(type.key(), name, nameLength);
    ToolCalls.text(
        type.sentence() + " Its values: " + String.join(", ", type.elements()), desc, descLength);
    ToolCalls.put(verbosity, Constants.T_VERBOSITY_USER_BASIC);
    if (elements.address() != 0) {
      for (int i = 0; i < Math.min(elements.get(0), count); i++) {
        ToolCalls.putHandle(types == 0 ? 0 : types + i * (long) Long.BYTES, Constants.INT64_T);
        if (displs.address() != 0) {
          displs.set(i, i * (long) Long.BYTES);
        }
      }
      elements.set(count);
    }
    ToolCalls.putHandle(enumtype, Constants.T_ENUM_NULL);
    putInfo(info);
    ToolCalls.put(bind, Constants.T_BIND_NO_OBJECT);
  }

  private static void putInfo(long info) {
    if (info != 0) {
      Infos.put(info, Info.EMPTY);
    }
  }

  // ---- the one source of events: this process

  static void tSourceGetNum(Numbers count) {
    ToolCalls.requireBegun();
    count.set(1);
  }

  static void tSourceGetInfo(
      int source,
      long name,
      Numbers nameLength,
      long desc,
      Numbers descLength,
      long ordering,
      Numbers ticks,
      Numbers most,
      long info) {
    int unused = ToolCalls.index(source, 1);
    ToolCalls.text("purempi", name, nameLength);
    ToolCalls.text("This process, by the clock of MPI_Wtime.", desc, descLength);
    if (ordering != 0) {
      Native.putInt(ordering, ORDERED);
    }
    ToolCalls.put(ticks, TICKS_PER_SECOND);
    ToolCalls.put(most, Long.MAX_VALUE);
    putInfo(info);
  }

  static void tSourceGetTimestamp(int source, Numbers timestamp) {
    int unused = ToolCalls.index(source, 1);
    timestamp.set(System.nanoTime());
  }

  // ---- registrations

  static void tEventHandleAlloc(int event, long object, long info, long registration) {
    var made = new Registration(type(event));
    LOCK.lock();
    try {
      REGISTRATIONS.put(nextRegistration, made);
      Native.putLong(registration, nextRegistration++);
    } finally {
      LOCK.unlock();
    }
  }

  private static Registration registration(long handle) {
    ToolCalls.requireBegun();
    LOCK.lock();
    try {
      Registration found = REGISTRATIONS.get(handle);
      if (found == null) {
        throw ToolCalls.error(Constants.T_ERR_INVALID_HANDLE, "there is no such registration");
      }
      return found;
    } finally {
      LOCK.unlock();
    }
  }

  static void tEventHandleSetInfo(long registration, long info) {
    Registration unused = registration(registration);
  }

  static void tEventHandleGetInfo(long registration, long info) {
    Registration unused = registration(registration);
    putInfo(info);
  }

  static void tEventRegisterCallback(
      long registration, long safety, long info, long data, long function) {
    Registration its = registration(registration);
    int level = safety(safety);
    LOCK.lock();
    try {
      if (function == 0) {
        its.callbacks.remove(level);
      } else {
        its.callbacks.put(level, new Callback(function, data));
      }
      isOn = REGISTRATIONS.values().stream().anyMatch(r -> !r.callbacks.isEmpty());
      feed(its);
    } finally {
      LOCK.unlock();
    }
  }

  /** From now on events come, if they are wanted and MPI has begun. */
  private static void feed(Registration its) {
    if (!its.isFed && !its.callbacks.isEmpty() && ProgramGauges.THESE.isThere()) {
      its.isFed = true;
      ProgramGauges.THESE.feed(its.queue);
    }
  }

  private static int safety(long safety) {
    if (!SAFETIES.contains((int) safety)) {
      throw ToolCalls.error(Constants.T_ERR_INVALID, "there is no callback safety " + safety);
    }
    return (int) safety;
  }

  static void tEventCallbackSetInfo(long registration, long safety, long info) {
    requireCallback(registration, safety);
  }

  private static void requireCallback(long registration, long safety) {
    int unused = safety(safety);
    Registration unusedToo = registration(registration);
  }

  static void tEventCallbackGetInfo(long registration, long safety, long info) {
    requireCallback(registration, safety);
    putInfo(info);
  }

  static void tEventSetDroppedHandler(long registration, long function) {
    registration(registration).droppedFunction = function;
  }

  static void tEventHandleFree(long registration, long data, long function) {
    Registration its = registration(registration);
    LOCK.lock();
    try {
      REGISTRATIONS.remove(registration);
      isOn = REGISTRATIONS.values().stream().anyMatch(r -> !r.callbacks.isEmpty());
      its.queue.close();
    } finally {
      LOCK.unlock();
    }
    if (function != 0) {
      try {
        Helpers.call("vlil").invokeExact(Helpers.function(function), registration, SAFETY, data);
      } catch (Throwable e) {
        throw Helpers.unexpected(e);
      }
    }
  }

  // ---- instances, which are there while the callback runs

  static void tEventRead(long instance, int element, long buffer) {
    ToolEvent event = INSTANCES.get(instance);
    if (element < 0 || element >= event.values().size()) {
      throw ToolCalls.error(Constants.T_ERR_INVALID_INDEX, "there is no element " + element);
    }
    Native.putLong(buffer, event.values().get(element));
  }

  static void tEventCopy(long instance, long buffer) {
    ToolEvent event = INSTANCES.get(instance);
    for (int i = 0; i < event.values().size(); i++) {
      Native.putLong(buffer + i * (long) Long.BYTES, event.values().get(i));
    }
  }

  static void tEventGetTimestamp(long instance, Numbers timestamp) {
    timestamp.set(INSTANCES.get(instance).timeNanos());
  }

  static void tEventGetSource(long instance, Numbers source) {
    ToolEvent unused = INSTANCES.get(instance);
    source.set(0);
  }

  // ---- telling

  /** A call of MPI ends: calls back for what has happened. One thread does, not within another. */
  static void tell() {
    if (!LOCK.tryLock()) {
      return;
    }
    try {
      if (LOCK.getHoldCount() == 1) {
        Map.copyOf(REGISTRATIONS).forEach(ToolEvents::tell);
      }
    } finally {
      LOCK.unlock();
    }
  }

  private static void tell(long handle, Registration its) {
    feed(its);
    for (ToolEvent event = its.queue.poll(); event != null; event = its.queue.poll()) {
      Map.@Nullable Entry<Integer, Callback> callback = its.callbacks.firstEntry();
      if (callback != null) {
        call(handle, event, callback.getValue());
      }
    }
    Callback any = its.callbacks.isEmpty() ? null : its.callbacks.firstEntry().getValue();
    long dropped = its.queue.dropped() - its.droppedTold;
    if (dropped > 0 && its.droppedFunction != 0 && any != null) {
      its.droppedTold += dropped;
      try {
        Helpers.call("vlliil")
            .invokeExact(
                Helpers.function(its.droppedFunction), dropped, handle, 0, SAFETY, any.data);
      } catch (Throwable e) {
        throw Helpers.unexpected(e);
      }
    }
  }

  private static void call(long handle, ToolEvent event, Callback callback) {
    long instance = INSTANCES.add(event);
    try {
      Helpers.call("vllil")
          .invokeExact(
              Helpers.function(callback.function), instance, handle, SAFETY, callback.data);
    } catch (Throwable e) {
      throw Helpers.unexpected(e);
    } finally {
      INSTANCES.forget(instance);
    }
  }
}
