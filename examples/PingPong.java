import org.purempi.Communicator;
import org.purempi.Mpi;

/**
 * Ranks 0 and 1 throw messages of growing size to and fro; rank 0 prints half of a round trip's
 * time and the bandwidth. A first look only: benchmarks/compare measures with care.
 *
 * <pre>
 * bin/mpiexec -n 2 examples/PingPong.java
 * </pre>
 */
public final class PingPong {
  private static final int LARGEST_BYTES = 1 << 20;
  private static final long BYTES_PER_SIZE = 8L << 20;
  private static final int MOST_ROUNDS = 1000;

  public static void main(String[] args) {
    Mpi.run(2, PingPong::run);
  }

  static void run(Communicator world) {
    if (world.size() < 2) {
      IO.println("It takes two to play ping-pong: start at least 2 ranks");
      return;
    }
    if (world.rank() > 1) {
      return; // the others look on
    }
    if (world.rank() == 0) {
      IO.println("%10s %12s %10s".formatted("bytes", "one way [us]", "MB/s"));
    }
    for (int bytes = 1; bytes <= LARGEST_BYTES; bytes *= 4) {
      int rounds = Math.clamp(BYTES_PER_SIZE / bytes, 1, MOST_ROUNDS);
      play(world, bytes, rounds); // once for the JIT, once for the clock
      double seconds = play(world, bytes, rounds);
      if (world.rank() == 0) {
        double oneWay = seconds / (2 * rounds);
        IO.println("%10d %12.2f %10.0f".formatted(bytes, oneWay * 1e6, bytes / oneWay / 1e6));
      }
    }
  }

  /** Seconds that {@code rounds} round trips of {@code bytes} bytes take. */
  static double play(Communicator world, int bytes, int rounds) {
    byte[] ball = new byte[bytes];
    int peer = 1 - world.rank();
    double start = world.mpi().wtime();
    for (int i = 0; i < rounds; i++) {
      if (world.rank() == 0) {
        world.send(ball, peer, 0);
        world.recv(ball, peer, 0);
      } else {
        world.recv(ball, peer, 0);
        world.send(ball, peer, 0);
      }
    }
    return world.mpi().wtime() - start;
  }
}
