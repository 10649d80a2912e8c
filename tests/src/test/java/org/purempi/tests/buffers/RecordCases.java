package org.purempi.tests.buffers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.Op;
import org.purempi.RecordCodec;
import org.purempi.Status;
import org.purempi.StructDatatype;
import org.purempi.tests.OnRanks;

/** Records with a fixed layout are structs. */
final class RecordCases {
  /** Three doubles and an int: 28 bytes in 32. */
  public record Particle(double x, double y, double z, int id) {}

  /** Every primitive, and a record inside. */
  public record Everything(
      byte b, short s, char c, boolean t, int i, long l, float f, double d, Particle p) {}

  /** Count and sum, merged. */
  public record Stat(long n, double sum) {
    Stat merge(Stat other) {
      return new Stat(n + other.n, sum + other.sum);
    }
  }

  /** Has no fixed size. */
  public record Named(String name) {}

  private RecordCases() {}

  private static Particle particle(int i) {
    return new Particle(i, i + 0.25, i + 0.5, -i);
  }

  @OnRanks({2, 4})
  static void aRecordArrivesAsItWasSent(Communicator world) {
    Everything all =
        new Everything(
            (byte) -1, (short) 2, 'x', true, 5, Long.MIN_VALUE, 1.5f, Math.PI, particle(3));
    if (world.rank() == 0) {
      world.send(particle(7), 1, 0);
      world.isend(all, 1, 1).waitFor();
    } else if (world.rank() == 1) {
      assertThat(world.recv(Particle.class, 0, 0)).isEqualTo(particle(7));
      var received = world.irecv(Everything.class, Mpi.ANY_SOURCE, 1).waitFor();
      assertThat(received.value()).isEqualTo(all);
      assertThat(received.status().source()).isEqualTo(0);
    }
  }

  @OnRanks({2, 4})
  static void arraysOfRecordsArriveAndTheStatusCountsThem(Communicator world) {
    int count = 10_000;
    if (world.rank() == 0) {
      Particle[] swarm = new Particle[count];
      java.util.Arrays.setAll(swarm, RecordCases::particle);
      world.send(swarm, 1, 0);
    } else if (world.rank() == 1) {
      Particle[] space = new Particle[count + 5];
      Status status = world.recv(space, 0, 0);
      assertThat(status.count(Datatype.of(Particle.class))).isEqualTo(count);
      assertThat(space[0]).isEqualTo(particle(0));
      assertThat(space[count - 1]).isEqualTo(particle(count - 1));
      assertThat(space[count]).isNull();
    }
  }

