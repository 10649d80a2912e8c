package org.purempi.learn.named;

import java.util.Collection;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Names, on rank 0, the ranks that others have been waiting for too long. */
final class StallInspector {
  private static final double SECOND_NANOS = 1e9;

  private final long warningNanos;
  private final long endNanos;
  private final Consumer<String> warnings;
  private long lastWarning = System.nanoTime();
  private String end = "";

  /** With the times of the options, of which zero means never. */
  StallInspector(NamedOptions options) {
    this.warningNanos = options.stallWarning().toNanos();
    this.endNanos = options.stallEnd().toNanos();
    this.warnings = options.warnings();
  }

  /** Warns when it is time; whether something has waited so long that all is to end. */
  boolean isStalled(Collection<Gathering> waiting, boolean[] hasJoined, long now) {
    if (warningNanos > 0 && now - lastWarning > warningNanos) {
      String late = late(waiting, hasJoined, now, warningNanos);
      if (!late.isEmpty()) {
        lastWarning = now;
        warnings.accept(
            "operations by name have waited for more than %s s, perhaps for ever: %s"
                .formatted(seconds(warningNanos), late));
      }
    }
    if (endNanos > 0 && end.isEmpty()) {
      String late = late(waiting, hasJoined, now, endNanos);
      end = late.isEmpty() ? "" : "not all ranks came within " + seconds(endNanos) + " s: " + late;
    }
    return !end.isEmpty();
  }

  /** Why all is to end; empty if it is not. */
  String end() {
    return end;
  }

  private static String late(
      Collection<Gathering> waiting, boolean[] hasJoined, long now, long nanos) {
    return waiting.stream()
        .filter(g -> now - g.sinceNanos() > nanos)
        .map(
            g ->
                "%s for %s (%s asked for it)"
                    .formatted(
                        g.title(),
                        Gathering.words(g.missing(hasJoined)),
                        Gathering.words(g.present())))
        .collect(Collectors.joining("; "));
  }

  private static String seconds(long nanos) {
    double seconds = nanos / SECOND_NANOS;
    return seconds == Math.rint(seconds) ? "" + Math.round(seconds) : "" + seconds;
  }
}
