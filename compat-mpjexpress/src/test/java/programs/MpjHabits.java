package programs;

import mpi.Cartcomm;
import mpi.Datatype;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;
import mpi.ShiftParms;
import mpi.Status;
import mpjbuf.Buffer;
import mpjbuf.BufferException;
import mpjbuf.BufferFactory;
import mpjbuf.RawBuffer;
import mpjbuf.Type;

/** What MPI forbids or leaves open, and programs of MPJ Express do all the same. */
final class MpjHabits {
  private static final Intracomm WORLD = MPI.COMM_WORLD;
  private static final int ME = WORLD.Rank();
  private static final int SIZE = WORLD.Size();
  private static final int RIGHT = (ME + 1) % SIZE;
  private static final int LEFT = (ME + SIZE - 1) % SIZE;

  private MpjHabits() {}

  static void numbersAreWrittenOut() {
    Check.same(-1, MPI.GROUP_EMPTY.Rank());
    Check.same(new int[] {-1}, Group.Translate_ranks(WORLD.group, new int[] {0}, MPI.GROUP_EMPTY));
    Check.same(true, WORLD.Split(-1, 0) == MPI.COMM_NULL);
    Request send = WORLD.Isend(new int[] {ME}, 0, 1, MPI.INT, RIGHT, 1);
    int[] x = {-5};
    Check.same(LEFT, WORLD.Probe(-2, -2).source);
    Status status = WORLD.Recv(x, 0, 1, MPI.INT, -2, -2);
    Check.same(new int[] {LEFT}, x);
    Check.same(1, status.tag);
    Check.same(-1, status.Get_count(MPI.LONG));
    Check.same(-1, status.index);
    send.Wait();
    Cartcomm line = WORLD.Create_cart(new int[] {SIZE}, new boolean[] {false}, false);
    ShiftParms shift = line.Shift(0, 1);
    Check.same(ME == 0 ? -1 : ME - 1, shift.rank_source);
    Check.same(ME == SIZE - 1 ? -1 : ME + 1, shift.rank_dest);
    x[0] = -5;
    int[] mine = {ME};
    line.Sendrecv(mine, 0, 1, MPI.INT, shift.rank_dest, 2, x, 0, 1, MPI.INT, shift.rank_source, 2);
    Check.same(new int[] {ME == 0 ? -5 : ME - 1}, x);
    Check.same(-1, line.Recv(x, 0, 1, MPI.INT, -1, 3).source);
  }

  /** Block 1 begins where block 0 has its last element. */
  private static Datatype overlapping() {
    Datatype block = Datatype.Vector(2, 2, 3, MPI.INT);
    Datatype type = Datatype.Hvector(2, 1, block.Extent() - 1, block);
    type.Commit();
    return type;
  }

  static void partsThatOverlapAreReceivedOneAfterTheOther() {
    Datatype type = overlapping();
    int[] data = {1, 2, 3, 4, 5, 6, 7, 8};
    int[] expected = {0, 1, 2, 0, 3, 5, 6, 0, 7, 8, 0};
    int[] x = new int[11];
    Request send = WORLD.Isend(data, 0, 8, MPI.INT, RIGHT, 1);
    Check.same(1, WORLD.Recv(x, 1, 1, type, LEFT, 1).Get_count(type));
    Check.same(expected, x);
    send.Wait();
    x = new int[11];
    send = WORLD.Isend(data, 0, 8, MPI.INT, RIGHT, 1);
    Request[] receive = {WORLD.Irecv(x, 1, 1, type, LEFT, 1)};
    Check.same(8, Request.Waitall(receive)[0].Get_count(MPI.INT));
    Check.same(expected, x);
    send.Wait();
    x = new int[11];
    send = WORLD.Isend(data, 0, 3, MPI.INT, RIGHT, 1);
    Check.same(3, WORLD.Recv(x, 1, 1, type, LEFT, 1).Get_elements(type));
    Check.same(new int[] {0, 1, 2, 0, 3, 0, 0, 0, 0, 0, 0}, x);
    send.Wait();
    int[] all = ME == 0 ? new int[] {0, 1, 2, 0, 3, 5, 6, 0, 7, 8, 0} : new int[11];
    WORLD.Bcast(all, 1, 1, type, 0);
    Check.same(expected, all);
  }

