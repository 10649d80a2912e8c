package org.purempi.tests.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.Op;
import org.purempi.PersistentRequest;
import org.purempi.VBuf;
import org.purempi.WBuf;
import org.purempi.device.DeviceMemory;
import org.purempi.tests.OnRanks;

/**
 * Every collective operation gives on devices what it gives on the host, also if the ranks' memory
 * is of different devices, or some of it the host's.
 */
final class DeviceCollectiveCases {
  /** Below and above where the data stays on the device. */
  private static final List<Integer> COUNTS = List.of(7, 25_000);

  private static final Op BACKWARDS = Op.ofInts((a, b) -> 3 * b - a).nonCommutative();

  private DeviceCollectiveCases() {}

  /** One call. */
  private interface Call {
    void run(Communicator world, Buf send, Buf recv, int n);
  }

  /** Each rank's buffers have n numbers for each rank. */
  private static Map<String, Call> calls() {
    Map<String, Call> all = new LinkedHashMap<>();
    all.put("bcast", (w, s, r, n) -> w.bcast(r, 0));
    all.put("gather", (w, s, r, n) -> w.gather(s.slice(0, n), r, 0));
    all.put("scatter", (w, s, r, n) -> w.scatter(s, r.slice(0, n), 0));
    all.put("allgather", (w, s, r, n) -> w.allgather(s.slice(0, n), r));
    all.put("allgather in place", (w, s, r, n) -> w.allgather(Buf.IN_PLACE, r));
    all.put("alltoall", (w, s, r, n) -> w.alltoall(s, r));
    all.put("alltoall in place", (w, s, r, n) -> w.alltoall(Buf.IN_PLACE, r));
    all.put("gatherv", (w, s, r, n) -> w.gatherv(s.slice(0, n), blocks(w, r, n), 0));
    all.put("scatterv", (w, s, r, n) -> w.scatterv(blocks(w, s, n), r.slice(0, n), 0));
    all.put("allgatherv", (w, s, r, n) -> w.allgatherv(s.slice(0, n), blocks(w, r, n)));
    all.put("alltoallv", (w, s, r, n) -> w.alltoallv(blocks(w, s, n), blocks(w, r, n)));
    all.put("alltoallv in place", (w, s, r, n) -> w.alltoallv(VBuf.IN_PLACE, blocks(w, r, n)));
    all.put("alltoallw", (w, s, r, n) -> w.alltoallw(each(w, s, n), each(w, r, n)));
    for (Op op : List.of(Op.SUM, Op.BXOR, BACKWARDS)) {
      all.put("reduce " + op, (w, s, r, n) -> w.reduce(s, r, op, 0));
      all.put(
          "reduce in place " + op,
          (w, s, r, n) -> w.reduce(w.rank() == 0 ? Buf.IN_PLACE : s, r, op, 0));
      all.put("allreduce " + op, (w, s, r, n) -> w.allreduce(s, r, op));
      all.put("allreduce in place " + op, (w, s, r, n) -> w.allreduce(Buf.IN_PLACE, r, op));
      all.put(
          "reduceScatterBlock " + op, (w, s, r, n) -> w.reduceScatterBlock(s, r.slice(0, n), op));
      all.put(
          "reduceScatterBlock in place " + op,
          (w, s, r, n) -> w.reduceScatterBlock(Buf.IN_PLACE, r, op));
      all.put("scan " + op, (w, s, r, n) -> w.scan(s, r, op));
      all.put("scan in place " + op, (w, s, r, n) -> w.scan(Buf.IN_PLACE, r, op));
      all.put("exscan " + op, (w, s, r, n) -> w.exscan(s, r, op));
      all.put("iallreduce " + op, (w, s, r, n) -> w.iallreduce(s, r, op).waitFor());
      all.put(
          "allreduceInit " + op,
          (w, s, r, n) -> {
            PersistentRequest request = w.allreduceInit(s, r, op);
            for (int i = 0; i < 2; i++) {
              request.start();
              request.waitFor();
            }
            request.free();
          });
    }
    return all;
  }

  private static VBuf blocks(Communicator world, Buf buf, int n) {
    long[] counts = new long[world.size()];
    Arrays.fill(counts, n);
    return VBuf.of(buf, counts);
  }

  private static WBuf each(Communicator world, Buf buf, int n) {
    Buf[] blocks = new Buf[world.size()];
    Arrays.setAll(blocks, i -> buf.slice((long) i * n, n));
    return WBuf.of(blocks);
  }

