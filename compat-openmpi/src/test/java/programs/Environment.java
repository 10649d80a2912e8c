package programs;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import mpi.Count;
import mpi.Datatype;
import mpi.FileView;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;
import mpi.Win;

/** Versions, threads, hints, buffers; objects in messages; what does not work yet says so. */
public class Environment {
  private static int starts;

  /** Where the program begins. */
  public static void main(String[] args) throws Exception {
    Check.equal(1, ++starts); // static variables are the rank's
    Check.fails(MPI.ERR_OTHER, () -> MPI.COMM_WORLD.getRank());
    Check.equal(MPI.THREAD_MULTIPLE, MPI.InitThread(args, MPI.THREAD_FUNNELED));
    Check.fails(MPI.ERR_OTHER, () -> MPI.Init(args));
    Check.that(MPI.THREAD_SINGLE < MPI.THREAD_FUNNELED, "levels rise");
    Check.equal(MPI.THREAD_MULTIPLE, MPI.queryThread());
    Check.that(MPI.isThreadMain(), "this is the main thread");
    boolean[] other = {true};
    Thread thread =
        new Thread(
            () -> {
              try {
                other[0] = MPI.isThreadMain();
                MPI.COMM_SELF.barrier();
              } catch (MPIException e) {
                throw new IllegalStateException(e);
              }
            });
    thread.start();
    thread.join();
    Check.that(!other[0], "that is another thread");
    Check.that(MPI.getVersion().getVersion() >= 3, "version");
    Check.equal(MPI.SUBVERSION, MPI.getVersion().getSubVersion());
    Check.that(MPI.getLibVersion().contains("purempi"), "the library says who it is");
    Check.that(!MPI.getProcessorName().isBlank(), "the host has a name");
    MPI.pControl(1, null);
    hints();
    buffers();
    objects();
    views();
    MPI.Finalize();
    Check.fails(MPI.ERR_OTHER, MPI::Finalize);
  }

  private static void hints() throws MPIException {
    Info info = new Info();
    info.set("key", "value");
    info.set("other", "x");
    info.set("key", "new");
    Check.equal(2, info.size());
    Check.equal("new", info.get("key"));
    Check.equal(null, info.get("nothing"));
    Check.equal("other", info.getKey(1));
    Info copy = info.dup();
    info.delete("key");
    Check.that(info.size() == 1 && copy.size() == 2 && info.clone().size() == 1, "on their own");
    Check.fails(MPI.ERR_INFO_NOKEY, () -> info.delete("key"));
    Check.fails(MPI.ERR_INFO_KEY, () -> info.set("k".repeat(MPI.MAX_INFO_KEY), "v"));
    Check.fails(MPI.ERR_INFO_VALUE, () -> info.set("k", "v".repeat(MPI.MAX_INFO_VAL)));
    info.free();
    Check.that(info.isNull() && MPI.INFO_NULL.isNull() && !MPI.INFO_ENV.isNull(), "null");
    Check.fails(MPI.ERR_INFO, () -> info.get("key"));
    Check.fails(MPI.ERR_INFO, () -> MPI.INFO_NULL.set("k", "v"));
    Check.that(MPI.INFO_ENV.get("wdir") != null, "where we are");
    Check.equal("" + MPI.COMM_WORLD.getSize(), MPI.INFO_ENV.get("maxprocs"));
    Check.equal(MPI.getProcessorName(), MPI.INFO_ENV.get("host"));
    Check.equal("java", MPI.INFO_ENV.get("command"));
    Check.that(MPI.INFO_ENV.get("argv").endsWith(" a b c"), MPI.INFO_ENV.get("argv"));
    Check.equal("" + MPI.COMM_WORLD.getSize(), MPI.INFO_ENV.get("ompi_np"));
    Check.equal("1", MPI.INFO_ENV.get("ompi_num_apps"));
    Check.equal("0", MPI.INFO_ENV.get("ompi_first_rank"));
  }

