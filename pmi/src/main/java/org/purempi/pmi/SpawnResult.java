package org.purempi.pmi;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What has become of a request for more processes.
 *
 * @param errorCodes for each process that was asked for, in the order of programs and ranks: 0 if
 *     it was started
 * @param kvsName the key-value space of the new world; null if none was started, or if the launcher
 *     does not say
 * @param message why none was started, in words; empty if the new world is there
 */
public record SpawnResult(List<Integer> errorCodes, @Nullable String kvsName, String message) {
  /** The code of a process of which nothing better is known: PMI_FAIL of MPICH's interface. */
  public static final int FAILED = -1;

  private static final String REPLY = "spawn_result";

  /** So many processes are answered one by one; a line has no room for more. */
  private static final int MOST_ANSWERED = 256;

  /** Keeps a copy that nobody changes. */
  public SpawnResult {
    errorCodes = List.copyOf(errorCodes);
  }

  /** All processes of a request fail alike. */
  public static SpawnResult failed(int processes, String why) {
    return new SpawnResult(Collections.nCopies(processes, FAILED), null, why);
  }

  /** Whether the new world is there; with {@code soft} it may have fewer processes than allowed. */
  public boolean isStarted() {
    return message.isEmpty();
  }

  /** The reply of PMI-1. */
  PmiLine line() {
    PmiLine reply =
        PmiLine.of(REPLY)
            .with("rc", isStarted() ? 0 : FAILED)
            .with(
                "errcodes",
                errorCodes.stream()
                    .limit(MOST_ANSWERED)
                    .map(Object::toString)
                    .collect(Collectors.joining(",")));
    if (kvsName != null) {
      reply = reply.with("kvsname", kvsName);
    }
    return isStarted() ? reply : reply.with("message", PmiLine.wire(PmiClient.oneLine(message)));
  }

  /**
   * Reads a launcher's reply.
   *
   * @param processes how many were asked for: not every launcher answers for each of them
   * @param spaceKey the field that holds the name of the new world's space
   * @param reasonKey the field that says why, where the launcher does
   */
  static SpawnResult of(PmiLine reply, int processes, String spaceKey, String reasonKey)
      throws PmiException {
    boolean good = PmiClient.succeeded(reply);
    String listed = reply.get("errcodes");
    var codes = new ArrayList<Integer>();
    if (listed != null && !listed.isEmpty()) {
      for (String code : listed.split(",", -1)) {
        codes.add(number(code, reply));
      }
    }
    boolean told = codes.stream().anyMatch(code -> code != 0);
    while (codes.size() < processes) {
      codes.add(good ? 0 : FAILED);
    }
    if (!good && !told) {
      Collections.fill(codes, FAILED);
    }
    String reason = reply.get(reasonKey);
    String words = reason == null ? "the launcher refused: " + reply.format() : reason;
    return new SpawnResult(
        codes.subList(0, processes), good ? reply.get(spaceKey) : null, good ? "" : words);
  }

  private static int number(String code, PmiLine reply) throws PmiException {
    try {
      return Integer.parseInt(code.strip());
    } catch (NumberFormatException e) {
      throw new PmiException("the launcher's reply has no list of numbers: " + reply.format(), e);
    }
  }
}
