package org.purempi.watch;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.purempi.record.CallLog;
import org.purempi.record.CallRecord;

/** Writes every call of a rank down, for the timeline. */
final class Recorder implements Listener {
  /** Calls that took less have their line looked up now and then. */
  private static final long LONG_NANOS = 10_000;

  private static final int SITES = 64;
  private static final int FEW_BITS = 0xFFFF;

  private final CallLog log;
  private final Sites sites;
  private final AtomicIntegerArray known = new AtomicIntegerArray(What.MOST);
  private final AtomicInteger scopes = new AtomicInteger();
  private final AtomicInteger threads = new AtomicInteger();
  private int calls;

  Recorder(Path folder, int rank, int size) {
    log = new CallLog(folder, rank);
    log.name("rank", rank, size);
    log.name("start", System.nanoTime(), System.currentTimeMillis());
    sites = new Sites((number, line) -> log.name("site", named(number, Sites.words(line))));
  }

  private static Object[] named(int number, Object[] words) {
    List<Object> all = new ArrayList<>(List.of(number));
    all.addAll(List.of(words));
    return all.toArray();
  }

  /** A line of the file of names. */
  void name(String word, Object... values) {
    log.name(word, values);
  }

  @Override
  public void left(OpenCall call) {
    int site = isSiteWanted(call) ? sites.ofThisThread() : 0;
    int order = call.failure == null ? call.order : CallRecord.NONE;
    add(call, call.what, call.scope, call.bytes, call.process(), call.tag, order, site);
  }

  private boolean isSiteWanted(OpenCall call) {
    return call.end - call.begin >= LONG_NANOS || calls++ % SITES == 0;
  }

  private void add(
      OpenCall call,
      What what,
      Watched scope,
      long bytes,
      int process,
      int tag,
      int order,
      int site) {
    know(what);
    if (call.thread == 0) {
      call.thread = threads.incrementAndGet();
      log.name("thread", call.thread, Thread.currentThread().getName());
    }
    int number = number(scope);
    log.add(
        call.begin, call.end, bytes, process, tag, order, number, what.number(), site, call.thread);
  }

  /** The first of a kind is named. */
  private void know(What what) {
    if (known.getPlain(what.number()) == 0 && known.compareAndSet(what.number(), 0, 1)) {
      log.name("what", what.number(), what.family(), what.name());
    }
  }

  @Override
  public void sent(OpenCall call, Watched scope, int dest, int tag, long bytes, int order) {
    add(call, What.SENT, scope, bytes, dest, tag, order, 0);
  }

  @Override
  public void received(Posted receive, int source, int tag, long bytes, long end) {
    int what = What.RECEIVED.number();
    know(What.RECEIVED);
    int number = number(receive.scope());
    log.add(receive.nanos(), end, bytes, source, tag, receive.order(), number, what, 0, 0);
  }

  private int number(Watched scope) {
    String label = scope.label();
    return label.equals(scope.recorded) ? scope.number : named(scope, label);
  }

  private synchronized int named(Watched scope, String label) {
    if (scope.number == 0 && scope != Watched.NOTHING) {
      scope.number = scopes.incrementAndGet() & FEW_BITS;
    }
    log.name("comm", scope.number, scope.context(), label, ranks(scope));
    scope.recorded = label;
    return scope.number;
  }

  /** The processes of a scope: {@code 0-3,7}. */
  private static String ranks(Watched scope) {
    var text = new StringBuilder();
    for (int i = 0; i < scope.size(); ) {
      int first = scope.process(i);
      int last = first;
      i++;
      while (i < scope.size() && scope.process(i) == last + 1) {
        last++;
        i++;
      }
      text.append(text.isEmpty() ? "" : ",").append(first);
      text.append(last == first ? "" : "-" + last);
    }
    return text.toString();
  }

  @Override
  public void ended() {
    log.name("end", System.nanoTime(), log.dropped());
    log.close();
  }
}
