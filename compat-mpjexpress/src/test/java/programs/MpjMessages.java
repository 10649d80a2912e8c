package programs;

import java.nio.ByteBuffer;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/** Messages between ranks: modes, statuses, probes, errors. */
final class MpjMessages {
  private static final Comm WORLD = MPI.COMM_WORLD;

  private MpjMessages() {}

  private static int right() {
    return (WORLD.Rank() + 1) % WORLD.Size();
  }

  private static int left() {
    return (WORLD.Rank() + WORLD.Size() - 1) % WORLD.Size();
  }

  static void everyBaseTypeTravelsFromAnyIndex() {
    Request[] sends = {
      WORLD.Isend(new byte[] {0, 1, -2}, 1, 2, MPI.BYTE, right(), 1),
      WORLD.Isend(new char[] {'x', 'ä', '∑'}, 1, 2, MPI.CHAR, right(), 2),
      WORLD.Isend(new short[] {0, 1, -2}, 1, 2, MPI.SHORT, right(), 3),
      WORLD.Isend(new boolean[] {false, true, false}, 1, 2, MPI.BOOLEAN, right(), 4),
      WORLD.Isend(new int[] {0, 1, -2}, 1, 2, MPI.INT, right(), 5),
      WORLD.Isend(new long[] {0, 1, -2}, 1, 2, MPI.LONG, right(), 6),
      WORLD.Isend(new float[] {0, 1, -2.5f}, 1, 2, MPI.FLOAT, right(), 7),
      WORLD.Isend(new double[] {0, 1, -2.5}, 1, 2, MPI.DOUBLE, right(), 8),
    };
    byte[] b = new byte[4];
    Check.same(2, WORLD.Recv(b, 2, 2, MPI.BYTE, left(), 1).Get_count(MPI.BYTE));
    Check.same(new byte[] {0, 0, 1, -2}, b);
    char[] c = new char[2];
    WORLD.Recv(c, 0, 2, MPI.CHAR, left(), 2);
    Check.same(new char[] {'ä', '∑'}, c);
    short[] s = new short[3];
    WORLD.Recv(s, 1, 2, MPI.SHORT, left(), 3);
    Check.same(new short[] {0, 1, -2}, s);
    boolean[] z = {true, true, true};
    WORLD.Recv(z, 0, 2, MPI.BOOLEAN, left(), 4);
    Check.same(new boolean[] {true, false, true}, z);
    int[] i = new int[2];
    WORLD.Recv(i, 0, 2, MPI.INT, left(), 5);
    Check.same(new int[] {1, -2}, i);
    long[] l = new long[2];
    WORLD.Recv(l, 0, 2, MPI.LONG, left(), 6);
    Check.same(new long[] {1, -2}, l);
    float[] f = new float[2];
    WORLD.Recv(f, 0, 2, MPI.FLOAT, left(), 7);
    Check.same(new float[] {1, -2.5f}, f);
    double[] d = new double[2];
    WORLD.Recv(d, 0, 2, MPI.DOUBLE, left(), 8);
    Check.same(new double[] {1, -2.5}, d);
    Request.Waitall(sends);
  }

