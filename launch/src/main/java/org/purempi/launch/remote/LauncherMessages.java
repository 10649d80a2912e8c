package org.purempi.launch.remote;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.purempi.launch.system.DaemonThread;
import org.purempi.launch.system.Waiting;

/** What a launcher says on standard error: kept until its manager is there, then passed on. */
final class LauncherMessages {
  private final String who;
  private final InputStream in;
  private final boolean loud;
  private final Consumer<String> say;
  private String last = "";
  private boolean greeted;
  private boolean ended;

  private LauncherMessages(String who, InputStream in, boolean loud, Consumer<String> say) {
    this.who = who;
    this.in = in;
    this.loud = loud;
    this.say = say;
  }

  /**
   * Begins to listen.
   *
   * @param who speaks, for what is passed on
   * @param loud whether everything is passed on
   * @param say takes it
   */
  static LauncherMessages of(String who, InputStream in, boolean loud, Consumer<String> say) {
    var words = new LauncherMessages(who, in, loud, say);
    DaemonThread.start("stderr of " + who, words::read);
    return words;
  }

  private void read() {
    try (var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        take(line.strip());
      }
    } catch (IOException e) {
      take("its standard error cannot be read: " + e.getMessage());
    }
    synchronized (this) {
      ended = true;
      notifyAll();
    }
  }

  private synchronized void take(String line) {
    if (!line.isEmpty()) {
      last = line;
      if (greeted || loud) {
        say.accept("mpiexec: " + who + ": " + line);
      }
    }
  }

  /** The managers are there: from now on everything is passed on. */
  synchronized void greeted() {
    greeted = true;
  }

  /** Waits for the end of what is said. */
  void await(long millis) throws InterruptedException {
    Waiting.until(this, millis, () -> ended);
  }

  synchronized String last() {
    return last;
  }
}
