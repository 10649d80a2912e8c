package org.purempi.watch;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Mpi;
import org.purempi.Status;
import org.purempi.record.CallRecord;
import org.purempi.setting.Setting;

/**
 * Tells those who want to know of one rank's calls. Every mention of it stands behind {@link #ON}:
 *
 * <pre>{@code
 * OpenCall call = Watch.ON ? watch.enter(What.SEND, watched, dest, tag, buf) : null;
 * try {
 *   …
 * } finally {
 *   if (Watch.ON) {
 *     watch.leave(call);
 *   }
 * }
 * }</pre>
 */
public final class Watch {
  /** Whether anybody wants to know of calls. A constant of this JVM. */
  public static final boolean ON =
      Setting.TIMELINE.text() != null
          || Setting.PROFILE.text() != null
          || Setting.INTERCEPTORS.text() != null
          || Setting.JFR.isOn();

  private static final ThreadLocal<OpenCall> OPEN = ThreadLocal.withInitial(OpenCall::new);

  /** The watch of nobody's calls. */
  private static final Watch NOBODY = new Watch(0, List.of(), null, null);

  private final int rank;
  private final Listener[] listeners;
  private final @Nullable Recorder recorder;
  private final @Nullable Profile profile;
  private final int tools;

  /** Whether every call is measured. */
  private final boolean all;

  private final AtomicInteger sent = new AtomicInteger();
  private final AtomicInteger posted = new AtomicInteger();

  private Watch(
      int rank, List<Listener> listeners, @Nullable Recorder recorder, @Nullable Profile profile) {
    this.rank = rank;
    this.listeners = listeners.toArray(Listener[]::new);
    this.recorder = recorder;
    this.profile = profile;
    this.tools = (int) listeners.stream().filter(Tool.class::isInstance).count();
    this.all = listeners.stream().anyMatch(listener -> listener != profile);
  }

  /**
   * The watch of a rank that begins.
   *
   * @param rank in its world of {@code size}
   */
  public static Watch begin(int rank, int size) {
    if (!ON) {
      return NOBODY;
    }
    List<Listener> all = new ArrayList<>();
    String timeline = Setting.TIMELINE.text();
    @Nullable Recorder recorder =
        timeline == null ? null : new Recorder(Folder.of(timeline, rank), rank, size);
    if (recorder != null) {
      all.add(recorder);
    }
    String folder = Setting.PROFILE.text();
    @Nullable Profile profile =
        folder == null ? null : new Profile(Folder.of(folder, rank), rank, size);
    if (profile != null) {
      all.add(profile);
    }
    if (Setting.JFR.isOn()) {
      all.add(new FlightRecorder());
    }
    String names = Setting.INTERCEPTORS.text();
    if (names != null) {
      for (String name : names.split(",", -1)) {
        int number = (int) all.stream().filter(Tool.class::isInstance).count();
        Tool tool = Tool.of(name.strip(), number);
        tool.started(rank, size);
        all.add(tool);
      }
    }
    return new Watch(rank, all, recorder, profile);
  }

  /** Something that must be known to read what is written: a line of files of names. */
  public void name(String word, Object... values) {
    if (recorder != null) {
      recorder.name(word, values);
    }
    if (profile != null) {
      profile.name(word, values);
    }
  }

  /** Whether there is a timeline, whose clocks must agree. */
  public boolean needsClock() {
    return recorder != null;
  }

  /**
   * The calling thread calls.
   *
   * @param peer a rank of {@code scope}; negative if there is none
   * @param buf the message; null if there is none, or more than one
   */
  public OpenCall enter(What what, Watched scope, int peer, int tag, @Nullable Buf buf) {
    OpenCall call = OPEN.get();
    if (call.depth++ == 0) {
      call.begin(what, scope, peer, tag, buf);
      call.rank = rank;
      if (recorder != null) {
        call.order = order(what);
      }
      if (all) {
        call.weight = 1;
        call.begin = System.nanoTime();
        entered(call);
      } else if (call.isSampled()) {
        call.begin = System.nanoTime();
      }
    }
    return call;
  }

