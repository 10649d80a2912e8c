package programs;

import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;

/** Point to point: every type, mode and way to wait; probing, cancelling, persistent requests. */
public class Messages {
  private static Comm world;
  private static int rank;
  private static int next;
  private static int last;

  /** Where the program begins. */
  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    all();
    MPI.Finalize();
  }

  static void all() throws MPIException {
    world = MPI.COMM_WORLD;
    rank = world.getRank();
    int size = world.getSize();
    next = (rank + 1) % size;
    last = (rank + size - 1) % size;
    everyType();
    modes();
    waits();
    probes();
    cancels();
    persistent();
    nobody();
  }

  private static Request posted(java.nio.Buffer b, int n, mpi.Datatype type) throws MPIException {
    return world.iRecv(b, n, type, last, 3);
  }

  private static void everyType() throws MPIException {
    byte[] bytes = {1, -2};
    ByteBuffer b = MPI.newByteBuffer(2);
    Request r = posted(b, 2, MPI.BYTE);
    world.send(bytes, 2, MPI.BYTE, next, 3);
    r.waitFor();
    Check.that(b.get(0) == 1 && b.get(1) == -2, "bytes");
    boolean[] flags = {true, false, true};
    boolean[] gotFlags = new boolean[3];
    ByteBuffer f = ByteBuffer.allocate(3);
    r = posted(f, 3, MPI.BOOLEAN);
    world.send(flags, 3, MPI.BOOLEAN, next, 3);
    r.waitFor();
    Check.that(f.get(0) == 1 && f.get(1) == 0, "booleans");
    world.sendRecv(flags, 3, MPI.BOOLEAN, next, 3, gotFlags, 3, MPI.BOOLEAN, last, 3);
    Check.that(gotFlags[0] && !gotFlags[1] && gotFlags[2], "booleans in arrays");
    short[] shorts = {(short) rank, -5};
    short[] gotShorts = new short[2];
    world.sendRecv(shorts, 2, MPI.SHORT, next, 3, gotShorts, 2, MPI.SHORT, last, 3);
    Check.that(gotShorts[0] == last && gotShorts[1] == -5, "shorts");
    long[] longs = {Long.MIN_VALUE + rank};
    long[] gotLongs = new long[1];
    world.sendRecv(longs, 1, MPI.LONG, next, 3, gotLongs, 1, MPI.LONG, last, 3);
    Check.equal(Long.MIN_VALUE + last, gotLongs[0]);
    float[] floats = {rank + 0.5f};
    world.sendRecvReplace(floats, 1, MPI.FLOAT, next, 3, last, 3);
    Check.equal(last + 0.5f, floats[0]);
    // A slice of an array begins where it says; a buffer wherever its position is.
    double[] doubles = {0, 1, 2, rank};
    DoubleBuffer got = MPI.newDoubleBuffer(4);
    got.position(2);
    r = posted(MPI.slice(got, 1), 2, MPI.DOUBLE);
    world.send(MPI.slice(doubles, 2), 2, MPI.DOUBLE, next, 3);
    Check.equal(2, r.waitStatus().getCount(MPI.DOUBLE));
    Check.that(got.get(1) == 2 && got.get(2) == last, "slices");
    IntBuffer ints = MPI.newIntBuffer(3);
    ints.put(7).put(8).put(9);
    int[] three = new int[3];
    Request s = world.iSend(ints, 3, MPI.INT, next, 3);
    world.recv(three, 3, MPI.INT, last, 3);
    s.waitFor();
    Check.equal(new int[] {7, 8, 9}, three);
    Check.that(s.isNull(), "a request that is done is null");
  }

  private static void modes() throws MPIException {
    int[] one = {rank};
    int[] got = new int[1];
    IntBuffer out = MPI.newIntBuffer(1);
    out.put(0, rank);
    byte[] space = new byte[10 * (MPI.BSEND_OVERHEAD + 100)];
    MPI.attachBuffer(space);
    world.bSend(one, 1, MPI.INT, next, 4);
    world.ibSend(out, 1, MPI.INT, next, 4).waitFor();
    world.recv(got, 1, MPI.INT, last, 4);
    world.recv(got, 1, MPI.INT, last, 4);
    Check.equal(last, got[0]);
    Check.that(MPI.detachBuffer() == space, "the same buffer comes back");
    IntBuffer in = MPI.newIntBuffer(1);
    Request r = world.iRecv(in, 1, MPI.INT, last, 4);
    world.barrier();
    world.rSend(one, 1, MPI.INT, next, 4);
    r.waitFor();
    r = world.iRecv(in, 1, MPI.INT, last, 4);
    Request s = world.isSend(out, 1, MPI.INT, next, 4);
    r.waitFor();
    s.waitFor();
    r = world.iRecv(in, 1, MPI.INT, last, 4);
    world.barrier();
    s = world.irSend(out, 1, MPI.INT, next, 4);
    Request.waitAll(new Request[] {r, s});
    r = world.iRecv(in, 1, MPI.INT, last, 4);
    world.sSend(one, 1, MPI.INT, next, 4);
    r.waitFor();
    Check.equal(last, in.get(0));
  }

  private static void waits() throws MPIException {
    int n = 4;
    IntBuffer in = MPI.newIntBuffer(n);
    IntBuffer out = MPI.newIntBuffer(n);
    for (int way = 0; way < 8; way++) {
      Request[] r = new Request[n + 1];
      for (int i = 0; i < n; i++) {
        r[i] = world.iRecv(MPI.slice(in, i), 1, MPI.INT, last, i);
      }
      r[n] = MPI.REQUEST_NULL;
      Request[] s = new Request[n];
      for (int i = n - 1; i >= 0; i--) {
        out.put(i, 10 * rank + i);
        s[i] = world.iSend(MPI.slice(out, i), 1, MPI.INT, next, i);
      }
      receive(r, n, way);
      Request.waitAll(s);
      for (int i = 0; i < n; i++) {
        Check.equal(10 * last + i, in.get(i));
        Check.that(r[i].isNull() && s[i].isNull(), "done");
      }
      world.barrier();
    }
    Request[] none = {MPI.REQUEST_NULL};
    Check.equal(MPI.UNDEFINED, Request.waitAny(none));
    Check.equal(MPI.UNDEFINED, Request.waitAnyStatus(none).getIndex());
    Check.equal(MPI.UNDEFINED, Request.testAny(none));
    Check.that(Request.testAnyStatus(none) != null, "nothing to wait for is done");
    Check.that(Request.waitSome(none) == null && Request.testSome(none) == null, "none active");
    Check.that(Request.waitSomeStatus(none) == null, "none active");
    Check.that(Request.testSomeStatus(none) == null, "none active");
    Check.that(Request.testAll(none) && Request.testAllStatus(none).length == 1, "all done");
    Status empty = MPI.REQUEST_NULL.waitStatus();
    Check.equal(MPI.ANY_SOURCE, empty.getSource());
    Check.equal(MPI.ANY_TAG, empty.getTag());
    Check.equal(0, empty.getCount(MPI.INT));
    Check.that(MPI.REQUEST_NULL.test() && MPI.REQUEST_NULL.testStatus() != null, "done");
  }

  private static void receive(Request[] r, int n, int way) throws MPIException {
    int done = 0;
    switch (way) {
      case 0 -> {
        Status[] all = Request.waitAllStatus(r);
        for (int i = 0; i < n; i++) {
          Check.that(all[i].getTag() == i && all[i].getIndex() == i, "in order");
        }
      }
      case 1 -> {
        for (int i = 0; i < n; i++) {
          int which = Request.waitAny(r);
          Check.that(r[which].isNull(), "the one that is done is null");
        }
        Check.equal(MPI.UNDEFINED, Request.waitAny(r));
      }
      case 2 -> {
        for (int i = 0; i < n; i++) {
          Status status = Request.waitAnyStatus(r);
          Check.equal(status.getIndex(), status.getTag());
        }
      }
      case 3 -> {
        while (done < n) {
          done += Request.waitSome(r).length;
        }
      }
      case 4 -> {
        while (done < n) {
          for (Status status : Request.testSomeStatus(r)) {
            Check.equal(status.getIndex(), status.getTag());
            done++;
          }
        }
      }
      case 5 -> {
        while (!Request.testAll(r)) {
          Thread.onSpinWait();
        }
      }
      case 6 -> {
        while (done < n) {
          done += Request.testAny(r) == MPI.UNDEFINED ? 0 : 1;
        }
      }
      default -> {
        for (int i = 0; i < n; i++) {
          while (r[i].getStatus() == null) {
            Thread.onSpinWait();
          }
          Check.that(!r[i].isNull(), "getStatus leaves the request");
          Check.equal(i, r[i].testStatus().getTag());
        }
      }
    }
  }

  private static void probes() throws MPIException {
    double[] three = {1, 2, 3};
    DoubleBuffer out = MPI.newDoubleBuffer(3);
    Request s = world.iSend(out, 3, MPI.DOUBLE, next, 5);
    Status status = world.probe(last, MPI.ANY_TAG);
    Check.equal(5, status.getTag());
    Check.equal(3, status.getCount(MPI.DOUBLE));
    Check.equal(6, status.getCount(MPI.INT));
    world.recv(three, status.getCount(MPI.DOUBLE), MPI.DOUBLE, status.getSource(), 5);
    s.waitFor();
    Check.that(world.iProbe(last, 99) == null, "no such message");
    s = world.iSend(out, 1, MPI.DOUBLE, next, 6);
    Status found = null;
    while (found == null) {
      found = world.iProbe(MPI.ANY_SOURCE, 6);
    }
    Message message = new Message();
    Check.that(message.isNull(), "no message yet");
    Check.equal(1, message.mProbe(last, 6, world).getCount(MPI.DOUBLE));
    Check.that(!message.isNull() && !message.isNoProc(), "a message");
    Check.equal(last, message.mRecv(three, 3, MPI.DOUBLE).getSource());
    Check.that(message.isNull(), "received");
    s.waitFor();
    s = world.iSend(out, 1, MPI.DOUBLE, next, 7);
    while (message.imProbe(last, 7, world) == null) {
      Thread.onSpinWait();
    }
    message.imRecv(MPI.newDoubleBuffer(1), 1, MPI.DOUBLE).waitFor();
    s.waitFor();
    Check.equal(MPI.PROC_NULL, message.mProbe(MPI.PROC_NULL, 0, world).getSource());
    Check.that(message.isNoProc(), "from nobody");
    Check.equal(0, message.mRecv(three, 3, MPI.DOUBLE).getCount(MPI.DOUBLE));
  }

  private static void cancels() throws MPIException {
    Request r = world.iRecv(MPI.newIntBuffer(1), 1, MPI.INT, last, 77);
    r.cancel();
    Check.that(r.waitStatus().isCancelled(), "cancelled");
    r = world.iRecv(MPI.newIntBuffer(1), 1, MPI.INT, MPI.PROC_NULL, 77);
    Check.that(!r.waitStatus().isCancelled(), "not cancelled");
    Status status = world.recv(new int[1], 1, MPI.INT, MPI.PROC_NULL, 0);
    status.setElements(MPI.INT, 5);
    status.setCancelled(true);
    Check.that(status.getElements(MPI.INT) == 5 && status.isCancelled(), "as it was set");
    Check.equal(5L, status.getElementsX(MPI.INT).getCount());
    Check.equal(MPI.SUCCESS, status.getError());
  }

  private static void persistent() throws MPIException {
    IntBuffer out = MPI.newIntBuffer(1);
    IntBuffer in = MPI.newIntBuffer(1);
    MPI.attachBuffer(new byte[MPI.BSEND_OVERHEAD + 100]);
    Prequest receive = world.recvInit(in, 1, MPI.INT, last, 8);
    Prequest[] sends = {
      world.sendInit(out, 1, MPI.INT, next, 8),
      world.bSendInit(out, 1, MPI.INT, next, 8),
      world.sSendInit(out, 1, MPI.INT, next, 8),
      world.rSendInit(out, 1, MPI.INT, next, 8)
    };
    receive.waitFor();
    for (Prequest send : sends) {
      for (int i = 0; i < 3; i++) {
        out.put(0, 100 * rank + i);
        receive.start();
        world.barrier();
        Prequest.startAll(new Prequest[] {send});
        Request.waitAll(new Request[] {receive, send});
        Check.equal(100 * last + i, in.get(0));
        Check.that(!receive.isNull(), "a persistent request stays");
      }
      send.free();
      Check.that(send.isNull(), "freed");
    }
    receive.free();
    MPI.detachBuffer();
  }

  private static void nobody() throws MPIException {
    int[] a = {5};
    world.send(a, 1, MPI.INT, MPI.PROC_NULL, 0);
    world.sSend(a, 1, MPI.INT, MPI.PROC_NULL, 0);
    Status status = world.recv(a, 1, MPI.INT, MPI.PROC_NULL, 0);
    Check.equal(MPI.PROC_NULL, status.getSource());
    Check.equal(MPI.ANY_TAG, status.getTag());
    Check.equal(0, status.getCount(MPI.INT));
    Check.equal(MPI.PROC_NULL, world.probe(MPI.PROC_NULL, 0).getSource());
    world.iSend(IntBuffer.wrap(a), 1, MPI.INT, MPI.PROC_NULL, 0).free();
    world.sendRecvReplace(a, 1, MPI.INT, MPI.PROC_NULL, 0, MPI.PROC_NULL, 0);
    Check.equal(5, a[0]);
  }
}
