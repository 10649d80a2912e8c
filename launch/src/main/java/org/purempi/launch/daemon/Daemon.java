package org.purempi.launch.daemon;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.purempi.channel.KeepAlive;
import org.purempi.channel.Secret;
import org.purempi.channel.Strangers;
import org.purempi.channel.TlsContext;
import org.purempi.channel.TlsPipe;
import org.purempi.os.User;

/**
 * The daemon of one user on one host: takes calls, lets those in who know the passphrase, and
 * starts a manager for each job, whose bytes it carries. One thread does it all; it waits in one
 * selector and nowhere else.
 */
public final class Daemon {
  /**
   * What a daemon is made of.
   *
   * @param file its settings
   * @param settings what they mean
   * @param program how to start a manager
   * @param version what it tells of itself
   * @param log what it has to say, a line at a time
   */
  public record Setup(
      Path file, Settings settings, Program program, String version, DaemonLog log) {}

  /** What the settings mean; asked again at every restart. */
  public interface Settings {
    /** The key of the passphrase. */
    Secret key(SettingsFile file) throws IOException;

    /** Where to listen, and to whom. */
    Doors doors(SettingsFile file) throws IOException;
  }

  /** How to start a manager, which is to call at a socket of this host. */
  public interface Program {
    /** Starts it. */
    Process start(Path socket) throws IOException;
  }

  /** What can be told by the selector that it is its turn. */
  interface Attachment {
    void ready();
  }

  /** So many may have said nothing yet; they cost little. */
  static final int MOST_SILENT = 512;

  private static final int MOST_VISITS = 2048;
  private static final long TICK_MILLIS = 100;
  private static final long IDLE_TICK_MILLIS = 5000;
  private static final long ENDING_MILLIS = 3000;

  /**
   * Managers that lose us give their ranks time to save their state: 10 s if not told otherwise.
   */
  private static final long MANAGERS_MILLIS = 12_000;

  private final Setup setup;
  private final DaemonLog log;
  private final TlsContext tls = new TlsContext();
  private final Selector selector = Selector.open();
  private final Set<Visit> visits = new LinkedHashSet<>();
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final ArrayDeque<Visit> again = new ArrayDeque<>();
  private final Suspects suspects = new Suspects();
  private final Strangers<Visit> strangers = new Strangers<>(Visit::hasSpoken);
  private final ManagerProcesses managers;
  private final ConsoleCommands desk;
  private final CountDownLatch over = new CountDownLatch(1);
  private final long sinceNanos = System.nanoTime();
  private Doors plan;
  private final ListeningSockets sockets;
  private @Nullable Set<InetAddress> guests;
  private Secret key;
  private boolean isShutDown;
  private volatile boolean isEnding;

  private long calls;
  private long unwelcome;
  private long crowdedOut;
  private long givenUp;

  /**
   * Begins to listen; {@link #run} does the rest.
   *
   * @throws IOException when the port is taken or the file must not be used
   */
  public Daemon(Setup setup) throws IOException {
    this.setup = setup;
    this.log = setup.log();
    SettingsFile file = SettingsFile.read(setup.file());
    this.key = setup.settings().key(file);
    this.desk = new ConsoleCommands(new Office(), file);
    this.plan = setup.settings().doors(file);
    this.guests = plan.guests();
    this.sockets = new ListeningSockets(selector, this::take, this::note);
    sockets.open(plan);
    this.managers = new ManagerProcesses(setup.program(), this::later);
  }

  /** The port, also where any was asked for. */
  public int port() {
    return sockets.port();
  }

  /** Where it listens, in words. */
  public String addresses() {
    return sockets.addresses();
  }

  Selector selector() {
    return selector;
  }