  private static int[] numbers(int rank, int salt, int n) {
    int[] numbers = new int[n];
    Arrays.setAll(numbers, i -> (i * 31 + rank * 7 + salt) % 1000);
    return numbers;
  }

  /** Memory of one of the two devices, or none of it if {@code where} is 2. */
  private static Buf place(int where, int[] numbers) {
    if (where == Mock.DEVICES) {
      return Buf.of(numbers.clone());
    }
    DeviceMemory memory = Mock.device(where).allocate(4L * numbers.length);
    memory.copyFrom(MemorySegment.ofArray(numbers), 0);
    return Buf.of(memory, numbers.length, Datatype.INT);
  }

  private static int[] taken(Buf buf) {
    if (buf.base() instanceof int[] numbers) {
      return numbers;
    }
    int[] numbers = new int[Math.toIntExact(buf.count())];
    DeviceMemory memory = (DeviceMemory) buf.base();
    memory.copyTo(0, MemorySegment.ofArray(numbers));
    memory.close();
    return numbers;
  }

  @OnRanks(
      value = {2, 3, 4},
      seconds = 60)
  static void everyCallGivesWhatItGivesOnTheHost(Communicator world) {
    int rank = world.rank();
    for (int n : COUNTS) {
      int[] out = numbers(rank, 1, n * world.size());
      int[] in = numbers(rank, 5, n * world.size());
      for (Map.Entry<String, Call> call : calls().entrySet()) {
        int[] expected = in.clone();
        call.getValue().run(world, Buf.of(out.clone()), Buf.of(expected), n);
        for (int mix = 0; mix < 3; mix++) {
          Buf send = place(mix == 0 ? 0 : (rank + mix) % 3, out);
          Buf recv = place(mix == 0 ? 0 : (rank + 1) % 3, in);
          call.getValue().run(world, send, recv, n);
          assertThat(Arrays.mismatch(taken(recv), expected))
              .as("%s of %d, mix %d", call.getKey(), n, mix)
              .isEqualTo(-1);
          assertThat(Arrays.mismatch(taken(send), out)).as(call.getKey()).isEqualTo(-1);
        }
      }
    }
  }

  @OnRanks(2)
  static void everyOperationCombinesEveryNumberAsOnTheHost(Communicator world) {
    List<Datatype> types =
        List.of(
            Datatype.INT8_T,
            Datatype.SHORT,
            Datatype.INT,
            Datatype.LONG,
            Datatype.FLOAT,
            Datatype.DOUBLE,
            Datatype.UINT32_T,
            Datatype.UINT64_T);
    int n = 20_000;
    for (Datatype type : types) {
      for (Op op : List.of(Op.SUM, Op.PROD, Op.MIN, Op.MAX)) {
        byte[] data = bytes(type, world.rank(), n);
        byte[] expected = new byte[data.length];
        world.allreduce(Buf.of(data, 0, n, type), Buf.of(expected, 0, n, type), op);
        try (DeviceMemory from = Mock.of(Mock.device(0), data);
            DeviceMemory to = Mock.device(0).allocate(data.length)) {
          world.allreduce(Buf.of(from, n, type), Buf.of(to, n, type), op);
          assertThat(Arrays.mismatch(Mock.bytes(to), expected))
              .as("%s of %s", op, type)
              .isEqualTo(-1);
        }
      }
    }
  }

  /** Numbers of every sign, and of floating-point numbers those that have no order, too. */
  private static byte[] bytes(Datatype type, int rank, int n) {
    var random = new SplittableRandom(rank);
    byte[] bytes = new byte[n * Math.toIntExact(type.size())];
    MemorySegment memory = MemorySegment.ofArray(bytes);
    double[] special = {Double.NaN, 0.0, -0.0, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
    for (int i = 0; i < n; i++) {
      double value =
          i % 7 == 0 ? special[random.nextInt(special.length)] : random.nextDouble() - 0.5;
      if (type == Datatype.FLOAT) {
        memory.setAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, i, (float) value);
      } else if (type == Datatype.DOUBLE) {
        memory.setAtIndex(ValueLayout.JAVA_DOUBLE_UNALIGNED, i, value);
      }
    }
    if (type != Datatype.FLOAT && type != Datatype.DOUBLE) {
      random.nextBytes(bytes);
    }
    return bytes;
  }
}