  private int order(What what) {
    return switch (what.family()) {
      case SEND -> sent.getAndIncrement();
      case RECEIVE, EXCHANGE -> posted.getAndIncrement();
      default -> CallRecord.NONE;
    };
  }

  /** A call without a peer. */
  public OpenCall enter(What what, Watched scope) {
    return enter(what, scope, Mpi.UNDEFINED, 0, null);
  }

  /** A call is over that began, at {@code since}, when nobody could hear of it yet. */
  public void past(What what, long since) {
    OpenCall call = enter(what, Watched.NOTHING);
    if (call.depth == 1) {
      call.begin = since;
    }
    leave(call);
  }

  private void entered(OpenCall call) {
    if (tools > 0) {
      call.attachments = new Object[tools];
    }
    for (Listener listener : listeners) {
      listener.entered(call);
    }
  }

  /** The call returns, or throws. */
  public void leave(@Nullable OpenCall call) {
    if (call == null || call.depth == 0 || --call.depth > 0) {
      return;
    }
    if (call.weight == 0) {
      if (call.slept == 0) {
        return;
      }
      call.weight = 1;
      call.begin = call.slept;
    }
    call.end = System.nanoTime();
    call.depth++; // what listeners call themselves is not told
    try {
      if (!all) {
        call.sampled(call.end - call.begin);
        call.weight = call.slept == 0 ? call.weight : 1;
      }
      for (int i = listeners.length - 1; i >= 0; i--) {
        listeners[i].left(call);
      }
    } finally {
      call.depth--;
    }
  }

  /** The call is a collective operation: as many came before it on its communicator. */
  public void collective(OpenCall call, Watched scope) {
    if (call.depth == 1) {
      call.order = scope.nextCollective();
    }
  }

  /** A receive is posted that another call will wait for; null if nobody wants to know. */
  public @Nullable Posted posted(@Nullable OpenCall call, Watched scope) {
    return recorder == null || call == null || call.depth > 1
        ? null
        : new Posted(scope, posted.getAndIncrement(), System.nanoTime());
  }

  /** The receive of a message that a probe has matched: it counts as posted by the probe. */
  public void matched(@Nullable OpenCall call, @Nullable Posted probe) {
    if (call != null && probe != null && call.depth == 1) {
      call.order = probe.order();
    }
  }

  /** What a call has received. */
  public void received(@Nullable OpenCall call, Status status) {
    if (call != null && call.depth == 1) {
      call.received(status);
    }
  }

  /** The program learns of the end of a receive that was posted before. */
  public void received(Posted receive, Status status) {
    if (recorder != null && status.source() >= 0) {
      int source = receive.scope().process(status.source());
      recorder.received(receive, source, status.tag(), status.bytes(), System.nanoTime());
    }
  }

  /** A message is sent by a call that is no send. */
  public void sent(Watched scope, int dest, int tag, long bytes) {
    OpenCall call = OPEN.get();
    if (recorder != null && dest >= 0 && call.depth == 1) {
      call.end = System.nanoTime();
      recorder.sent(call, scope, scope.process(dest), tag, bytes, sent.getAndIncrement());
      call.end = 0;
    }
  }

  /** The protocol hands a message over. Inside the rank's lock. */
  public void handed(int dest, long bytes) {
    if (profile != null) {
      profile.handed(dest, bytes);
    }
  }

  /** Makes calls that nobody is to hear of. */
  public static void silently(Runnable calls) {
    OpenCall call = OPEN.get();
    call.depth++;
    try {
      calls.run();
    } finally {
      call.depth--;
    }
  }

  /** The calling thread's call fails. */
  public static void failed(Throwable error) {
    OPEN.get().failure = error;
  }

  /** The calling thread is about to sleep. */
  public static void sleeps() {
    OpenCall call = OPEN.get();
    if (call.depth > 0 && call.slept == 0) {
      call.slept = System.nanoTime();
    }
  }

  /** The rank has ended MPI. */
  public void end() {
    for (Listener listener : listeners) {
      listener.ended();
    }
  }
}
