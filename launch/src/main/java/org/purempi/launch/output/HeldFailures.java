package org.purempi.launch.output;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.output.Output.Stream;
import org.purempi.launch.system.DaemonThread;

/**
 * Ranks that fail together say why together: what they say is held until it is known whose failure
 * ends the job. Only that rank's words are passed on.
 *
 * <pre>
 *   rank 0: rank 0 of 2 failed: …  ──▸ held ──┐  rank 1 is the culprit
 *   rank 1: rank 1 of 2 failed: …  ──▸ held ──┴─▸ rank 1 of 2 failed: …
 * </pre>
 */
final class HeldFailures implements LineSink {
  /** A rank that says it has failed and goes on nevertheless is heard after this time. */
  private static final long PATIENCE_MILLIS = 2000;

  private final LineSink output;
  private final int size;
  private final Map<LineForwarder, ByteArrayOutputStream> held = new LinkedHashMap<>();
  private boolean judged;
  private boolean dismissed;

  /** Who ends the job, as soon as that is known of one rank. */
  private @Nullable Integer culprit;

  /**
   * @param output where standard error goes
   * @param size of the job
   */
  HeldFailures(LineSink output, int size) {
    this.output = output;
    this.size = size;
  }

  @Override
  public synchronized void write(
      LineForwarder from, Stream stream, byte[] bytes, int length, boolean ended) {
    if (culprit != null && culprit != from.rank()) {
      return; // said in the moment of the judgement, or late
    }
    ByteArrayOutputStream words = held.get(from);
    if (words == null && (dismissed || !judged) && announcesFailure(from.rank(), bytes, length)) {
      if (held.isEmpty()) {
        DaemonThread.start("failures", this::loseHope);
      }
      words = new ByteArrayOutputStream();
      held.put(from, words);
    }
    if (words != null) {
      words.write(bytes, 0, length);
    } else {
      output.write(from, stream, bytes, length, ended);
    }
  }

  /** The first line of what {@code ProcessWorld} says of an exception. */
  private boolean announcesFailure(int rank, byte[] bytes, int length) {
    String line = "rank " + rank + " of " + size + " failed:\n";
    return new String(bytes, 0, length, StandardCharsets.ISO_8859_1).contains(line);
  }

  /**
   * It is known who ends the job; from now on nothing is held.
   *
   * @param whoEndsIt whose words alone are passed on from now on; null for everybody's
   */
  synchronized void judge(@Nullable Integer whoEndsIt) {
    judged |= !dismissed;
    culprit = whoEndsIt != null ? whoEndsIt : culprit;
    held.forEach(
        (from, words) -> {
          if (!dismissed && (whoEndsIt == null || whoEndsIt == from.rank())) {
            byte[] bytes = words.toByteArray();
            output.write(from, Stream.ERR, bytes, bytes.length, bytes[bytes.length - 1] == '\n');
          }
        });
    held.clear();
  }

  /** The job is ended from outside: who fails now does so because others have ended. */
  synchronized void dismiss() {
    dismissed = true;
  }

  private void loseHope() {
    try {
      TimeUnit.MILLISECONDS.sleep(PATIENCE_MILLIS);
      judge(null);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