  static void aStatusSaysWhoWhatAndHowMuch() {
    int[] sent = {7, 8, 9};
    Request send = WORLD.Isend(sent, 0, 3, MPI.INT, right(), 42);
    int[] got = new int[10];
    Status status = WORLD.Recv(got, 0, 10, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
    Check.same(left(), status.source);
    Check.same(42, status.tag);
    Check.same(3, status.Get_count(MPI.INT));
    Check.same(3, status.Get_elements(MPI.INT));
    Check.same(MPI.UNDEFINED, status.Get_count(MPI.LONG));
    Check.same(MPI.UNDEFINED, status.Get_count(mpi.Datatype.Contiguous(2, MPI.INT)));
    Check.same(3, status.Get_elements(mpi.Datatype.Contiguous(2, MPI.INT)));
    Check.same(false, status.Test_cancelled());
    send.Wait();
  }

  static void allModesOfSendingArrive() {
    ByteBuffer space = ByteBuffer.allocateDirect(3 * (MPI.BSEND_OVERHEAD + 8));
    MPI.Buffer_attach(space);
    Request[] receives = new Request[8];
    int[][] got = new int[8][1];
    for (int i = 0; i < got.length; i++) {
      receives[i] = WORLD.Irecv(got[i], 0, 1, MPI.INT, left(), i);
    }
    MPI.COMM_WORLD.Barrier();
    WORLD.Send(new int[] {0}, 0, 1, MPI.INT, right(), 0);
    WORLD.Ssend(new int[] {1}, 0, 1, MPI.INT, right(), 1);
    WORLD.Bsend(new int[] {2}, 0, 1, MPI.INT, right(), 2);
    WORLD.Rsend(new int[] {3}, 0, 1, MPI.INT, right(), 3);
    Request[] sends = {
      WORLD.Isend(new int[] {4}, 0, 1, MPI.INT, right(), 4),
      WORLD.Issend(new int[] {5}, 0, 1, MPI.INT, right(), 5),
      WORLD.Ibsend(new int[] {6}, 0, 1, MPI.INT, right(), 6),
      WORLD.Irsend(new int[] {7}, 0, 1, MPI.INT, right(), 7),
    };
    Status[] statuses = Request.Waitall(receives);
    for (int i = 0; i < got.length; i++) {
      Check.same(i, got[i][0]);
      Check.same(i, statuses[i].tag);
      Check.same(i, statuses[i].index);
      Check.that(receives[i].Is_null(), "a completed request is null");
    }
    Request.Waitall(sends);
    MPI.Buffer_detach();
    MPI.Buffer_detach(); // nothing: there is none
    Check.fails("buffer", () -> WORLD.Bsend(new int[1], 0, 1, MPI.INT, right(), 2));
  }

  static void aProbeTellsTheLengthBeforeTheReceive() {
    Request send = WORLD.Isend(new double[5], 0, 5, MPI.DOUBLE, right(), 6);
    Status probed = WORLD.Probe(MPI.ANY_SOURCE, 6);
    Check.same(5, probed.Get_count(MPI.DOUBLE));
    Status found = WORLD.Iprobe(probed.source, probed.tag);
    Check.that(found != null, "Iprobe sees what Probe saw");
    WORLD.Recv(new double[5], 0, 5, MPI.DOUBLE, probed.source, probed.tag);
    Check.that(WORLD.Iprobe(probed.source, 6) == null, "nothing is left");
    send.Wait();
  }

  static void nobodyTakesEverythingAndSendsNothing() {
    int[] x = {5};
    WORLD.Send(x, 0, 1, MPI.INT, MPI.PROC_NULL, 1);
    Status status = WORLD.Recv(x, 0, 1, MPI.INT, MPI.PROC_NULL, 1);
    Check.same(MPI.PROC_NULL, status.source);
    Check.same(MPI.ANY_TAG, status.tag);
    Check.same(0, status.Get_count(MPI.INT));
    Check.same(5, x[0]);
    Request[] both = {
      WORLD.Isend(x, 0, 1, MPI.INT, MPI.PROC_NULL, 1),
      WORLD.Irecv(x, 0, 1, MPI.INT, MPI.PROC_NULL, 1)
    };
    Request.Waitall(both);
    WORLD.Sendrecv_replace(x, 0, 1, MPI.INT, MPI.PROC_NULL, 0, MPI.PROC_NULL, 0);
    Check.same(5, x[0]);
    Integer[] objects = {5};
    WORLD.Send(objects, 0, 1, MPI.OBJECT, MPI.PROC_NULL, 1);
    Check.same(0, WORLD.Recv(objects, 0, 1, MPI.OBJECT, MPI.PROC_NULL, 1).Get_count(MPI.OBJECT));
    Check.same(5, objects[0]);
  }

  static void bothWaysAtOnce() {
    int me = WORLD.Rank();
    int[] in = new int[1];
    Status status =
        WORLD.Sendrecv(new int[] {me}, 0, 1, MPI.INT, right(), 1, in, 0, 1, MPI.INT, left(), 1);
    Check.same(left(), in[0]);
    Check.same(left(), status.source);
    int[] one = {me};
    WORLD.Sendrecv_replace(one, 0, 1, MPI.INT, right(), 2, left(), 2);
    Check.same(left(), one[0]);
    int[] shared = {me, -1};
    WORLD.Sendrecv(shared, 0, 1, MPI.INT, right(), 3, shared, 1, 1, MPI.INT, left(), 3);
    Check.same(new int[] {me, left()}, shared);
  }

  static void aBigMessageArrivesWhole() {
    int length = 1_500_000;
    int[] out = new int[length];
    for (int i = 0; i < length; i++) {
      out[i] = i * 31 + WORLD.Rank();
    }
    int[] in = new int[length + 1];
    Request receive = WORLD.Irecv(in, 1, length, MPI.INT, left(), 9);
    WORLD.Send(out, 0, length, MPI.INT, right(), 9);
    receive.Wait();
    for (int i = 0; i < length; i += 997) {
      Check.same(i * 31 + left(), in[i + 1]);
    }
  }

  static void wrongArgumentsAreErrorsThatNameThem() {
    int[] x = new int[2];
    Check.fails("rank", () -> WORLD.Send(x, 0, 1, MPI.INT, WORLD.Size(), 0));
    Check.fails("tag", () -> WORLD.Send(x, 0, 1, MPI.INT, 0, Integer.MIN_VALUE));
    Check.fails("rank", () -> WORLD.Recv(x, 0, 1, MPI.INT, -9, 0));
    Check.fails("count", () -> WORLD.Send(x, 0, -1, MPI.INT, 0, 0));
    Check.fails("buffer", () -> WORLD.Send(x, 1, 2, MPI.INT, 0, 0));
    Check.fails("buffer", () -> WORLD.Send(x, -1, 1, MPI.INT, 0, 0));
    Check.fails("double[]", () -> WORLD.Send(x, 0, 1, MPI.DOUBLE, 0, 0));
    Check.fails("null", () -> WORLD.Irecv(null, 0, 1, MPI.INT, 0, 0));
    Check.fails("objects", () -> WORLD.Send(x, 0, 1, MPI.OBJECT, 0, 0));
    Check.fails("MPI.NULL", () -> WORLD.Send(x, 0, 1, MPI.NULL, 0, 0));
  }

  static void aMessageThatIsTooLongIsAnErrorAndIsConsumed() {
    Request first = WORLD.Isend(new int[5], 0, 5, MPI.INT, right(), 1);
    Request second = WORLD.Isend(new int[] {3}, 0, 1, MPI.INT, right(), 1);
    int[] small = {1, 1, 1};
    Check.fails("20 bytes", () -> WORLD.Recv(small, 0, 2, MPI.INT, left(), 1));
    Check.same(new int[] {0, 0, 1}, small);
    WORLD.Recv(small, 2, 1, MPI.INT, left(), 1);
    Check.same(3, small[2]);
    first.Wait();
    second.Wait();
  }

  static void theErrorHandlerCanBeAskedAndSet() {
    Check.that(MPI.Errorhandler_get() == MPI.ERRORS_RETURN, "errors are thrown at first");
    MPI.Errorhandler_set(MPI.ERRORS_ARE_FATAL);
    Check.that(MPI.Errorhandler_get() == MPI.ERRORS_ARE_FATAL, "what was set");
    MPI.Errorhandler_set(MPI.ERRORS_RETURN);
    try {
      WORLD.Send(new int[1], 0, 1, MPI.INT, 99, 0);
    } catch (MPIException e) {
      Check.that(e.getMessage().contains(": Send: dest 99 is not a rank of"), e.getMessage());
      Check.same(null, e.getCause());
      Check.same("Send", e.getStackTrace()[0].getMethodName()); // nothing of what lies below
      Check.same("programs.MpjMessages", e.getStackTrace()[1].getClassName());
      return;
    }
    throw new AssertionError("no error");
  }
}
