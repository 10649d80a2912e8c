package org.purempi.launch.local;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.purempi.launch.system.ProcessHooks;
import org.purempi.launch.system.StandardStreams;
import org.purempi.launch.system.Tools;

/**
 * How a user asks a running mpiexec what its ranks are doing: SIGUSR1, or ctrl-\\ on the terminal.
 * The JVM keeps SIGQUIT to itself, so a shell in our process group listens for ctrl-\\ on our
 * behalf; it ends when we do.
 */
public final class ReportRequests {
  /** Says a word for each SIGQUIT until our pipe ends. */
  private static final String LISTENER =
      """
      trap '' INT
      trap 'echo report' QUIT
      exec 3<&0
      cat <&3 >/dev/null &
      while kill -s 0 $!; do wait $!; done
      """;

  private static final long AFTER_START_MILLIS = 300;

  private final StandardStreams streams;
  private final ProcessHooks hooks;
  private final Consumer<String> say;

  /**
   * Hears requests for reports.
   *
   * @param say takes lines for the user
   */
  public ReportRequests(StandardStreams streams, ProcessHooks hooks, Consumer<String> say) {
    this.streams = streams;
    this.hooks = hooks;
    this.say = say;
  }

  /**
   * Runs the actions, on threads of their own, at each request. Begins a moment later: the start of
   * the ranks comes first.
   *
   * @param onSignal at SIGUSR1
   * @param onKey at ctrl-\\
   */
  public void listen(Runnable onSignal, Runnable onKey) throws InterruptedException {
    Thread.sleep(AFTER_START_MILLIS);
    userSignal(onSignal);
    if (streams.isInTerminal() || streams.isOutTerminal()) {
      terminal(onKey);
    }
  }

  private void userSignal(Runnable action) {
    try {
      hooks.onSignals(List.of("USR1"), number -> action.run());
    } catch (ReflectiveOperationException e) {
      say.accept("mpiexec: SIGUSR1 cannot be handled: " + e);
    }
  }

  private void terminal(Runnable action) {
    try {
      Process shell =
          new ProcessBuilder(List.of(Tools.SHELL, "-c", LISTENER, "purempi-listener"))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      hooks.atExit(shell::destroy); // or the JVM waits for us
      var heard = shell.getInputStream();
      for (int c = heard.read(); c >= 0; c = heard.read()) {
        if (c == '\n') {
          action.run();
        }
      }
    } catch (IllegalStateException e) {
      // The job has just ended.
    } catch (IOException e) {
      say.accept("mpiexec: ctrl-\\ cannot be handled: " + e.getMessage());
    }
  }
}
