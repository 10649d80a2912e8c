package org.purempi.launch.options;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.purempi.launch.hosts.HostFile;
import org.purempi.launch.hosts.HostList;
import org.purempi.launch.hosts.HostsException;
import org.purempi.launch.system.DaemonThread;
import org.purempi.launch.system.ExitStatus;

/**
 * A script that prints the hosts there are now, as kubeflow's operator keeps one for its launcher.
 * It is asked again while it names none.
 */
final class HostScript {
  private static final long PAUSE_MILLIS = 500;
  private static final long MOST_BYTES = 16 << 20;

  private HostScript() {}

  /**
   * The hosts it prints.
   *
   * @param option what named it
   * @param limitSeconds how long it may take until it names one
   */
  static HostList hosts(String option, String script, int limitSeconds) throws HostsException {
    String source = option + " " + script;
    long untilNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(limitSeconds);
    try {
      while (true) {
        String text = output(source, script, untilNanos);
        if (!text.isBlank()) {
          return HostFile.parse(source, text);
        }
        if (isOver(untilNanos)) {
          throw new HostsException(source + ": names no host for " + limitSeconds + " s");
        }
        Thread.sleep(PAUSE_MILLIS);
      }
    } catch (IOException e) {
      throw new HostsException(source + ": cannot be run: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HostsException(source + ": interrupted", e);
    }
  }

  private static String output(String source, String script, long untilNanos)
      throws IOException, InterruptedException, HostsException {
    Process process =
        new ProcessBuilder(List.of(script))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .start();
    DaemonThread.start("host-script", () -> endInTime(process, untilNanos));
    byte[] all = process.getInputStream().readNBytes((int) MOST_BYTES);
    int code = process.waitFor();
    if (code != 0 && !isOver(untilNanos)) {
      throw new HostsException(source + ": " + ExitStatus.describe(code));
    }
    return new String(all, StandardCharsets.UTF_8);
  }

  private static boolean isOver(long untilNanos) {
    return System.nanoTime() - untilNanos > 0;
  }

  private static void endInTime(Process process, long untilNanos) {
    try {
      long left = Math.max(1, untilNanos - System.nanoTime());
      if (!process.waitFor(left, TimeUnit.NANOSECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly); // they hold the pipe
        process.toHandle().destroyForcibly(); // the process itself would close what is read
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
