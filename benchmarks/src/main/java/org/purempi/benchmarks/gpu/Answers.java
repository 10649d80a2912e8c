package org.purempi.benchmarks.gpu;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.purempi.ArrayOrder;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.Mpi;
import org.purempi.Op;
import org.purempi.PersistentRequest;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.Window;
import org.purempi.device.Device;
import org.purempi.device.Devices;

/**
 * Calls of two ranks on buffers of a device, beside the same calls on the host's: each buffer must
 * hold the same bytes in the end. Every call is made with both ranks' buffers on the device, and
 * with one rank's.
 *
 * <p>Arguments: the name of the way that messages take, and the greatest length.
 */
public final class Answers {
  private static final int[] LENGTHS = {
    0, 1, 8, 1000, 4096, 65_535, 65_536, 65_537, 524_288, 524_291, 3_000_001
  };

  private static final int[] COUNTS = {1, 7, 2048, 20_000, 300_001};
  private static final Datatype[] NUMBERS = {
    Datatype.INT, Datatype.LONG, Datatype.FLOAT, Datatype.DOUBLE
  };

  /** A call on buffers of a room. */
  private interface Call {
    void on(Communicator world, Room room);
  }

  private final Communicator world;
  private final Checked checked;
  private final Map<String, Call> calls = new LinkedHashMap<>();

  private Answers(Communicator world, String name) {
    this.world = world;
    this.checked = new Checked(name);
  }

  /** Prints how many were right. */
  public static void main(String[] args) {
    Mpi.run(2, world -> new Answers(world, args[0]).all(Integer.parseInt(args[1])));
  }

  private void all(int most) {
    for (int bytes : LENGTHS) {
      if (bytes <= most) {
        messages(bytes);
      }
    }
    layouts();
    for (int count : COUNTS) {
      if (count <= most / Double.BYTES) {
        moves(count);
        reductions(count);
      }
    }
    calls.forEach(this::compare);
    checked.print();
  }

  private void compare(String what, Call call) {
    byte[] expected = done(call, Optional.empty());
    Optional<Device> device = Optional.of(Devices.first());
    for (int owner = -1; owner < world.size(); owner++) {
      byte[] got = done(call, owner < 0 || owner == world.rank() ? device : Optional.empty());
      String where = owner < 0 ? "" : " on the device of rank " + owner + " alone";
      checked.tell(
          "%s%s: byte %d of rank %d"
              .formatted(what, where, Arrays.mismatch(expected, got), world.rank()),
          Arrays.equals(expected, got));
    }
  }

  private byte[] done(Call call, Optional<Device> device) {
    try (var room = new Room(device, world.rank())) {
      call.on(world, room);
      return room.contents();
    }
  }

  // ---- Calls

  private void messages(int bytes) {
    String of = " of " + bytes + " bytes";
    calls.put("send" + of, (w, room) -> pass(w, room, (buf, to) -> w.send(buf, to, 1), bytes));
    calls.put("ssend" + of, (w, room) -> pass(w, room, (buf, to) -> w.ssend(buf, to, 1), bytes));
    calls.put(
        "isend" + of,
        (w, room) -> pass(w, room, (buf, to) -> w.isend(buf, to, 1).waitFor(), bytes));
    calls.put(
        "sendrecv" + of,
        (w, room) -> {
          int other = 1 - w.rank();
          Buf mine = room.bytes(bytes, Datatype.BYTE);
          w.sendrecv(mine, other, 2, room.bytes(bytes, Datatype.BYTE), other, 2);
        });
    calls.put(
        "persistent" + of,
        (w, room) -> {
          int other = 1 - w.rank();
          PersistentRequest send = w.sendInit(room.bytes(bytes, Datatype.BYTE), other, 3);
          PersistentRequest receive = w.recvInit(room.bytes(bytes, Datatype.BYTE), other, 3);
          for (int round = 0; round < 2; round++) {
            receive.start();
            send.start();
            send.waitFor();
            receive.waitFor();
          }
          send.free();
          receive.free();
        });
    calls.put(
        "put and get" + of,
        (w, room) -> {
          try (Window window = Window.allocate(w, Math.max(1, 2L * bytes), 1)) {
            int other = 1 - w.rank();
            window.fence();
            window.put(room.bytes(bytes, Datatype.BYTE), other, 0);
            window.put(room.bytes(bytes, Datatype.BYTE), other, bytes);
            window.fence();
            window.get(room.bytes(bytes, Datatype.BYTE), other, 0);
            window.fence();
          }
        });
  }

  private interface Sending {
    void send(Buf buf, int to);
  }

  /** Both ranks send and receive, in turn. */
  private static void pass(Communicator world, Room room, Sending sending, int bytes) {
    Buf mine = room.bytes(bytes, Datatype.BYTE);
    Buf its = room.bytes(bytes, Datatype.BYTE);
    int other = 1 - world.rank();
    for (int step = 0; step < 2; step++) {
      if (step == world.rank()) {
        sending.send(mine, other);
      } else {
        world.recv(its, other, 1);
      }
    }
  }

