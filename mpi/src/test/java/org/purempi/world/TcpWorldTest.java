package org.purempi.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.MpiException;
import org.purempi.Op;
import org.purempi.transport.tcp.JobKey;
import org.purempi.transport.tcp.TcpListener;
import org.purempi.transport.tcp.TcpSettings;
import org.purempi.transport.tcp.TcpTransport;

/** Worlds whose ranks are threads of this JVM and talk over real connections all the same. */
@Timeout(120)
class TcpWorldTest {
  /** Connections of one world. */
  private record Sockets(List<TcpTransport> all) implements AutoCloseable {
    static Sockets open(int ranks) {
      try {
        List<TcpListener> doors = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
          doors.add(TcpListener.open(TcpSettings.loopback()));
        }
        List<String> cards = doors.stream().map(TcpListener::card).toList();
        JobKey key = JobKey.random();
        List<TcpTransport> all = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
          all.add(TcpTransport.open(doors.get(rank), rank, ranks, "world", key, cards::get));
        }
        return new Sockets(all);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    void run(Consumer<Communicator> body) {
      ThreadWorld.run(all.size(), false, t -> all.get(t.rank()), body::accept);
    }

    long connections() {
      return all.stream().mapToLong(t -> t.counters().connections()).sum() / 2;
    }

    @Override
    public void close() {
      all.forEach(TcpTransport::close);
    }
  }

  @Test
  void sixteenRanksMeet() {
    meet(16);
  }

  @Test
  @Tag("full")
  void twoHundredAndFiftySixRanksMeet() {
    meet(256);
  }

  private static void meet(int ranks) {
    try (Sockets sockets = Sockets.open(ranks)) {
      sockets.run(
          world -> {
            world.barrier();
            assertThat(world.allreduce(world.rank(), Op.SUM)).isEqualTo(ranks * (ranks - 1) / 2);
            exchange(world, 1);
          });
      // Everybody with everybody would be ranks × (ranks − 1) / 2.
      assertThat(sockets.connections()).isLessThan(ranks * 20L);
    }
  }

  @Test
  @Tag("full")
  void sixtyFourRanksTalkEachToEach() {
    int ranks = 64;
    try (Sockets sockets = Sockets.open(ranks)) {
      sockets.run(world -> exchange(world, 4096));
      assertThat(sockets.connections()).isEqualTo(ranks * (ranks - 1) / 2);
    }
  }

  private static void exchange(Communicator world, int each) {
    int size = world.size();
    int[] out = new int[size * each];
    for (int i = 0; i < out.length; i++) {
      out[i] = world.rank() * out.length + i;
    }
    int[] in = new int[out.length];
    world.alltoall(out, in);
    for (int i = 0; i < in.length; i++) {
      int from = i / each;
      assertThat(in[i]).isEqualTo(from * out.length + world.rank() * each + i % each);
    }
  }

  @Test
  void longMessagesAndGapsTravel() {
    try (Sockets sockets = Sockets.open(2)) {
      sockets.run(
          world -> {
            for (int length : new int[] {0, 1, 8_000, 8_192, 9_000, 300_000, 2_000_000}) {
              double[] data = new double[length];
              if (world.rank() == 0) {
                Arrays.setAll(data, i -> i + length);
                world.send(data, 1, 3);
              } else {
                world.recv(data, 0, 3);
                for (int i = 0; i < length; i++) {
                  if (data[i] != i + length) {
                    throw new AssertionError("element " + i + " of " + length + ": " + data[i]);
                  }
                }
              }
            }
          });
    }
  }

  @Test
  void whoWaitsForARankThatHasLeftIsToldSo() {
    try (Sockets sockets = Sockets.open(3)) {
      sockets.run(
          world -> {
            int[] word = {7};
            switch (world.rank()) {
              case 0 -> {
                world.recv(word, 1, 0);
                assertThatThrownBy(() -> world.recv(word, 1, 0))
                    .isInstanceOf(MpiException.class)
                    .hasMessageContaining("rank 0 waits in vain on MPI_COMM_WORLD")
                    .hasMessageContaining(
                        "for a message from rank 1 with tag 0: rank 1 has ended MPI");
                assertThatThrownBy(() -> world.probe(1, 0)).hasMessageContaining("in vain");
                assertThatThrownBy(() -> world.send(new int[1 << 20], 1, 0))
                    .hasMessageContaining(
                        "to rank 1 on MPI_COMM_WORLD any more: rank 1 has ended MPI");
                // Rank 2 may still send.
                world.recv(word, Mpi.ANY_SOURCE, 1);
                assertThat(word[0]).isEqualTo(9);
              }
              case 1 -> {
                world.send(word, 0, 0);
                sockets.all().get(1).close();
              }
              default -> {
                try {
                  Thread.sleep(200);
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
                world.send(new int[] {9}, 0, 1);
              }
            }
          });
    }
  }
}
