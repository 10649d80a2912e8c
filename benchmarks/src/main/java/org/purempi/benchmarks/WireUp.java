package org.purempi.benchmarks;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.purempi.transport.Offer;
import org.purempi.transport.Source;
import org.purempi.transport.tcp.JobKey;
import org.purempi.transport.tcp.TcpListener;
import org.purempi.transport.tcp.TcpSettings;
import org.purempi.transport.tcp.TcpTransport;

/**
 * What connections cost: all ranks in this JVM, each sends one frame to the next k = 1, 2, 4, …
 * ranks (a Bruck exchange touches as many), over loopback TCP. One thread drives all; the helper
 * threads make the connections.
 *
 * <pre>
 *   java -cp … org.purempi.benchmarks.WireUp [tls] 2 16 64 256 512
 * </pre>
 */
public final class WireUp {
  private static final double MILLION = 1e6;
  private static final double THOUSAND = 1e3;

  private WireUp() {}

  /** Prints a row for each number of ranks. */
  public static void main(String[] args) throws IOException {
    boolean isEncrypted = args.length > 0 && args[0].equals("tls");
    System.out.println(
        "| ranks | connections | to open all ms | to connect ms | µs a connection | descriptors |"
            + " KiB off heap a connection |");
    System.out.println("|---|---|---|---|---|---|---|");
    row(8, isEncrypted, false);
    for (String arg : args) {
      if (!arg.equals("tls")) {
        row(Integer.parseInt(arg), isEncrypted, true);
      }
    }
  }

  private static void row(int ranks, boolean isEncrypted, boolean isShown) throws IOException {
    long memory = directBytes();
    long begin = System.nanoTime();
    List<TcpTransport> all = open(ranks, isEncrypted);
    long opened = System.nanoTime();
    long links = connect(all);
    long connected = System.nanoTime();
    if (isShown) {
      System.out.printf(
          Locale.ROOT,
          "| %d | %d | %.1f | %.1f | %.0f | %d | %.1f |%n",
          ranks,
          links,
          (opened - begin) / MILLION,
          (connected - opened) / MILLION,
          (connected - opened) / THOUSAND / links,
          descriptors(),
          (directBytes() - memory) / 1024.0 / links);
    }
    all.forEach(TcpTransport::close);
  }

  private static List<TcpTransport> open(int ranks, boolean isEncrypted) throws IOException {
    List<TcpListener> doors = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      doors.add(TcpListener.open(TcpSettings.loopback().withEncryption(isEncrypted)));
    }
    List<String> cards = doors.stream().map(TcpListener::card).toList();
    JobKey key = JobKey.random();
    List<TcpTransport> all = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      all.add(TcpTransport.open(doors.get(rank), rank, ranks, "race", key, cards::get));
    }
    return all;
  }

  /** Sends one frame each way of Bruck's exchange and waits for all; how many connections. */
  private static long connect(List<TcpTransport> all) {
    int ranks = all.size();
    boolean[][] isSent = new boolean[ranks][Integer.SIZE];
    long[] got = new long[1];
    int steps = Integer.SIZE - Integer.numberOfLeadingZeros(ranks - 1);
    int expected = ranks * steps;
    while (got[0] < expected) {
      for (int rank = 0; rank < ranks; rank++) {
        TcpTransport mine = all.get(rank);
        for (int step = 0; step < steps; step++) {
          int peer = (rank + (1 << step)) % ranks;
          if (!isSent[rank][step]) {
            Offer offer = mine.endpoint(peer).offer(1, 2, 3, Nothing.SOURCE, 0);
            if (offer == Offer.FAILED) {
              throw new IllegalStateException(mine.endpoint(peer).failure());
            }
            isSent[rank][step] = offer == Offer.OK;
          }
        }
        mine.poll((peer, w0, w1, w2, memory, offset, bytes) -> got[0]++);
      }
    }
    return all.stream().mapToLong(t -> t.counters().connections()).sum() / 2;
  }

  private static long directBytes() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }

  private static long descriptors() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? unix.getOpenFileDescriptorCount()
        : -1;
  }

  /** A message without bytes. */
  private static final class Nothing implements Source {
    static final Nothing SOURCE = new Nothing();

    @Override
    public long remainingBytes() {
      return 0;
    }

    @Override
    public void read(MemorySegment target, long targetOffset, long bytes) {}

    @Override
    public void position(long positionBytes) {}

    @Override
    public MemorySegment contiguous() {
      return MemorySegment.NULL;
    }
  }
}