  private void layouts() {
    int side = 300;
    long[] offsets = new long[1000];
    for (int i = 0; i < offsets.length; i++) {
      offsets[i] = 3L * i + i % 2;
    }
    Map<String, Datatype> types = new LinkedHashMap<>();
    types.put("column", Datatype.vector(side, 1, side, Datatype.DOUBLE));
    types.put("list", Datatype.indexedBlock(2, offsets, Datatype.FLOAT));
    types.put(
        "lengths", Datatype.indexed(new long[] {1, 5, 2}, new long[] {9, 0, 6}, Datatype.SHORT));
    types.put(
        "struct",
        Datatype.struct(
            new long[] {1, 3}, new long[] {0, Double.BYTES}, Datatype.DOUBLE, Datatype.INT));
    types.put(
        "box",
        Datatype.subarray(
            new int[] {40, 50, 60},
            new int[] {10, 20, 30},
            new int[] {5, 6, 7},
            ArrayOrder.C,
            Datatype.INT));
    types.put("columns", Datatype.hvector(3, 1, 100, Datatype.vector(20, 2, 5, Datatype.BYTE)));
    types.forEach(
        (name, type) -> {
          for (int count : new int[] {1, 5, 400}) {
            long bytes = count * type.size();
            if (count * type.extent() <= 8 << 20) {
              String of = " of " + count + " of type " + name;
              calls.put("sendrecv" + of, (w, room) -> exchange(w, room, count, type, type));
              calls.put("pack" + of, (w, room) -> exchangePacked(w, room, count, type, bytes));
            }
          }
        });
  }

  private static void exchange(Communicator w, Room room, int count, Datatype out, Datatype in) {
    int other = 1 - w.rank();
    w.sendrecv(room.bytes(count, out), other, 4, room.bytes(count, in), other, 4);
  }

  /** One rank's elements are the other one's bytes without gaps. */
  private static void exchangePacked(
      Communicator w, Room room, int count, Datatype type, long bytes) {
    Buf loose = room.bytes(count, type);
    Buf packed = room.bytes(bytes, Datatype.BYTE);
    if (w.rank() == 0) {
      Request<Status> request = w.isend(loose, 1, 5);
      w.recv(packed, 1, 5);
      request.waitFor();
    } else {
      Request<Status> request = w.isend(packed, 0, 5);
      w.recv(loose, 0, 5);
      request.waitFor();
    }
  }

  private void moves(int count) {
    String of = " of " + count + " floats";
    Datatype type = Datatype.FLOAT;
    calls.put("bcast" + of, (w, room) -> w.bcast(room.numbers(count, type), 1));
    calls.put(
        "gather" + of,
        (w, room) -> w.gather(room.numbers(count, type), room.numbers(2 * count, type), 0));
    calls.put(
        "scatter" + of,
        (w, room) -> w.scatter(room.numbers(2 * count, type), room.numbers(count, type), 1));
    calls.put(
        "allgather" + of,
        (w, room) -> w.allgather(room.numbers(count, type), room.numbers(2 * count, type)));
    calls.put(
        "alltoall" + of,
        (w, room) -> w.alltoall(room.numbers(2 * count, type), room.numbers(2 * count, type)));
  }

  private void reductions(int count) {
    for (Datatype type : NUMBERS) {
      String of = " of " + count + " " + type.name();
      for (Op op : new Op[] {Op.SUM, Op.PROD, Op.MIN, Op.MAX}) {
        calls.put(
            "allreduce by " + op + of,
            (w, room) -> w.allreduce(room.numbers(count, type), room.numbers(count, type), op));
      }
      calls.put(
          "allreduce in place" + of,
          (w, room) -> w.allreduce(Buf.IN_PLACE, room.numbers(count, type), Op.SUM));
      calls.put(
          "iallreduce" + of,
          (w, room) ->
              w.iallreduce(room.numbers(count, type), room.numbers(count, type), Op.SUM).waitFor());
      calls.put(
          "reduce" + of,
          (w, room) -> w.reduce(room.numbers(count, type), room.numbers(count, type), Op.SUM, 1));
      calls.put(
          "scan" + of,
          (w, room) -> w.scan(room.numbers(count, type), room.numbers(count, type), Op.SUM));
      calls.put(
          "reduceScatterBlock" + of,
          (w, room) ->
              w.reduceScatterBlock(
                  room.numbers(2 * count, type), room.numbers(count, type), Op.SUM));
    }
    calls.put(
        "allreduce by BXOR of " + count + " INT",
        (w, room) ->
            w.allreduce(
                room.numbers(count, Datatype.INT), room.numbers(count, Datatype.INT), Op.BXOR));
  }
}
