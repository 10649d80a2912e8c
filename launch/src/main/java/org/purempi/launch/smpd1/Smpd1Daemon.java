package org.purempi.launch.smpd1;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import org.purempi.channel.Alarm;
import org.purempi.channel.StrangeSockets;

/**
 * The daemon that MPICH 3.0's mpiexec calls: asks every caller for the passphrase in the original's
 * way, and gives it a manager or a console. Callers who have not proved to know the phrase are few
 * at once, have little time, and cost no memory but a small buffer each.
 */
public final class Smpd1Daemon implements AutoCloseable {
  private static final int BACKLOG = 64;
  private static final int MOST_SESSIONS = 1024;
  private static final long STRANGER_MILLIS = 10_000;
  private static final long PENALTY_MILLIS = 1000;
  private static final int CALL_MILLIS = 30_000;
  private static final String VERSION_FAILURE = "version_failure";

  /**
   * What a daemon is made of.
   *
   * @param host this host's name
   * @param phrase the passphrase
   * @param version what stands before the challenge: the version of the original's build, or empty
   * @param addresses where to listen
   * @param port where to listen; 0: any
   * @param welcome who may call
   * @param processes makes who starts processes, one for each job
   * @param log takes what the daemon says
   */
  public record Plan(
      String host,
      Phrase phrase,
      String version,
      List<InetAddress> addresses,
      int port,
      Predicate<InetAddress> welcome,
      Function<Smpd1Processes.Listener, Smpd1Processes> processes,
      Consumer<String> log) {
    /** Keeps a copy that nobody changes. */
    public Plan {
      addresses = List.copyOf(addresses);
    }
  }

  private final Plan plan;
  private final IntSupplier random;
  private final List<ServerSocket> doors = new ArrayList<>();
  private final StrangeSockets strangers = new StrangeSockets();
  private final Semaphore sessions = new Semaphore(MOST_SESSIONS);
  private final AtomicInteger refused = new AtomicInteger();
  private final AtomicInteger jobs = new AtomicInteger();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final Map<String, String> settings = new HashMap<>();
  private final int port;
  private boolean closed;

  private Smpd1Daemon(Plan plan, IntSupplier random) throws IOException {
    this.plan = plan;
    this.random = random;
    int taken = plan.port();
    try {
      for (InetAddress address : plan.addresses()) {
        var door = new ServerSocket();
        doors.add(door);
        door.setReuseAddress(true);
        door.bind(new InetSocketAddress(address, taken), BACKLOG);
        taken = door.getLocalPort();
      }
    } catch (IOException e) {
      close();
      throw new IOException("cannot listen on port %d: %s".formatted(taken, e.getMessage()), e);
    }
    this.port = taken;
  }

  /** Listens and serves until it is closed, or told to shut down. */
  public static Smpd1Daemon start(Plan plan) throws IOException {
    var secure = new SecureRandom();
    return start(plan, () -> secure.nextInt(Integer.MAX_VALUE));
  }

  /** With challenges that a test knows. */
  static Smpd1Daemon start(Plan plan, IntSupplier random) throws IOException {
    var daemon = new Smpd1Daemon(plan, random);
    for (ServerSocket door : daemon.doors) {
      Smpd1Link.daemon("smpd1-door", () -> daemon.answer(door));
    }
    return daemon;
  }

  /** Where it listens. */
  public int port() {
    return port;
  }

  /** How many callers did not know the passphrase. */
  public int refused() {
    return refused.get();
  }

  /** How many jobs it serves now. */
  public int jobs() {
    return jobs.get();
  }

  /** Waits until it has been shut down and every job it serves has ended. */
  public synchronized void awaitEnd() throws InterruptedException {
    while (!closed || jobs.get() > 0) {
      wait(PENALTY_MILLIS);
    }
  }

  private void answer(ServerSocket door) {
    while (!door.isClosed()) {
      try {
        Socket socket = door.accept();
        if (!plan.welcome().test(socket.getInetAddress())) {
          socket.close();
          continue;
        }
        strangers.admit(socket);
        open.add(socket);
        Smpd1Link.daemon("smpd1-session", () -> converse(socket));
      } catch (IOException e) {
        pause(e, door);
      }
    }
  }