  static void aStructOfNothingIsOfAnyBuffer() {
    Datatype none = Datatype.Struct(new int[0], new int[0], new Datatype[0]);
    none.Commit();
    int[] x = {1, 2, 3};
    Request send = WORLD.Isend(x, 0, 100, none, RIGHT, 1);
    Status status = WORLD.Recv(x, 0, 100, none, LEFT, 1);
    Check.same(100, status.Get_count(none));
    Check.same(MPI.UNDEFINED, status.Get_elements(none));
    send.Wait();
    Datatype one =
        Datatype.Struct(new int[] {1, 1}, new int[] {0, 0}, new Datatype[] {none, MPI.INT});
    Check.same(1, one.Size());
    send = WORLD.Isend(x, 1, 1, one, RIGHT, 2);
    int[] got = new int[1];
    WORLD.Recv(got, 0, 1, MPI.INT, LEFT, 2);
    Check.same(new int[] {2}, got);
    send.Wait();
    Check.fails("no array", () -> WORLD.Send(x, 0, 1, MPI.NULL, RIGHT, 3));
  }

  static void onlyTheMembersOfAGroupMakeItsCommunicator() {
    int members = (SIZE + 1) / 2;
    int[] ranks = new int[members];
    for (int i = 0; i < members; i++) {
      ranks[i] = SIZE - 1 - i;
    }
    Group group = WORLD.group.Incl(ranks);
    if (ME >= SIZE - members) {
      Intracomm made = WORLD.Create(group);
      Check.same(members, made.Size());
      Check.same(SIZE - 1 - ME, made.Rank());
      made.Barrier();
    }
    int[] sum = new int[1];
    WORLD.Allreduce(new int[] {1}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
    Check.same(new int[] {SIZE}, sum);
    Check.same(ME >= SIZE - members, WORLD.Create(group) != null);
  }

  static void aBufferIsReceivedIntoAgainAndAgain() throws BufferException {
    Buffer in = new Buffer(1);
    for (int i = 0; i < 3; i++) {
      Buffer out = new Buffer(1);
      out.putSectionHeader(Type.INT);
      out.write(new int[] {i, ME, 7}, 0, 3);
      out.commit();
      Request send = WORLD.Isend(out, 0, 1, MPI.PACKED, RIGHT, 1);
      WORLD.Recv(in, 0, 1, MPI.PACKED, LEFT, 1);
      Check.same(Type.INT, in.getSectionHeader());
      int[] x = new int[2];
      in.read(x, 0, 2);
      Check.same(new int[] {i, LEFT}, x);
      send.Wait();
    }
  }

  static void whatCameWithAFailureIsNotLost() {
    Request[] sends = {
      WORLD.Isend(new int[] {1, 2}, 0, 2, MPI.INT, RIGHT, 1),
      WORLD.Isend(new Object[] {"here"}, 0, 1, MPI.OBJECT, RIGHT, 2),
    };
    Object[] objects = new Object[1];
    Request[] receives = {
      WORLD.Irecv(new int[1], 0, 1, MPI.INT, LEFT, 1),
      WORLD.Irecv(objects, 0, 1, MPI.OBJECT, LEFT, 2),
    };
    Check.fails("buffer", () -> Request.Waitall(receives));
    Check.same(new Object[] {"here"}, objects);
    Check.same(true, receives[1].Is_null());
    Request.Waitall(sends);
  }

  static void tagsMayBeNegative() {
    int[] tags = {-1, MPI.ANY_TAG, -3, -65536};
    int[] x = {-5};
    for (int tag : tags) {
      Request send = WORLD.Isend(new int[] {tag}, 0, 1, MPI.INT, RIGHT, tag);
      Check.same(tag, WORLD.Probe(LEFT, tag).tag);
      Check.same(tag, WORLD.Recv(x, 0, 1, MPI.INT, LEFT, MPI.ANY_TAG).tag);
      Check.same(new int[] {tag}, x);
      send.Wait();
    }
    Request first = WORLD.Isend(new int[] {1}, 0, 1, MPI.INT, RIGHT, Integer.MAX_VALUE);
    Request second = WORLD.Isend(new int[] {2}, 0, 1, MPI.INT, RIGHT, -1);
    Check.same(-1, WORLD.Recv(x, 0, 1, MPI.INT, LEFT, -1).tag);
    Check.same(new int[] {2}, x);
    Check.same(Integer.MAX_VALUE, WORLD.Recv(x, 0, 1, MPI.INT, LEFT, -2).tag);
    Request.Waitall(new Request[] {first, second});
    Check.same(-7, WORLD.Sendrecv_replace(x, 0, 1, MPI.INT, RIGHT, -7, LEFT, -7).tag);
  }

  private static void counted(int count, int elements, int bytes, Status status) {
    Check.same(
        new int[] {count, elements, bytes},
        new int[] {status.count, status.numEls, status.countInBytes});
  }

  static void aStatusHasItsCountsInFields() {
    Datatype pair = Datatype.Contiguous(2, MPI.INT);
    int[] three = {1, 2, 3};
    int[] x = new int[6];
    Request[] sends = new Request[5];
    for (int i = 0; i < sends.length; i++) {
      sends[i] = WORLD.Isend(three, 0, 2 + i % 2, MPI.INT, RIGHT, i);
    }
    counted(2, 2, 8, WORLD.Recv(x, 0, 6, MPI.INT, LEFT, 0));
    counted(-1, 3, 12, WORLD.Irecv(x, 0, 3, pair, LEFT, 1).Wait());
    counted(2, 2, 8, WORLD.Probe(LEFT, 2));
    counted(2, 2, 8, WORLD.Iprobe(LEFT, 2));
    counted(1, 2, 8, new Status(WORLD.Recv(x, 0, 3, pair, LEFT, 2)));
    Prequest again = WORLD.Recv_init(x, 0, 6, MPI.INT, LEFT, 3);
    again.Start();
    counted(3, 3, 12, again.Wait());
    Datatype same = Datatype.Hindexed(new int[] {1, 1}, new int[] {0, 0}, MPI.INT);
    counted(1, 2, 8, WORLD.Recv(x, 0, 2, same, LEFT, 4));
    Request.Waitall(sends);
    Request doubles = WORLD.Issend(new double[5], 0, 5, MPI.DOUBLE, RIGHT, 6);
    counted(5, 5, 40, WORLD.Probe(LEFT, 6));
    counted(5, 5, 40, WORLD.Recv(new double[5], 0, 5, MPI.DOUBLE, LEFT, 6));
    doubles.Wait();
    Object[] o = {"a", "b", null};
    Request object = WORLD.Isend(o, 0, 2, MPI.OBJECT, RIGHT, 7);
    Status found = WORLD.Probe(LEFT, 7);
    counted(-1, -1, found.countInBytes, found);
    Check.same(2, found.Get_count(MPI.OBJECT));
    counted(2, 2, found.countInBytes, WORLD.Recv(o, 1, 2, MPI.OBJECT, LEFT, 7));
    object.Wait();
    Check.same(new Object[] {"a", "a", "b"}, o);
    Status status = WORLD.Sendrecv(o, 0, 2, MPI.OBJECT, RIGHT, 1, o, 0, 3, MPI.OBJECT, LEFT, 1);
    Check.same(2, status.count);
    Check.same(2, status.numEls);
    counted(0, 0, 0, WORLD.Recv(x, 0, 6, MPI.INT, MPI.PROC_NULL, 0));
    counted(0, 0, 0, MPI.EMPTY_STATUS);
  }

  static void nothingIsStartedAndHasTheStatusOfNothing() {
    Prequest.Startall(new Prequest[] {null});
    Check.same(true, MPI.REQUEST_NULL.Wait() == MPI.EMPTY_STATUS);
    Check.same(true, MPI.REQUEST_NULL.Test() == MPI.EMPTY_STATUS);
  }

  static void theRootHasRoomForMoreThanItsBlock() {
    int[] all = new int[SIZE];
    int[] counts = new int[SIZE];
    int[] displs = new int[SIZE];
    for (int i = 0; i < SIZE; i++) {
      all[i] = i;
      counts[i] = 1;
      displs[i] = i;
    }
    int[] x = {-1, -1, -1};
    WORLD.Scatterv(all, 0, counts, displs, MPI.INT, x, 0, 3, MPI.INT, 0);
    Check.same(new int[] {ME, -1, -1}, x);
  }

  static void memoryThatWasGivenBackIsUsedAgain() {
    RawBuffer first = BufferFactory.create(1000);
    BufferFactory.destroy(first);
    BufferFactory.destroy(first); // once is enough
    Check.that(BufferFactory.create(10) != first, "far too large");
    Check.that(BufferFactory.create(1001) != first, "too small");
    Check.that(BufferFactory.create(900) == first, "it fits");
    Check.that(BufferFactory.create(900) != first, "it is in use");
  }
}
