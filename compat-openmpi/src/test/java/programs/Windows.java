package programs;

import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import mpi.Group;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Win;

/** Memory that other ranks reach, in every kind of epoch. */
public class Windows {
  private static Intracomm world;
  private static int rank;
  private static int size;
  private static int right;
  private static int left;

  /** Where the program begins. */
  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    world = MPI.COMM_WORLD;
    rank = world.getRank();
    size = world.getSize();
    right = (rank + 1) % size;
    left = (rank + size - 1) % size;
    fences();
    posts();
    locks();
    counters();
    requests();
    allocated();
    dynamic();
    handles();
    errors();
    MPI.Finalize();
  }

  private static IntBuffer ints(int... values) {
    IntBuffer buffer = MPI.newIntBuffer(values.length);
    for (int i = 0; i < values.length; i++) {
      buffer.put(i, values[i]);
    }
    return buffer;
  }

  private static LongBuffer longs(long... values) {
    LongBuffer buffer = MPI.newLongBuffer(values.length);
    for (int i = 0; i < values.length; i++) {
      buffer.put(i, values[i]);
    }
    return buffer;
  }

  /** Sizes and displacements count the elements of the window's buffer. */
  private static void fences() throws MPIException {
    IntBuffer memory = MPI.newIntBuffer(4);
    Win win = new Win(memory, 4, 1, MPI.INFO_NULL, world);
    win.fence(MPI.MODE_NOPRECEDE);
    win.put(ints(10 + rank), 1, MPI.INT, right, 2, 1, MPI.INT);
    win.fence(0);
    Check.equal(10 + left, memory.get(2));
    IntBuffer got = MPI.newIntBuffer(1);
    win.get(got, 1, MPI.INT, right, 2, 1, MPI.INT);
    win.fence(0);
    Check.equal(10 + rank, got.get(0));
    win.accumulate(ints(1), 1, MPI.INT, 0, 0, 1, MPI.INT, MPI.SUM);
    win.fence(MPI.MODE_NOSUCCEED);
    if (rank == 0) {
      Check.equal(size, memory.get(0));
    }
    win.free();
  }

  private static void posts() throws MPIException {
    DoubleBuffer memory = MPI.newDoubleBuffer(1);
    Win win = new Win(memory, 1, 1, MPI.INFO_NULL, world);
    Group all = win.getGroup();
    Group from = all.incl(new int[] {left});
    Group to = all.incl(new int[] {right});
    DoubleBuffer mine = MPI.newDoubleBuffer(1);
    mine.put(0, rank + 0.5);
    win.post(from, 0);
    win.start(to, 0);
    win.put(mine, 1, MPI.DOUBLE, right, 0, 1, MPI.DOUBLE);
    win.complete();
    win.waitFor();
    Check.equal(left + 0.5, memory.get(0));
    win.post(from, 0);
    win.start(to, 0);
    win.complete();
    while (!win.test()) {
      Thread.onSpinWait();
    }
    win.free();
  }

  private static void locks() throws MPIException {
    LongBuffer memory = MPI.newLongBuffer(2);
    Win win = new Win(memory, 2, 1, MPI.INFO_NULL, world);
    LongBuffer value = MPI.newLongBuffer(1);
    for (int i = 0; i < 20; i++) {
      win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
      win.get(value, 1, MPI.LONG, 0, 1, 1, MPI.LONG);
      win.flush(0);
      value.put(0, value.get(0) + 1);
      win.put(value, 1, MPI.LONG, 0, 1, 1, MPI.LONG);
      win.flushLocal(0);
      win.unlock(0);
    }
    world.barrier();
    win.lock(MPI.LOCK_SHARED, 0, 0);
    win.get(value, 1, MPI.LONG, 0, 1, 1, MPI.LONG);
    win.unlock(0);
    Check.equal(20L * size, value.get(0));
    world.barrier();
    win.free();
  }

  private static void counters() throws MPIException {
    LongBuffer memory = MPI.newLongBuffer(2);
    Win win = new Win(memory, 2, 1, MPI.INFO_NULL, world);
    LongBuffer one = longs(1);
    LongBuffer old = MPI.newLongBuffer(1);
    win.lockAll(0);
    long last = -1;
    for (int i = 0; i < 50; i++) {
      win.fetchAndOp(one, old, MPI.LONG, 0, 0, MPI.SUM);
      win.flush(0);
      Check.that(old.get(0) > last, "a counter grows");
      last = old.get(0);
    }
    win.compareAndSwap(longs(rank + 1), longs(0), old, MPI.LONG, 0, 1);
    win.flushAll();
    boolean wasFirst = old.get(0) == 0;
    win.flushLocalAll();
    win.sync();
    win.unlockAll();
    long[] winners = {wasFirst ? 1 : 0};
    world.allReduce(winners, 1, MPI.LONG, MPI.SUM);
    Check.equal(1L, winners[0]);
    win.lock(MPI.LOCK_SHARED, 0, 0);
    win.getAccumulate(one, 1, MPI.LONG, old, 1, MPI.LONG, 0, 0, 1, MPI.LONG, MPI.NO_OP);
    win.unlock(0);
    Check.equal(50L * size, old.get(0));
    world.barrier();
    win.free();
  }

  private static void requests() throws MPIException {
    IntBuffer memory = MPI.newIntBuffer(2);
    Win win = new Win(memory, 2, 1, MPI.INFO_NULL, world);
    IntBuffer got = MPI.newIntBuffer(1);
    win.lockAll(0);
    Request put = win.rPut(ints(rank), 1, MPI.INT, right, 0, 1, MPI.INT);
    put.waitFor();
    win.rAccumulate(ints(2), 1, MPI.INT, right, 1, 1, MPI.INT, MPI.SUM).waitFor();
    win.flushAll();
    world.barrier();
    win.rGet(got, 1, MPI.INT, rank, 0, 1, MPI.INT).waitFor();
    Check.equal(left, got.get(0));
    win.rGetAccumulate(ints(1), 1, MPI.INT, got, 1, MPI.INT, rank, 1, 1, MPI.INT, MPI.REPLACE)
        .waitFor();
    Check.equal(2, got.get(0));
    win.unlockAll();
    win.free();
  }

  private static void allocated() throws MPIException {
    for (int flavor : new int[] {Win.FLAVOR_PRIVATE, Win.FLAVOR_SHARED}) {
      ByteBuffer address = MPI.newByteBuffer(8);
      Win win = new Win(16, 1, MPI.INFO_NULL, world, address, flavor);
      ByteBuffer base = (ByteBuffer) win.getAttr(MPI.WIN_BASE);
      base.put(0, (byte) 5);
      win.fence(0);
      ByteBuffer got = MPI.newByteBuffer(1);
      win.get(got, 1, MPI.BYTE, right, 0, 1, MPI.BYTE);
      win.fence(0);
      Check.equal((byte) 5, got.get(0));
      win.free();
    }
  }

  private static void dynamic() throws MPIException {
    Win win = new Win(MPI.INFO_NULL, world);
    IntBuffer memory = MPI.newIntBuffer(4);
    win.attach(memory, 2);
    win.detach(memory);
    win.free();
  }

  private static void handles() throws MPIException {
    LongBuffer memory = MPI.newLongBuffer(3);
    Win win = new Win(memory, 3, 1, MPI.INFO_NULL, world);
    Check.equal("", win.getName());
    win.setName("three");
    Check.equal("three", win.getName());
    Check.equal(24, win.getAttr(MPI.WIN_SIZE));
    Check.equal(8, win.getAttr(MPI.WIN_DISP_UNIT));
    int key = Win.createKeyval();
    win.setAttr(key, "kept");
    Check.equal("kept", win.getAttr(key));
    win.deleteAttr(key);
    Check.equal(null, win.getAttr(key));
    Win.freeKeyval(key);
    Info info = win.getInfo();
    Check.equal("false", info.get("no_locks"));
    win.setInfo(info);
    win.free();
  }

  private static void errors() throws MPIException {
    IntBuffer memory = MPI.newIntBuffer(2);
    Win win = new Win(memory, 2, 1, MPI.INFO_NULL, world);
    Check.equal(MPI.ERRORS_ARE_FATAL, win.getErrhandler());
    win.setErrhandler(MPI.ERRORS_RETURN);
    win.callErrhandler(MPI.ERR_OTHER);
    Check.fails(MPI.ERR_RMA_SYNC, () -> win.put(ints(1), 1, MPI.INT, 0, 0, 1, MPI.INT));
    Check.fails(MPI.ERR_RMA_SYNC, () -> win.unlock(0));
    Check.fails(MPI.ERR_LOCKTYPE, () -> win.lock(99, 0, 0));
    Check.fails(MPI.ERR_ASSERT, () -> win.lock(MPI.LOCK_SHARED, 0, 1 << 20));
    Check.fails(MPI.ERR_RANK, () -> win.lock(MPI.LOCK_SHARED, size, 0));
    boolean isRefused = false;
    try {
      win.put(IntBuffer.allocate(1), 1, MPI.INT, 0, 0, 1, MPI.INT);
    } catch (IllegalArgumentException e) {
      isRefused = true;
    }
    Check.that(isRefused, "an origin that is not direct is refused");
    win.free();
  }
}
