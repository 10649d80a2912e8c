package org.purempi.launch.remote;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.purempi.channel.Secret;
import org.purempi.launch.daemon.DaemonClient;
import org.purempi.launch.hosts.Host;
import org.purempi.launch.local.Guardian;
import org.purempi.launch.smpd.CommandBytes;
import org.purempi.launch.smpd.ManagerTree;
import org.purempi.launch.system.DaemonThread;
import org.purempi.launch.system.ExitStatus;
import org.purempi.launch.system.Tools;
import org.purempi.launch.system.Waiting;

/**
 * Starts a manager on another host and waits until it is there. Any thread.
 *
 * @param launcher how a program gets to the host
 * @param program where bin/smpd stands on the host
 * @param limitSeconds how long a start may take
 * @param patient whether a host that is not yet there may come up within that time
 * @param loud whether everything is shown that the launcher says
 * @param key of the daemons that start managers, if it is them
 * @param reach where managers call back that share the launcher's streams
 */
public record ManagerStart(
    Launcher launcher,
    String program,
    int limitSeconds,
    boolean patient,
    boolean loud,
    @Nullable Secret key,
    NetworkChoice reach) {
  /** What a manager says first; everything before it is noise of shells. */
  static final String GREETING = "purempi smpd 1";

  /** The option of bin/smpd that makes it a manager over its standard streams. */
  public static final String OPTION = "-manager";

  /** With this one it calls back whoever its standard input names. */
  static final String CALL_BACK = "-call";

  /**
   * Who starts managers.
   *
   * @param guardian kills what has been started when we are killed
   * @param say takes lines for the user
   */
  record From(Tools tools, Guardian guardian, Consumer<String> say) {}

  private static final long FIRST_PAUSE_MILLIS = 200;
  private static final long LONGEST_PAUSE_MILLIS = 3000;
  private static final int MOST_NOISE_BYTES = 1 << 16;
  private static final long LAST_WORDS_MILLIS = 500;

  /**
   * Starts it and tells it who it is.
   *
   * @param id its number
   * @param parent the number of who calls
   * @throws IOException naming the host, with the launcher's last words
   */
  ManagerLink start(Host host, int id, int parent, From from, ManagerLink.Handler handler)
      throws IOException {
    if (launcher.kind() == Launcher.Kind.SMPD) {
      return call(host, id, parent, handler);
    }
    long untilNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(limitSeconds);
    long pauseMillis = FIRST_PAUSE_MILLIS;
    boolean isTold = false;
    while (true) {
      long leftMillis = TimeUnit.NANOSECONDS.toMillis(untilNanos - System.nanoTime());
      try {
        return attempt(host, id, parent, from, handler, Math.max(1, leftMillis));
      } catch (IOException e) {
        String why = String.valueOf(e.getMessage());
        if (!patient || leftMillis < pauseMillis || !NotYet.says(why)) {
          throw e;
        }
        if (!isTold) {
          isTold = true;
          from.say()
              .accept(
                  "mpiexec: %s; tried again for %d s, as hosts of Kubernetes come up one by one"
                      .formatted(why, TimeUnit.MILLISECONDS.toSeconds(leftMillis)));
        }
      }
      pause(pauseMillis);
      pauseMillis = Math.min(2 * pauseMillis, LONGEST_PAUSE_MILLIS);
    }
  }

  private static void pause(long millis) throws InterruptedIOException {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
  }

  private ManagerLink attempt(
      Host host, int id, int parent, From from, ManagerLink.Handler handler, long leftMillis)
      throws IOException {
    var words = new ArrayList<>(from.tools().newSession());
    words.addAll(launcher.words(host, List.of(program, OPTION)));
    Process process;
    try {
      process = new ProcessBuilder(words).start();
    } catch (IOException e) {
      throw new IOException("host %s: %s".formatted(host.name(), e.getMessage()), e);
    }
    Guardian guardian = from.guardian();
    guardian.watch(process.pid());
    var unused = process.onExit().thenRun(() -> reaped(guardian, process));
    var lastWords =
        LauncherMessages.of("host " + host.name(), process.getErrorStream(), loud, from.say());
    var alarm = new Alarm(process, guardian, leftMillis);
    DaemonThread.start("limit-" + host.name(), alarm::sleep);
    String problem = null;
    try {
      problem = awaitGreeting(process.getInputStream());
      if (problem == null) {
        process.getOutputStream().write(header(id, parent));
        process.getOutputStream().flush();
      }
    } catch (IOException e) {
      problem = "its connection broke: " + e.getMessage();
    }
    boolean inTime = alarm.off();
    if (problem == null && inTime) {
      lastWords.greeted();
      var link =
          new ManagerLink(
              host.name(), process.getInputStream(), process.getOutputStream(), handler);
      return link;
    }
    IOException failure = failure(host, process, inTime ? problem : null, lastWords);
    guardian.kill(process.pid());
    throw failure;
  }

  /** What a manager is told first: its number and who is above it. */
  static byte[] header(int id, int parent) {
    String header = "id=%d parent=%d level=%d".formatted(id, parent, ManagerTree.level(id));
    return CommandBytes.field(header, CommandBytes.SESSION_HEADER_BYTES);
  }

  /** Lets the host's daemon start it. */
  private ManagerLink call(Host host, int id, int parent, ManagerLink.Handler handler)
      throws IOException {
    Secret ours = key;
    String name = host.name();
    if (ours == null) {
      throw new IOException("host " + name + ": this manager was not started by an smpd");
    }
    if (host.user() != null) {
      throw new IOException(
          "host %s: its smpd runs jobs as the user who started it; name it without '%s@'"
              .formatted(name, host.user()));
    }
    long millis = TimeUnit.SECONDS.toMillis(limitSeconds);
    DaemonClient client;
    try {
      client = DaemonClient.call(name, launcher.port(), ours, DaemonClient.Session.PROCESS, millis);
    } catch (IOException e) {
      throw new IOException("host " + name + ": " + e.getMessage(), e);
    }
    String problem;
    try {
      client.limit((int) millis);
      problem = awaitGreeting(client.in());
      if (problem == null) {
        client.out().write(header(id, parent));
        client.limit(0);
        return new ManagerLink(name, client.in(), client.out(), handler);
      }
    } catch (SocketTimeoutException e) {
      problem = "its manager did not start within " + limitSeconds + " s";
    } catch (IOException e) {
      problem = "its connection broke: " + e.getMessage();
    }
    client.close();
    throw new IOException("host " + name + ": " + problem);
  }

  private static void reaped(Guardian guardian, Process process) {
    try {
      guardian.reaped(process.pid());
    } catch (IOException e) {
      // The guardian has gone before, and what it watched with it.
    }
  }

  private IOException failure(
      Host host, Process process, @Nullable String problem, LauncherMessages words) {
    String what = problem;
    try {
      if (problem == null) {
        what = "its manager did not start within " + limitSeconds + " s";
      } else if (process.waitFor(LAST_WORDS_MILLIS, TimeUnit.MILLISECONDS)) {
        what =
            "its manager did not start: %s %s"
                .formatted(launcher.executable(), ExitStatus.describe(process.exitValue()));
      }
      words.await(LAST_WORDS_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    String last = words.last();
    return new IOException(
        "host %s: %s%s".formatted(host.name(), what, last.isEmpty() ? "" : ": " + last));
  }

  /** Reads up to the greeting; answers what is wrong, or null. */
  static @Nullable String awaitGreeting(InputStream in) throws IOException {
    var line = new ByteArrayOutputStream();
    String noise = "";
    for (int bytes = 0; bytes < MOST_NOISE_BYTES; bytes++) {
      int b = in.read();
      if (b < 0) {
        return "it printed nothing that a manager prints"
            + (noise.isEmpty() ? "" : " but '" + noise + "'");
      }
      if (b != '\n') {
        line.write(b);
        continue;
      }
      String text = line.toString(StandardCharsets.UTF_8);
      line.reset();
      if (text.endsWith(GREETING)) {
        return null;
      }
      if (text.contains("purempi smpd ")) {
        return "it has another version of purempi: " + text;
      }
      noise = text.strip();
    }
    return "it prints without end, last '" + noise + "'";
  }

  /** Ends a process that takes too long. */
  private static final class Alarm {
    private final Process process;
    private final Guardian guardian;
    private final long millis;
    private boolean off;
    private boolean rang;

    Alarm(Process process, Guardian guardian, long millis) {
      this.process = process;
      this.guardian = guardian;
      this.millis = millis;
    }

    synchronized void sleep() {
      try {
        Waiting.until(this, millis, () -> off);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      if (!off) {
        rang = true;
        try {
          guardian.kill(process.pid()); // with what it has started, which holds its pipes open
        } catch (IOException e) {
          process.destroyForcibly();
        }
      }
    }

    /** Switches it off; false when it has rung. */
    synchronized boolean off() {
      off = true;
      notifyAll();
      return !rang;
    }
  }
}