  /** Too many open files, for one: tries again a little later. */
  private void pause(IOException e, ServerSocket door) {
    if (door.isClosed()) {
      return;
    }
    plan.log().accept("cannot accept a connection: " + e.getMessage());
    sleep(PENALTY_MILLIS);
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void converse(Socket socket) {
    boolean proved = false;
    var alarm = new Alarm(STRANGER_MILLIS);
    try (socket) {
      alarm.guards(socket);
      Smpd1Link.tune(socket);
      OutputStream out = socket.getOutputStream();
      String challenge = plan.version() + " " + random.getAsInt();
      Smpd1Fields.write(out, challenge, Smpd1Fields.AUTHENTICATION_BYTES);
      InputStream first = strangers.heard(socket);
      InputStream in =
          new BufferedInputStream(new SequenceInputStream(first, socket.getInputStream()));
      Smpd1State state = judge(challenge, socket, in, out);
      state = state == Smpd1State.DONE ? state : session(state, in, out);
      if (state == Smpd1State.DONE) {
        return;
      }
      Map<String, String> header = Smpd1Text.read(Smpd1Fields.read(in, Smpd1Fields.HEADER_BYTES));
      state = state.after(Smpd1State.Step.HEADER);
      proved = alarm.off() && strangers.remove(socket);
      if (!proved) {
        return;
      }
      serve(state, header, new Smpd1Client.Line(socket, in, out));
    } catch (IOException e) {
      // Who had to leave for a newcomer is not worth a word.
      if (proved || strangers.remove(socket)) {
        plan.log().accept("%s: %s".formatted(socket.getRemoteSocketAddress(), e.getMessage()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      alarm.off();
      open.remove(socket);
      strangers.remove(socket);
    }
  }

  /** Whether it knows the passphrase; one who does not waits for the answer, and is counted. */
  private Smpd1State judge(String challenge, Socket socket, InputStream in, OutputStream out)
      throws IOException {
    Smpd1State state = Smpd1State.READING_CHALLENGE_RESPONSE;
    String answer = Smpd1Fields.read(in, Smpd1Fields.AUTHENTICATION_BYTES);
    if (plan.phrase().isAnswer(challenge, answer)) {
      Smpd1Fields.write(out, Smpd1Command.SUCCESS, Smpd1Fields.AUTHENTICATION_BYTES);
      return state.after(Smpd1State.Step.ACCEPTED);
    }
    boolean version = answer.equals(VERSION_FAILURE);
    int count = refused.incrementAndGet();
    String why = version ? "is of another version" : "does not know the passphrase";
    plan.log().accept("%s %s (%d so far)".formatted(socket.getRemoteSocketAddress(), why, count));
    sleep(PENALTY_MILLIS);
    String result = version ? "FAIL_VERSION" : "FAIL";
    Smpd1Fields.write(out, result, Smpd1Fields.AUTHENTICATION_BYTES);
    return state.after(Smpd1State.Step.REJECTED);
  }

  private Smpd1State session(Smpd1State state, InputStream in, OutputStream out)
      throws IOException {
    switch (Smpd1Fields.read(in, Smpd1Fields.SESSION_BYTES)) {
      case "process" -> {
        Smpd1Fields.write(out, "nocredentials", Smpd1Fields.CREDENTIALS_BYTES);
        Smpd1Fields.write(out, "-1", Smpd1Fields.PORT_BYTES);
        return state.after(Smpd1State.Step.PROCESS);
      }
      case "smpd" -> {
        Smpd1Fields.write(out, "nopwd", Smpd1Fields.CREDENTIALS_BYTES);
        return state.after(Smpd1State.Step.SMPD);
      }
      default -> {
        return state.after(Smpd1State.Step.REJECTED);
      }
    }
  }

  private void serve(Smpd1State state, Map<String, String> header, Smpd1Client.Line line)
      throws IOException, InterruptedException {
    if (!sessions.tryAcquire()) {
      throw new Smpd1Exception("more than " + MOST_SESSIONS + " sessions at once");
    }
    jobs.incrementAndGet();
    try {
      if (state == Smpd1State.CONSOLE) {
        console(line);
      } else {
        var caller = new Smpd1Client(plan.phrase(), port, CALL_MILLIS);
        var post =
            new Smpd1Post(id(header), caller::manager, Smpd1Database::freshName, plan.processes());
        new Smpd1Manager(post).serve(line);
      }
    } finally {
      sessions.release();
      synchronized (this) {
        jobs.decrementAndGet();
        notifyAll();
      }
    }
  }

  private static int id(Map<String, String> header) throws Smpd1Exception {
    String id = header.getOrDefault("id", "");
    if (id.matches("[1-9][0-9]{0,6}")) {
      return Integer.parseInt(id);
    }
    throw new Smpd1Exception("a session header without the manager's number");
  }

  private void console(Smpd1Client.Line line) throws IOException {
    var reader = new Smpd1Reader(line.in());
    var console = new Smpd1Console(plan.host(), settings, this::jobs);
    for (Smpd1Command next = reader.next(); next != null; next = reader.next()) {
      Smpd1Command answer = console.answer(next);
      if (answer != null) {
        line.out().write(answer.bytes());
        line.out().flush();
      }
      if (console.state() == Smpd1State.DONE) {
        break;
      }
    }
    if (console.shutsDown()) {
      plan.log().accept("told to shut down; jobs run to their end");
      shutDown();
    }
  }

  /** Takes no more calls; jobs go on. */
  private void shutDown() throws IOException {
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    for (ServerSocket door : doors) {
      door.close();
    }
  }

  /** Takes no more calls and ends every job. */
  @Override
  public void close() throws IOException {
    shutDown();
    for (Socket socket : open) {
      socket.close();
    }
  }
}
