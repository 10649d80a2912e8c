package org.purempi.protocol;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.purempi.Status;
import org.purempi.check.Checker;
import org.purempi.device.Device;
import org.purempi.device.DeviceMemory;
import org.purempi.hang.Situation;
import org.purempi.progress.Patience;
import org.purempi.progress.Progress;
import org.purempi.transport.Transport;
import org.purempi.transport.link.LinkedTransport;
import org.purempi.watch.Watch;

/**
 * One rank's engine: its transport, its progress, and what is kept of processes and contexts. What
 * is done with them is in {@link Sending}, {@link Receiving}, {@link Waiting} and {@link Probes}.
 */
public final class Engine {
  final Gauges gauges = new Gauges(this);
  final News news = new News(this);
  final Frames frames = new Frames(this);
  final Progress progress;
  final ContextTable contexts = new ContextTable();
  final Failures failures = new Failures(this);
  final GoneProcesses gone = new GoneProcesses(this);
  final Departures departures = new Departures(this);
  final HopelessWaits hopeless = new HopelessWaits(this);
  final Leaving leaving;
  final FlowControl flow;
  final Matching matching;

  /** Bytes of unexpected data kept per peer before it is told to ask first. */
  final long creditBytes;

  private final int homeSize;

  /** The devices whose memory has been in a message. */
  private final Set<Device> devices = new HashSet<>();

  /** Who hears of this rank's calls. */
  private final Watch watch;

  /** Changes inside the lock. */
  private Transport transport;

  private final ProcessTable processes;
  private final Sending sending;
  private final Receiving receiving;
  private final Waiting waiting;
  private final Checker checker = new Checker();
  final MessageOrder order = new MessageOrder(this);
  private final Probes probes = new Probes(this);
  private final Map<Class<?>, Object> rooms = new HashMap<>();
  private volatile @Nullable Holdings holdings;

  /** The engine of the rank that {@code transport} belongs to. */
  public Engine(Transport transport, Patience patience, long creditBytes) {
    this.transport = transport;
    this.homeSize = transport.size();
    this.watch = Watch.begin(transport.rank(), homeSize);
    this.creditBytes = creditBytes;
    this.processes = new ProcessTable(this);
    this.progress = new Progress(transport, frames, patience);
    this.leaving = new Leaving(this);
    this.flow = new FlowControl(this);
    this.matching = new Matching(this);
    this.sending = new Sending(this);
    this.receiving = new Receiving(this);
    this.waiting = new Waiting(this);
    progress.lookout(hopeless);
  }

  /** The rank's progress. */
  public Progress progress() {
    return progress;
  }

  /** The rank's transport; use it inside the lock. */
  public Transport transport() {
    return transport;
  }

  /** A buffer is about to be in a message; inside the lock. */
  void meets(Object base) {
    if (base instanceof DeviceMemory memory && devices.add(memory.device())) {
      transport.pinFor(memory.device());
    }
  }

  /** Who hears of this rank's calls. */
  public Watch watch() {
    return watch;
  }

  /** The number of processes of this job; those with higher numbers came by {@link #link}. */
  public int homeSize() {
    return homeSize;
  }

  /**
   * From now on processes of another job are reached by {@code link} too.
   *
   * @param name the same on all of its ranks
   * @param known for each of its ranks the number that its process has here; negative: it gets one
   * @return the numbers of all
   */
  public int[] link(String name, Transport link, int[] known) {
    progress.enter();
    try {
      LinkedTransport all =
          transport instanceof LinkedTransport its ? its : new LinkedTransport(transport);
      transport = all;
      int[] numbers = all.link(name, link, known);
      progress.transport(all);
      devices.forEach(link::pinFor);
      return numbers;
    } finally {
      progress.leave();
      progress.nudge(); // who sleeps does not listen at the new bell
    }
  }

  /** Whether processes of another job are reached now. Inside the lock. */
  public boolean hasLinks() {
    return transport instanceof LinkedTransport its && its.hasLinks();
  }

  /** The memory that some processes, this one among them, reserve for each other. */
  Regions regions(int[] members) {
    progress.enter();
    try {
      if (Arrays.stream(members).allMatch(process -> process < homeSize)) {
        return new Regions(this, transport, members);
      }
      LinkedTransport.Common common = ((LinkedTransport) transport).common(members);
      return common == null
          ? new Regions(this, null, members)
          : new Regions(this, common.transport(), common.numbers());
    } finally {
      progress.leave();
    }
  }

