package org.purempi.launch.local;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.purempi.launch.output.Carrier;
import org.purempi.launch.program.Command;

/** The process of one rank, and the threads that carry its output. */
final class RankProcess {
  /** Waits for the word to go, which comes after the guardian has been told; then becomes it. */
  private static final String GO = "read -r PUREMPI_WORD || exit 1\nunset PUREMPI_WORD\n";

  private static final String BECOME = "exec \"$@\"";

  private static final String WITHOUT_INPUT = " </dev/null";

  /** Introduces the rank to its PMI server and leaves it the open connection instead of a name. */
  private static final String WITH_DESCRIPTOR =
      """
      exec {PMI_FD}<>"/dev/tcp/${PMI_PORT%:*}/${PMI_PORT##*:}" || exit 1
      printf 'cmd=initack pmiid=%s key=%s\\n' "$PMI_ID" "$PUREMPI_PMI_KEY" >&$PMI_FD
      for PUREMPI_WORD in initack size rank debug; do
        read -r -u $PMI_FD PUREMPI_WORD || exit 1
      done
      unset PMI_PORT PMI_ID PUREMPI_PMI_KEY PUREMPI_WORD
      export PMI_FD
      """;

  private static final long STACK_BYTES = 128 << 10;

  private final int rank;
  private final Process process;
  private final List<Thread> carriers = new ArrayList<>();

  private RankProcess(int rank, Process process) {
    this.rank = rank;
    this.process = process;
  }

  /**
   * What a rank is started with.
   *
   * @param shell what becomes the program, up to its script
   * @param command the program
   * @param own the variables of this rank alone
   * @param prefix what makes the process group and the binding
   * @param readsInput whether it gets our standard input
   * @param hasDescriptor whether it gets an open connection, for which the shell is bash
   */
  record Start(
      List<String> shell,
      Command command,
      Map<String, String> own,
      List<String> prefix,
      boolean readsInput,
      boolean hasDescriptor) {
    List<String> words() {
      String script =
          GO + (hasDescriptor ? WITH_DESCRIPTOR : "") + BECOME + (readsInput ? "" : WITHOUT_INPUT);
      var words = new ArrayList<>(shell);
      words.addAll(List.of(script, "rank"));
      words.addAll(prefix);
      words.addAll(command.words());
      return words;
    }
  }

  /** Starts the process, puts it under guard, and lets it go. */
  static RankProcess start(int rank, Start start, Guardian guardian, Carrier out, Carrier err)
      throws IOException {
    var builder = new ProcessBuilder(start.words()).directory(start.command().directory().toFile());
    Map<String, String> environment = builder.environment();
    environment.clear();
    environment.putAll(start.command().environment());
    environment.putAll(start.own());
    Process process = builder.start();
    try {
      return letGo(new RankProcess(rank, process), start, guardian, out, err);
    } catch (IOException | RuntimeException | Error e) {
      process.destroyForcibly(); // nobody will know of it
      throw e;
    }
  }

  private static RankProcess letGo(
      RankProcess started, Start start, Guardian guardian, Carrier out, Carrier err)
      throws IOException {
    Process process = started.process;
    guardian.watch(process.pid());
    OutputStream word = process.getOutputStream();
    try {
      word.write("go\n".getBytes(StandardCharsets.US_ASCII));
      word.flush();
      if (!start.readsInput()) {
        word.close();
      }
    } catch (IOException e) {
      // Killed before it began; its exit code will tell.
    }
    started.carry("out", process.getInputStream(), out);
    started.carry("err", process.getErrorStream(), err);
    return started;
  }

  private void carry(String name, InputStream in, Carrier forwarder) {
    Thread thread =
        new Thread(null, () -> carry(in, forwarder), "rank-" + rank + "-" + name, STACK_BYTES);
    thread.setDaemon(true);
    thread.start();
    carriers.add(thread);
  }

  private void carry(InputStream in, Carrier forwarder) {
    try {
      forwarder.carry(in);
      // Java's reaper may have taken the last bytes out of the pipe when the process ended, and
      // then offers them here; see the end only when it is the real one.
      process.waitFor();
      forwarder.carry(in);
    } catch (IOException e) {
      // The pipe was closed under us: nothing more will come.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      process.destroyForcibly(); // it would wait for ever for somebody to take its output
      throw e;
    }
    forwarder.finish();
  }

  long processId() {
    return process.pid();
  }

  int awaitExit() throws InterruptedException {
    return process.waitFor();
  }

  OutputStream input() {
    return process.getOutputStream();
  }

  /** Waits until all output has been carried; false when the time was too short. */
  boolean awaitOutput(long millis) throws InterruptedException {
    boolean done = true;
    for (Thread carrier : carriers) {
      carrier.join(Math.max(1, millis));
      done &= !carrier.isAlive();
    }
    return done;
  }

  void terminate() {
    process.destroy();
  }

  void destroy() {
    process.destroyForcibly();
  }
}