  /** Serves until it is shut down or {@link #close} is called. */
  public void run() throws IOException {
    try {
      while (!isEnding && !(isShutDown && isQuiet())) {
        select();
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
          task.run();
        }
        long now = System.nanoTime();
        List.copyOf(visits).forEach(visit -> visit.tick(now));
        managers.tick(now);
        sockets.listenAgain(now);
        for (int i = again.size(); i > 0; i--) {
          again.remove().ready();
        }
      }
    } finally {
      end();
    }
  }

  private void select() throws IOException {
    if (!again.isEmpty() || !tasks.isEmpty()) {
      selector.selectNow();
    } else {
      selector.select(patienceMillis());
    }
    List<SelectionKey> ready = List.copyOf(selector.selectedKeys());
    selector.selectedKeys().clear();
    for (SelectionKey key : ready) {
      if (key.isValid() && key.attachment() instanceof Attachment its) {
        its.ready();
      }
    }
  }

  private long patienceMillis() {
    boolean timed = sockets.isDeaf() || managers.isTimed();
    for (Visit visit : visits) {
      timed |= !visit.conversation().isPatient();
    }
    return timed ? TICK_MILLIS : IDLE_TICK_MILLIS;
  }

  /** On any thread: do it on the daemon's. */
  private void later(Runnable task) {
    tasks.add(task);
    try {
      selector.wakeup();
    } catch (ClosedSelectorException e) {
      // It is over; nobody waits for the task.
    }
  }

  /** Whether only those are left who need not be waited for. */
  private boolean isQuiet() {
    return managers.count() == 0
        && visits.stream()
            .map(visit -> visit.conversation().state())
            .allMatch(state -> state == DaemonState.READING_COMMAND || state.isStranger());
  }

  private void take(SocketChannel caller) throws IOException {
    calls++;
    var there = (InetSocketAddress) caller.getRemoteAddress();
    var here = (InetSocketAddress) caller.getLocalAddress();
    InetAddress from = there.getAddress();
    if (!Doors.isWelcome(guests, from)) {
      unwelcome++;
      note("call from " + from.getHostAddress() + ", which -hosts does not name");
      caller.close();
      return;
    }
    if (visits.size() >= MOST_VISITS) {
      crowdedOut++;
      caller.close();
      return;
    }
    try {
      caller.configureBlocking(false);
      caller.setOption(StandardSocketOptions.TCP_NODELAY, true);
      KeepAlive.USUAL.on(caller);
      var visit = new Visit(this, new TlsPipe(caller, tls, false), from, System.nanoTime());
      strangers.add(visit, there, here);
      visits.add(visit);
      visit.ready();
      strangers.makeRoom(MOST_SILENT, Strangers.MOST_TALKING, this::crowdOut);
    } catch (IOException e) {
      caller.close();
    }
  }

  private void crowdOut(Visit one) {
    crowdedOut++;
    one.conversation().lose("");
    one.settle();
  }

  /** Something has come from a caller, or gone to it. */
  void moved(Visit visit) {
    if (!visit.conversation().state().isStranger()) {
      strangers.remove(visit);
    } else if (!visit.conversation().isSilent()) {
      strangers.talks(visit);
    }
  }

  /** A conversation is over. */
  void ended(Visit visit) {
    strangers.remove(visit);
    if (visits.remove(visit)) {
      String why = visit.conversation().why();
      if (!why.isEmpty()) {
        givenUp++;
        log.detail("%s: %s".formatted(visit.conversation().from().getHostAddress(), why));
      }
      visit.close();
      Process manager = visit.process();
      if (manager != null) {
        managers.leave(manager);
      }
      desk.forget(visit.conversation());
    }
  }

  /** A conversation has more to do at once. */
  void again(Visit visit) {
    again.add(visit);
  }

  void note(String line) {
    log.note(line);
  }

  /** What a conversation asks of us. */
  Conversation.House house(Visit visit) {
    return new House(visit);
  }

  private final class House implements Conversation.House {
    private final Visit visit;

    House(Visit visit) {
      this.visit = visit;
    }

    @Override
    public Secret key() {
      return key;
    }

    @Override
    public ConsoleCommands desk() {
      return desk;
    }

    @Override
    public long wrong(InetAddress from) {
      long delay = suspects.wrong(from, System.nanoTime());
      note(
          "wrong passphrase from %s (%d so far)"
              .formatted(from.getHostAddress(), suspects.total()));
      return delay;
    }

    @Override
    public void startManager(Conversation caller) {
      try {
        var socket = new ManagerSocket(visit, selector);
        visit.awaits(socket);
        visit.awaits(
            managers.start(socket.path(), caller.from().getHostAddress(), visit::noManager));
        log.detail("a manager for " + caller.from().getHostAddress());
      } catch (IOException e) {
        note("cannot start a manager: " + e.getMessage());
        caller.notStarted("cannot start a manager: " + e.getMessage());
      }
    }
  }

  private final class Office implements ConsoleCommands.Office {
    @Override
    public Map<String, String> status() {
      var facts = new LinkedHashMap<String, String>();
      facts.put("version", setup.version());
      facts.put("pid", "" + ProcessHandle.current().pid());
      facts.put("user", User.name());
      facts.put("listens", addresses());
      facts.put("seconds", "" + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - sinceNanos));
      facts.put("jobs", "" + managers.count());
      facts.put("wrong", "" + suspects.total());
      return facts;
    }

    @Override
    public Map<String, String> counters() {
      var all = new LinkedHashMap<String, String>();
      all.put("calls", "" + calls);
      all.put("unwelcome", "" + unwelcome);
      all.put("crowded_out", "" + crowdedOut);
      all.put("wrong", "" + suspects.total());
      all.put("given_up", "" + givenUp);
      all.put("here", "" + visits.size());
      all.put("managers_started", "" + managers.started());
      all.put("managers", "" + managers.count());
      return all;
    }

    @Override
    public List<String> managers() {
      return managers.list();
    }

    @Override
    public void shutdown() {
      note("told to shut down; " + managers.count() + " jobs run to their end");
      isShutDown = true;
      sockets.close();
    }

    @Override
    public void restart() throws IOException {
      SettingsFile fresh = SettingsFile.read(setup.file());
      Secret theirs = setup.settings().key(fresh);
      Doors wanted = setup.settings().doors(fresh).orOnPort(port());
      Set<InetAddress> callers = wanted.guests();
      Doors before = plan.orOnPort(port());
      sockets.close();
      selector.selectNow(); // so that the old doors let go of the port
      try {
        sockets.open(wanted);
      } catch (IOException e) {
        sockets.open(before);
        throw e;
      }
      plan = wanted;
      guests = callers;
      key = theirs;
      desk.file(fresh);
      note("restarted; listening on " + addresses());
    }
  }

  private void end() throws IOException {
    sockets.close();
    var left = new ArrayList<>(visits);
    visits.clear();
    left.forEach(Visit::close);
    managers.end(MANAGERS_MILLIS);
    selector.close();
    over.countDown();
  }

  /** On any thread: ends everything, jobs as well, and returns when it is done. */
  public void close() {
    isEnding = true;
    later(() -> {});
    try {
      if (!over.await(MANAGERS_MILLIS + ENDING_MILLIS, TimeUnit.MILLISECONDS)) {
        note("the daemon's thread does not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
