package programs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.File;
import mpi.FileView;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/** A file that all ranks read and write, by every kind of call. */
public class Files {
  /** Ints of each rank. */
  private static final int EACH = 4;

  private static Intracomm world;
  private static int rank;
  private static int size;
  private static String folder;
  private static String name;

  /** Where the program begins. */
  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    world = MPI.COMM_WORLD;
    rank = world.getRank();
    size = world.getSize();
    folder = folder();
    name = folder + "/data";
    offsets();
    pointers();
    shared();
    ordered();
    split();
    nonblocking();
    views();
    sizes();
    handles();
    modes();
    errors();
    if (rank == 0) {
      File.delete(name);
      Check.fails(MPI.ERR_NO_SUCH_FILE, () -> File.delete(name, MPI.INFO_NULL));
      remove(folder);
    }
    MPI.Finalize();
  }

  /** A folder of this job, made by rank 0. */
  private static String folder() throws MPIException {
    byte[] bytes = new byte[512];
    if (rank == 0) {
      try {
        byte[] made =
            java.nio.file.Files.createTempDirectory("files")
                .toString()
                .getBytes(StandardCharsets.UTF_8);
        System.arraycopy(made, 0, bytes, 0, made.length);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    world.bcast(bytes, bytes.length, MPI.BYTE, 0);
    return new String(bytes, StandardCharsets.UTF_8).trim();
  }

  private static void remove(String folder) {
    try {
      java.nio.file.Files.delete(Path.of(folder)); // nothing must be left in it
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static File open() throws MPIException {
    world.barrier();
    File file = new File(world, name, MPI.MODE_CREATE | MPI.MODE_RDWR);
    file.setSize(0);
    file.setView(0, MPI.INT, MPI.INT, "native");
    return file;
  }

  /** What a rank writes. */
  private static int[] numbers(int of) {
    return IntStream.range(0, EACH).map(i -> 100 * of + i).toArray();
  }

  private static IntBuffer direct(int[] values) {
    IntBuffer buffer = MPI.newIntBuffer(values.length);
    buffer.put(values).rewind();
    return buffer;
  }

  private static int[] array(IntBuffer buffer) {
    int[] values = new int[buffer.capacity()];
    buffer.get(0, values);
    return values;
  }

  /** That the file has everybody's numbers, one rank after the other. */
  private static void checkAll(File file) throws MPIException {
    file.sync();
    world.barrier();
    file.sync();
    Check.equal(4L * EACH * size, file.getSize());
    for (int r = 0; r < size; r++) {
      int[] got = new int[EACH];
      Status status = file.readAt((long) r * EACH, got, EACH, MPI.INT);
      Check.equal(EACH, status.getCount(MPI.INT));
      Check.equal(numbers(r), got);
    }
    world.barrier();
  }

  private static void offsets() throws MPIException {
    File file = open();
    long mine = (long) rank * EACH;
    Status status = file.writeAt(mine, numbers(rank), EACH, MPI.INT);
    Check.equal(EACH, status.getCount(MPI.INT));
    checkAll(file);
    file.setSize(0);
    status = file.writeAtAll(mine, direct(numbers(rank)), EACH, MPI.INT);
    Check.equal(EACH, status.getCount(MPI.INT));
    checkAll(file);
    int[] got = new int[EACH];
    file.readAtAll((long) (size - 1 - rank) * EACH, got, EACH, MPI.INT);
    Check.equal(numbers(size - 1 - rank), got);
    Check.equal(0L, file.getPosition());
    status = file.readAt((long) size * EACH - 1, got, EACH, MPI.INT);
    Check.equal(1, status.getCount(MPI.INT));
    Check.equal(4, status.getElements(MPI.BYTE));
    file.close();
  }

  private static void pointers() throws MPIException {
    File file = open();
    file.seek((long) rank * EACH, MPI.SEEK_SET);
    file.write(Arrays.copyOf(numbers(rank), 2), 2, MPI.INT);
    Check.equal((long) rank * EACH + 2, file.getPosition());
    file.writeAll(Arrays.copyOfRange(numbers(rank), 2, EACH), EACH - 2, MPI.INT);
    checkAll(file);
    file.seek(-EACH, MPI.SEEK_CUR);
    int[] got = new int[EACH];
    file.read(got, EACH, MPI.INT);
    Check.equal(numbers(rank), got);
    file.seek(-EACH, MPI.SEEK_END);
    file.readAll(got, EACH, MPI.INT);
    Check.equal(numbers(size - 1), got);
    Check.equal((long) EACH * size, file.getPosition());
    file.close();
  }

  /** Each gets a piece of its own, whoever comes first. */
  private static void shared() throws MPIException {
    File file = open();
    file.writeShared(numbers(rank), EACH, MPI.INT);
    world.barrier();
    Check.equal((long) EACH * size, file.getPositionShared());
    file.seekShared(0, MPI.SEEK_SET);
    int[] got = new int[EACH];
    file.readShared(got, EACH, MPI.INT);
    int[] sums = {Arrays.stream(got).sum(), Arrays.stream(numbers(rank)).sum()};
    world.allReduce(sums, 2, MPI.INT, MPI.SUM);
    Check.equal(sums[1], sums[0]);
    file.seekShared(0, MPI.SEEK_SET);
    file.iWriteShared(direct(numbers(rank)), EACH, MPI.INT).waitFor();
    world.barrier();
    file.seekShared(0, MPI.SEEK_SET);
    IntBuffer room = MPI.newIntBuffer(EACH);
    file.iReadShared(room, EACH, MPI.INT).waitFor();
    Check.equal(numbers(room.get(0) / 100), array(room));
    world.barrier();
    file.close();
  }

  private static void ordered() throws MPIException {
    File file = open();
    file.writeOrdered(numbers(rank), EACH, MPI.INT);
    checkAll(file);
    file.seekShared(0, MPI.SEEK_SET);
    int[] got = new int[EACH];
    file.readOrdered(got, EACH, MPI.INT);
    Check.equal(numbers(rank), got);
    file.seekShared(0, MPI.SEEK_SET);
    int[] mine = numbers(rank);
    file.writeOrderedBegin(mine, EACH, MPI.INT);
    file.writeOrderedEnd(mine);
    file.seekShared(0, MPI.SEEK_SET);
    got = new int[EACH];
    file.readOrderedBegin(got, EACH, MPI.INT);
    Check.equal(EACH, file.readOrderedEnd(got).getCount(MPI.INT));
    Check.equal(numbers(rank), got);
    file.close();
  }

  private static void split() throws MPIException {
    File file = open();
    long at = (long) rank * EACH;
    int[] mine = numbers(rank);
    file.writeAtAllBegin(at, mine, EACH, MPI.INT);
    Check.equal(EACH, file.writeAtAllEnd(mine).getCount(MPI.INT));
    checkAll(file);
    int[] got = new int[EACH];
    file.readAtAllBegin(at, got, EACH, MPI.INT);
    Check.equal(EACH, file.readAtAllEnd(got).getCount(MPI.INT));
    Check.equal(mine, got);
    file.seek(at, MPI.SEEK_SET);
    file.writeAllBegin(mine, EACH, MPI.INT);
    file.writeAllEnd(mine);
    file.seek(at, MPI.SEEK_SET);
    got = new int[EACH];
    file.readAllBegin(got, EACH, MPI.INT);
    file.readAllEnd(got);
    Check.equal(mine, got);
    Check.fails(MPI.ERR_OTHER, () -> file.readAllEnd(new int[EACH]));
    file.close();
  }

  private static void nonblocking() throws MPIException {
    File file = open();
    long at = (long) rank * EACH;
    IntBuffer mine = direct(numbers(rank));
    IntBuffer room = MPI.newIntBuffer(EACH);
    Request[] both = {
      file.iWriteAt(at, mine, EACH, MPI.INT), file.iWriteAtAll(at, mine, EACH, MPI.INT)
    };
    Request.waitAll(both);
    checkAll(file);
    Check.equal(EACH, file.iReadAt(at, room, EACH, MPI.INT).waitStatus().getCount(MPI.INT));
    Check.equal(numbers(rank), array(room));
    file.iReadAtAll((long) (size - 1 - rank) * EACH, room, EACH, MPI.INT).waitFor();
    Check.equal(numbers(size - 1 - rank), array(room));
    file.setSize(0);
    file.seek(at, MPI.SEEK_SET);
    file.iWrite(mine, EACH, MPI.INT).waitFor();
    checkAll(file);
    file.seek(at, MPI.SEEK_SET);
    file.iWriteAll(mine, EACH, MPI.INT).waitFor();
    file.seek(at, MPI.SEEK_SET);
    file.iRead(room, EACH, MPI.INT).waitFor();
    Check.equal(numbers(rank), array(room));
    file.seek(0, MPI.SEEK_SET);
    Request all = file.iReadAll(room, EACH, MPI.INT);
    while (!all.test()) {
      Thread.onSpinWait();
    }
    Check.equal(numbers(0), array(room));
    boolean isRefused = false;
    try {
      file.iWrite(IntBuffer.allocate(EACH), EACH, MPI.INT);
    } catch (IllegalArgumentException e) {
      isRefused = true;
    }
    Check.that(isRefused, "a buffer that is not direct is refused");
    file.close();
  }

  /** Columns of a matrix of EACH rows: by vectors, lists of blocks, and in another extent. */
  private static void views() throws MPIException {
    Datatype vector = Datatype.createVector(EACH, 1, size, MPI.INT);
    int[] lengths = new int[EACH];
    Arrays.fill(lengths, 1);
    int[] places = IntStream.range(0, EACH).map(i -> i * size).toArray();
    Datatype indexed = Datatype.createIndexed(lengths, places, MPI.INT);
    Datatype resized = Datatype.createResized(MPI.INT, 0, 4 * size);
    for (Datatype column : new Datatype[] {vector, indexed, resized}) {
      column.commit();
      File file = open();
      file.setView(8 + 4L * rank, MPI.INT, column, "native");
      file.writeAll(numbers(rank), EACH, MPI.INT);
      Check.equal(8 + 4L * (rank + size), file.getByteOffset(1));
      file.seek(0, MPI.SEEK_SET);
      int[] got = new int[EACH];
      file.readAll(got, EACH, MPI.INT);
      Check.equal(numbers(rank), got);
      FileView view = file.getView();
      Check.equal(8 + 4L * rank, view.getDisp());
      Check.equal(column, view.getFileType());
      Check.equal(MPI.INT, view.getEType());
      Check.equal("native", view.getDataRep());
      file.setView(8, MPI.INT, MPI.INT, "native", MPI.INFO_NULL);
      int[] all = new int[EACH * size];
      file.readAtAll(0, all, all.length, MPI.INT);
      for (int i = 0; i < all.length; i++) {
        Check.equal(numbers(i % size)[i / size], all[i]);
      }
      file.close();
      column.free();
    }
    representations();
  }

  /** What is written as external32 is big-endian in the file. */
  private static void representations() throws MPIException {
    File file = open();
    file.setView(0, MPI.INT, MPI.INT, "external32");
    Check.equal(4, file.getTypeExtent(MPI.INT));
    file.writeAtAll(rank, new int[] {0x01020304 + rank}, 1, MPI.INT);
    file.setView(0, MPI.BYTE, MPI.BYTE, "internal");
    byte[] got = new byte[4];
    file.readAtAll(4L * rank, got, 4, MPI.BYTE);
    Check.equal(0x01020304 + rank, ByteBuffer.wrap(got).getInt());
    Check.fails(MPI.ERR_UNSUPPORTED_DATAREP, () -> file.setView(0, MPI.INT, MPI.INT, "of nobody"));
    file.close();
  }

  private static void sizes() throws MPIException {
    File file = open();
    file.preallocate(1000);
    Check.equal(1000L, file.getSize());
    file.setSize(10);
    Check.equal(10L, file.getSize());
    file.seek(0, MPI.SEEK_END);
    Check.equal(3L, file.getPosition()); // an int that the file has only begun counts
    file.setAtomicity(true);
    Check.that(file.getAtomicity(), "atomic mode is set");
    file.writeAtAll(0, new int[] {7}, 1, MPI.INT);
    int[] got = new int[1];
    file.readAtAll(0, got, 1, MPI.INT);
    Check.equal(7, got[0]);
    file.setAtomicity(false);
    file.close();
  }

  private static void handles() throws MPIException {
    Info hints = new Info();
    hints.set("cb_nodes", "1");
    hints.set("nobody's hint", "1");
    int amode = MPI.MODE_CREATE | MPI.MODE_RDWR | MPI.MODE_UNIQUE_OPEN;
    File file = new File(world, name, amode, hints);
    Check.equal(amode, file.getAMode());
    Check.equal(size, file.getGroup().getSize());
    Info used = file.getInfo();
    Check.equal("1", used.get("cb_nodes"));
    Check.equal(null, used.get("nobody's hint"));
    hints.set("cb_buffer_size", "65536");
    file.setInfo(hints);
    Check.equal("65536", file.getInfo().get("cb_buffer_size"));
    Check.equal(MPI.ERRORS_RETURN, file.getErrhandler());
    file.callErrhandler(MPI.ERR_OTHER); // returns
    file.setErrhandler(MPI.ERRORS_ARE_FATAL);
    Check.equal(MPI.ERRORS_ARE_FATAL, file.getErrhandler());
    file.close();
    hints.free();
  }

  private static void modes() throws MPIException {
    File file = open();
    file.writeAtAll(0, numbers(0), EACH, MPI.INT);
    file.close();
    file = new File(world, name, MPI.MODE_WRONLY | MPI.MODE_APPEND);
    Check.equal(4L * EACH, file.getPosition());
    Check.equal(4L * EACH, file.getPositionShared());
    file.close();
    String other = folder + "/with:a:colon";
    file = new File(world, other, MPI.MODE_CREATE | MPI.MODE_EXCL | MPI.MODE_RDWR);
    Check.fails(
        MPI.ERR_FILE_EXISTS,
        () -> new File(world, other, MPI.MODE_CREATE | MPI.MODE_EXCL | MPI.MODE_RDWR));
    file.close();
    file = new File(world, "ufs:" + other, MPI.MODE_RDONLY | MPI.MODE_DELETE_ON_CLOSE);
    file.close();
    Check.fails(MPI.ERR_NO_SUCH_FILE, () -> new File(world, other, MPI.MODE_RDONLY));
    file = new File(MPI.COMM_SELF, name, MPI.MODE_RDONLY | MPI.MODE_SEQUENTIAL);
    int[] got = new int[EACH];
    file.readShared(got, EACH, MPI.INT);
    Check.equal(numbers(0), got);
    file.close();
    world.barrier();
  }

  private static void errors() throws MPIException {
    Check.fails(MPI.ERR_NO_SUCH_FILE, () -> new File(world, folder + "/none", MPI.MODE_RDONLY));
    Check.fails(MPI.ERR_BAD_FILE, () -> new File(world, folder, MPI.MODE_RDWR));
    Check.fails(MPI.ERR_AMODE, () -> new File(world, name, MPI.MODE_CREATE));
    Check.fails(MPI.ERR_AMODE, () -> new File(world, name, MPI.MODE_RDONLY | MPI.MODE_CREATE));
    Check.fails(MPI.ERR_AMODE, () -> new File(world, name, MPI.MODE_RDWR | 1 << 20));
    File reading = new File(world, name, MPI.MODE_RDONLY);
    Check.fails(MPI.ERR_READ_ONLY, () -> reading.write(new int[1], 1, MPI.INT));
    Check.fails(MPI.ERR_READ_ONLY, () -> reading.writeAll(new int[1], 1, MPI.INT));
    Check.fails(MPI.ERR_READ_ONLY, () -> reading.setSize(0));
    Check.fails(MPI.ERR_ARG, () -> reading.readAt(-1, new int[1], 1, MPI.INT));
    Check.fails(MPI.ERR_COUNT, () -> reading.read(new int[1], -1, MPI.INT));
    Check.fails(MPI.ERR_ARG, () -> reading.seek(-1, MPI.SEEK_SET));
    Check.fails(MPI.ERR_ARG, () -> reading.seek(0, 99));
    Check.fails(MPI.ERR_ARG, () -> reading.setView(-1, MPI.INT, MPI.INT, "native"));
    reading.close();
    Check.fails(MPI.ERR_FILE, reading::getSize);
    File writing = new File(world, name, MPI.MODE_WRONLY);
    Check.fails(MPI.ERR_ACCESS, () -> writing.read(new int[1], 1, MPI.INT));
    writing.close();
  }
}