  private static void buffers() throws MPIException {
    ByteBuffer b = MPI.newByteBuffer(16);
    Check.that(b.isDirect() && b.order() == ByteOrder.nativeOrder(), "direct, native");
    Check.that(MPI.newCharBuffer(1).isDirect() && MPI.newShortBuffer(1).isDirect(), "direct");
    Check.that(MPI.newLongBuffer(1).isDirect() && MPI.newFloatBuffer(1).isDirect(), "direct");
    b.putInt(4, 77);
    Check.equal(77, MPI.slice(b, 4).getInt(0));
    Check.equal(12, MPI.slice(b, 4).capacity());
    Check.equal(ByteOrder.nativeOrder(), MPI.slice(b, 4).order());
    char[] text = {'a', 'b'};
    MPI.slice(text, 1).put(0, 'c');
    Check.equal('c', text[1]);
    MPI.slice(new short[2], 1);
    MPI.slice(new long[2], 1);
    MPI.slice(new float[2], 1);
    MPI.slice(MPI.newShortBuffer(2), 1);
    MPI.slice(MPI.newLongBuffer(2), 1);
    MPI.slice(MPI.newFloatBuffer(2), 1);
    MPI.slice(MPI.newCharBuffer(2), 1);
    Check.equal((byte) 1, MPI.slice(new byte[] {0, 1}, 1).get(0));
    Count count = new Count(5);
    count.setCount(6);
    Check.that(count.getCount() == 6 && count.equals(new Count(6)), "counts");
    Check.that(count.compareTo(new Count(7)) < 0, "counts are in order");
    MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
    Check.equal(MPI.ERRORS_RETURN, MPI.COMM_SELF.getErrhandler());
    MPI.COMM_SELF.setErrhandler(MPI.ERRORS_RETURN);
    Check.fails(MPI.ERR_BUFFER, MPI::detachBuffer);
    shortMessagesNeedNoBuffer();
    MPI.attachBuffer(new byte[1]);
    shortMessagesNeedNoBuffer();
    MPI.detachBuffer();
    Check.fails(MPI.ERR_BUFFER, () -> MPI.COMM_SELF.bSend(new int[1025], 1025, MPI.INT, 0, 0));
  }

  /** Open MPI sends them on the spot. */
  private static void shortMessagesNeedNoBuffer() throws MPIException {
    int[] sent = new int[1024];
    Arrays.setAll(sent, i -> i);
    int[] expected = sent.clone();
    MPI.COMM_SELF.bSend(sent, 1024, MPI.INT, 0, 0);
    IntBuffer other = IntBuffer.wrap(new int[] {7, 8, 9});
    Datatype ends = Datatype.createVector(2, 1, 2, MPI.INT);
    ends.commit();
    Request request = MPI.COMM_SELF.ibSend(other, 1, ends, 0, 0);
    Arrays.fill(sent, -1);
    request.waitFor();
    other.put(0, -1);
    int[] got = new int[1024];
    Status status = MPI.COMM_SELF.recv(got, 1024, MPI.INT, 0, 0);
    Check.equal(1024, status.getCount(MPI.INT));
    Check.equal(expected, got);
    MPI.COMM_SELF.recv(got, 2, MPI.INT, 0, 0);
    Check.that(got[0] == 7 && got[1] == 9, "what was sent, not what the buffer became");
  }

  /** Objects travel as bytes: the length first, as programs do. */
  private static void objects() throws MPIException, IOException, ClassNotFoundException {
    Intracomm world = MPI.COMM_WORLD;
    byte[] bytes = {};
    if (world.getRank() == 0) {
      var out = new ByteArrayOutputStream();
      try (var objects = new ObjectOutputStream(out)) {
        objects.writeObject(Map.of("rates", List.of(0.5, 0.25)));
      }
      bytes = out.toByteArray();
    }
    int[] length = {bytes.length};
    world.bcast(length, 1, MPI.INT, 0);
    if (world.getRank() != 0) {
      bytes = new byte[length[0]];
    }
    world.bcast(bytes, length[0], MPI.BYTE, 0);
    try (var in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      Check.equal(Map.of("rates", List.of(0.5, 0.25)), in.readObject());
    }
  }

  private static void views() throws MPIException {
    Win.freeKeyval(Win.createKeyval());
    FileView view = new FileView(8, MPI.INT, MPI.DOUBLE, "native");
    Check.that(view.getDisp() == 8 && view.getEType() == MPI.INT, "a view");
    Check.that(view.getFileType() == MPI.DOUBLE && view.getDataRep().equals("native"), "a view");
  }
}