  @OnRanks({2, 4})
  static void aRecordIsTheStructThatCWouldSend(Communicator world) {
    Datatype type = Datatype.of(Particle.class);
    assertThat(type.size()).isEqualTo(28);
    assertThat(type.extent()).isEqualTo(32);
    if (world.rank() == 0) {
      byte[] memory = new byte[32];
      MemorySegment struct = MemorySegment.ofArray(memory);
      struct.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, 0, 1.5);
      struct.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, 16, 2.5);
      struct.set(ValueLayout.JAVA_INT_UNALIGNED, 24, 9);
      world.send(Buf.of(memory, 0, 1, type), 1, 0);
    } else if (world.rank() == 1) {
      assertThat(world.recv(Particle.class, 0, 0)).isEqualTo(new Particle(1.5, 0, 2.5, 9));
    }
  }

  @OnRanks({1, 2, 3, 4})
  static void recordsAreBroadcastAndReduced(Communicator world) {
    int root = world.size() - 1;
    Particle mine = world.rank() == root ? particle(5) : null;
    assertThat(world.bcast(mine, Particle.class, root)).isEqualTo(particle(5));

    Stat total = world.allreduce(new Stat(1, world.rank()), Op.of(Stat.class, Stat::merge));
    assertThat(total).isEqualTo(new Stat(world.size(), world.size() * (world.size() - 1) / 2.0));
  }

  @OnRanks({1, 2, 3, 4})
  static void recordsAreGatheredAndDealtOut(Communicator world) {
    int n = world.size();
    int root = n / 2;
    boolean isRoot = world.rank() == root;
    List<Particle> all = IntStream.range(0, n).mapToObj(RecordCases::particle).toList();
    Particle mine = all.get(world.rank());
    assertThat(world.gather(mine, root)).isEqualTo(isRoot ? all : List.of());
    assertThat(world.allgather(mine)).isEqualTo(all);
    assertThat(world.scatter(isRoot ? all : null, Particle.class, root)).isEqualTo(mine);
  }

  @OnRanks({1, 2, 3, 4})
  static void recordsAreReducedAtTheRootAndInPrefixes(Communicator world) {
    Op merge = Op.of(Stat.class, Stat::merge);
    int rank = world.rank();
    Stat one = new Stat(1, rank);
    int root = world.size() - 1;
    Optional<Stat> total = world.reduce(one, merge, root);
    assertThat(total.isPresent()).isEqualTo(rank == root);
    assertThat(total.map(Stat::n).orElse(0L)).isEqualTo(rank == root ? world.size() : 0);
    assertThat(world.scan(one, merge)).isEqualTo(new Stat(rank + 1, rank * (rank + 1) / 2.0));
    Stat before = world.exscan(one, merge).orElse(new Stat(0, 0));
    assertThat(before).isEqualTo(new Stat(rank, rank * (rank - 1) / 2.0));
  }

  /** What docs/guide/datatypes.md shows of RecordCodec. */
  @OnRanks({2, 3})
  static void recordsInMemoryOfOnesOwnAreSentWithoutObjects(Communicator world) {
    RecordCodec<Particle> codec = RecordCodec.of(Particle.class);
    StructDatatype type = codec.datatype();
    int count = 1000;
    MemorySegment memory = Arena.ofAuto().allocate(count * type.extent(), Double.BYTES);
    if (world.rank() == 0) {
      for (int i = 0; i < count; i++) {
        codec.write(particle(i), memory, i * type.extent());
      }
    }
    world.bcast(Buf.of(memory, count, type), 0);
    assertThat(codec.read(memory, 7 * type.extent())).isEqualTo(particle(7));
    assertThat(codec.read(memory, (count - 1) * type.extent())).isEqualTo(particle(count - 1));
  }

  @OnRanks({1, 2, 3, 4})
  static void aNonCommutativeOperationOnRecordsIsAppliedInRankOrder(Communicator world) {
    Op firstAndLast =
        Op.of(Stat.class, (a, b) -> new Stat(a.n() * 10 + b.n(), a.sum())).nonCommutative();
    Stat total = world.allreduce(new Stat(world.rank() + 1, world.rank()), firstAndLast);
    assertThat(total.sum()).as("the first operand").isZero();
  }

  @OnRanks({1, 2})
  static void aPrivateRecordNeedsALookup(Communicator world) {
    record Hidden(int a, double b) {}
    var type = Datatype.of(MethodHandles.lookup(), Hidden.class);
    assertThat(type.size()).isEqualTo(12);
    assertThat(type.extent()).isEqualTo(16);
    Hidden sum =
        world.allreduce(
            new Hidden(1, 0.5),
            Op.of(type, Hidden.class, (x, y) -> new Hidden(x.a() + y.a(), x.b() + y.b())));
    assertThat(sum).isEqualTo(new Hidden(world.size(), world.size() * 0.5));
  }

  @OnRanks({1, 2})
  static void aRecordWithoutAFixedSizeIsRefusedAndTheErrorNamesTheWayOut(Communicator world) {
    assertThatThrownBy(() -> world.send(new Named("x"), 0, 0))
        .isInstanceOf(MpiArgumentException.class)
        .message()
        .contains("Named", "String", "sendObject");
  }
}
