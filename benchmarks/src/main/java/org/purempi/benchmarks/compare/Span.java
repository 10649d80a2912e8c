package org.purempi.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * What the processors do from the making of this object on. Linux counts in hundredths of a second;
 * where it cannot be asked, they do nothing.
 */
final class Span {

  /** In a line of the processors' times: idle, and idle while something is read from disk. */
  private static final int IDLE = 3;

  private static final int WAITING = 4;

  /** The first of a process's times, those of its ended children included, after its name. */
  private static final int OWN = 12;

  private static final int OWN_TIMES = 4;

  private final Ticks begin = Ticks.now();

  private record Ticks(long all, long busy, long own) {

    static Ticks now() {
      try {
        String line = Files.readAllLines(Path.of("/proc/stat")).getFirst();
        long[] all = Stream.of(line.split(" +", -1)).skip(1).mapToLong(Long::parseLong).toArray();
        String self = Files.readString(Path.of("/proc/self/stat"));
        long own =
            Stream.of(self.substring(self.lastIndexOf(')')).split(" ", -1))
                .skip(OWN)
                .limit(OWN_TIMES)
                .mapToLong(Long::parseLong)
                .sum();
        long sum = LongStream.of(all).sum();
        return new Ticks(sum, sum - all[IDLE] - all[WAITING], own);
      } catch (IOException e) {
        return new Ticks(0, 0, 0);
      }
    }
  }

  /** The share of the processors' time that somebody has used. */
  double busyShare() {
    Ticks now = Ticks.now();
    return share(now.busy - begin.busy, now);
  }

  /** The share that neither this process nor its children, once they have ended, have used. */
  double othersShare() {
    Ticks now = Ticks.now();
    return share(Math.max(0, now.busy - begin.busy - (now.own - begin.own)), now);
  }

  private double share(long ticks, Ticks now) {
    return ticks / (double) Math.max(1, now.all - begin.all);
  }
}