  /** Processes of another job have failed. */
  public void fail(int[] processes, String why) {
    progress.enter();
    try {
      boolean unused = hopeless.isAllHere(); // what they have sent before comes first
      for (int process : processes) {
        if (!gone.isOver(process, Peers.NO_WORLD)) {
          gone.add(process, why, false);
        }
      }
    } finally {
      progress.leave();
      progress.nudge();
    }
  }

  /** Leaves a link; its processes, those with these numbers, are gone for this rank. */
  public void cut(Transport link, int[] processes) {
    progress.enter();
    try {
      for (int process : processes) {
        gone.add(process, "", true);
      }
      ((LinkedTransport) transport).cut(link);
    } finally {
      progress.leave();
    }
  }

  /** Whether a communicator, a window or a file that is open has one of these processes. */
  public boolean isUsed(int[] processes) {
    return contexts.isUsed(processes);
  }

  /** What this rank knows of the failures that it survives. */
  public Failures failures() {
    return failures;
  }

  /** What this rank counts for tools. */
  public Gauges gauges() {
    return gauges;
  }

  /** What tools hear of this rank. */
  public News news() {
    return news;
  }

  /** Who of those that are survived can be reached no more. */
  public Departures departures() {
    return departures;
  }

  /** Where kinds of frames get their handlers. */
  public Frames frames() {
    return frames;
  }

  /** Sends messages. */
  public Sending sending() {
    return sending;
  }

  /** Receives messages. */
  public Receiving receiving() {
    return receiving;
  }

  /** Waits for operations and tests them. */
  public Waiting waiting() {
    return waiting;
  }

  /** Looks for mistakes of the program, if that is on. */
  public Checker checker() {
    return checker;
  }

  /** The order of the program's messages, for the checker. */
  public MessageOrder order() {
    return order;
  }

  /** Looks for messages that no receive has asked for yet. */
  public Probes probes() {
    return probes;
  }

  /** How this rank leaves contexts and worlds. */
  public Leaving leaving() {
    return leaving;
  }

  /** Who knows of windows, for reports. */
  public void holdings(Holdings known) {
    holdings = known;
  }

  /** The locks of windows that this rank holds; inside the lock. */
  List<Situation.Lock> locks() {
    Holdings known = holdings;
    return known == null ? List.of() : known.locks();
  }

  /** Whether a context is a window's; inside the lock. */
  boolean isWindow(long context) {
    Holdings known = holdings;
    return known != null && known.isWindow(context);
  }

  /** What is known of a process; inside the lock, for there must be one of each. */
  Peer peer(int process) {
    return processes.get(process);
  }

  /** The processes that this rank has met, in their order; inside the lock. */
  List<Peer> met() {
    return processes.met();
  }

  /** What waits, is under way and lies here, for a report; null if the lock was not to be had. */
  public @Nullable Inspection inspect(long patienceNanos) {
    return Inspection.of(this, patienceNanos);
  }

  /** An operation that {@link Promise#keep} completes; its status is asked for then. */
  public Promise promise(Supplier<Status> status) {
    return new Promise(status, null, -1);
  }

  /** As above, to which all of these ranks must say something, as far as they live. */
  public Promise promise(Supplier<Status> status, Peers needed) {
    return new Promise(status, needed, -1);
  }

  /** As above, to which one of these ranks must say something, as long as it lives. */
  public Promise promise(Supplier<Status> status, Peers among, int rank) {
    return new Promise(status, among, rank);
  }

  /** An operation that is done when all of these are, with the status of the first; not empty. */
  public Operation together(List<Operation> operations) {
    progress.enter();
    try {
      return new Together(this, operations);
    } finally {
      progress.leave();
    }
  }

  /** An operation that is complete, with this status. */
  public Operation done(Status status) {
    Operation op = new FinishedOperation(status);
    locked(() -> progress.complete(op));
    return op;
  }

  /**
   * What a higher floor keeps with this engine: made when it is first asked for, inside the lock.
   */
  public <T> T room(Class<T> type, Function<Engine, T> maker) {
    progress.enter();
    try {
      return type.cast(rooms.computeIfAbsent(type, key -> maker.apply(this)));
    } finally {
      progress.leave();
    }
  }

  /** Runs {@code action} inside the rank's lock. */
  public void locked(Runnable action) {
    progress.enter();
    try {
      action.run();
    } finally {
      progress.leave();
    }
  }
}
