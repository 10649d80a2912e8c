package org.purempi.protocol;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.purempi.Mpi;
import org.purempi.matching.MatchQueues;
import org.purempi.matching.Tally;

/**
 * What is kept for each context: its match queues, made when first asked for, since a message may
 * arrive before its communicator is known here; and who its ranks are.
 */
final class ContextTable {
  private static final long EMPTY = -1;
  private static final long HASH = 0x9E3779B97F4A7C15L;

  /** What the queues count together. */
  final Tally tally = new Tally();

  private long[] keys = new long[16];
  private @Nullable Object[] values = new @Nullable Object[16];
  private final Map<Long, WeakReference<Peers>> known = new ConcurrentHashMap<>();

  private final Map<Long, WeakReference<Peers>> everybody = new ConcurrentHashMap<>();

  /** Contexts of ranks of several worlds that are closed here and not forgotten yet. */
  private final Set<Long> closed = ConcurrentHashMap.newKeySet();

  private int used;
  private long lastContext = EMPTY;
  private MatchQueues<ReceiveOperation.Slot, Arrival> last = new MatchQueues<>(tally);

  ContextTable() {
    Arrays.fill(keys, EMPTY);
  }

  /** The queues of a context. Inside the lock. */
  MatchQueues<ReceiveOperation.Slot, Arrival> queues(long context) {
    if (context == lastContext) {
      return last;
    }
    last = find(context);
    lastContext = context;
    return last;
  }

  @SuppressWarnings("unchecked") // only such queues are put in
  private MatchQueues<ReceiveOperation.Slot, Arrival> find(long context) {
    int i = place(keys, context);
    Object found = values[i];
    if (keys[i] == context && found != null) {
      return (MatchQueues<ReceiveOperation.Slot, Arrival>) found;
    }
    MatchQueues<ReceiveOperation.Slot, Arrival> made = new MatchQueues<>(tally);
    put(context, made);
    return made;
  }

  /** Remembers who the ranks of a context are, for reports; any thread. */
  void introduce(Peers made) {
    known.put(made.context(), new WeakReference<>(made));
    everybody.merge(
        made.context(),
        new WeakReference<>(made),
        (old, its) -> isLarger(old.get(), made) ? old : its);
  }

  private static boolean isLarger(@Nullable Peers a, Peers b) {
    return a != null && a.size() > b.size();
  }

  /** All ranks of a context, of both groups if it has two; null as {@link #known}. */
  @Nullable Peers everybody(long context) {
    WeakReference<Peers> found = everybody.get(context);
    return found == null ? null : found.get();
  }

  /** The same of all contexts. */
  List<Peers> everybody() {
    return everybody.values().stream().map(Reference::get).filter(Objects::nonNull).toList();
  }

  /** The ranks of a context have closed what it was for; any thread. */
  void noteClosed(Peers ranks) {
    if (ranks.isMixed()) {
      closed.add(ranks.context());
    }
  }

  /** Whether what has one of these processes has not been closed; any thread. */
  boolean isUsed(int[] processes) {
    for (Map.Entry<Long, WeakReference<Peers>> entry : known.entrySet()) {
      Peers peers = entry.getValue().get();
      if (peers != null
          && peers.isMixed()
          && !closed.contains(Peers.pointToPoint(entry.getKey()))
          && Arrays.stream(processes).anyMatch(p -> peers.rankOf(p) != Mpi.UNDEFINED)) {
        return true;
      }
    }
    return false;
  }

  /** Who the ranks of a context are; null if they are not known here, or not any more. */
  @Nullable Peers known(long context) {
    WeakReference<Peers> found = known.get(context);
    return found == null ? null : found.get();
  }

  private void put(long context, Object queues) {
    if (++used > keys.length / 2) {
      grow();
    }
    int i = place(keys, context);
    keys[i] = context;
    values[i] = queues;
  }

  private void grow() {
    long[] oldKeys = keys;
    @Nullable Object[] oldValues = values;
    keys = new long[2 * oldKeys.length];
    Arrays.fill(keys, EMPTY);
    values = new @Nullable Object[keys.length];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldKeys[i] != EMPTY) {
        int j = place(keys, oldKeys[i]);
        keys[j] = oldKeys[i];
        values[j] = oldValues[i];
      }
    }
  }

  private static int place(long[] keys, long context) {
    int mask = keys.length - 1;
    int i = (int) ((context * HASH) >>> 32) & mask;
    while (keys[i] != EMPTY && keys[i] != context) {
      i = (i + 1) & mask;
    }
    return i;
  }

  /** Shows every context's queues; {@code action} must not change the table. */
  @SuppressWarnings("unchecked") // only such queues are put in
  void forEach(Visitor action) {
    for (int i = 0; i < keys.length; i++) {
      Object found = values[i];
      if (found != null) {
        action.visit(keys[i], (MatchQueues<ReceiveOperation.Slot, Arrival>) found);
      }
    }
  }

  /** Looks at the queues of a context. */
  interface Visitor {
    void visit(long context, MatchQueues<ReceiveOperation.Slot, Arrival> queues);
  }

  /** Forgets a context that is not used any more. */
  void remove(long context) {
    known.remove(context);
    everybody.remove(context);
    closed.remove(context);
    removeQueues(context);
  }

  private void removeQueues(long context) {
    int i = place(keys, context);
    if (keys[i] != context) {
      return;
    }
    lastContext = EMPTY;
    keys[i] = EMPTY;
    values[i] = null;
    used--;
    // Entries behind the hole may have been pushed there by it: put them in again.
    int mask = keys.length - 1;
    for (int j = (i + 1) & mask; keys[j] != EMPTY; j = (j + 1) & mask) {
      long key = keys[j];
      Object value = values[j];
      keys[j] = EMPTY;
      values[j] = null;
      int k = place(keys, key);
      keys[k] = key;
      values[k] = value;
    }
  }
}
