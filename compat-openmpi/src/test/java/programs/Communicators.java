package programs;

import mpi.Comm;
import mpi.Group;
import mpi.Info;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Groups, communicators made of others, attributes, two groups that talk. */
public class Communicators {
  private static Intracomm world;
  private static int rank;
  private static int size;

  /** Where the program begins. */
  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    all();
    MPI.Finalize();
  }

  static void all() throws MPIException {
    world = MPI.COMM_WORLD;
    rank = world.getRank();
    size = world.getSize();
    groups();
    copies();
    parts();
    attributes();
    between();
    betweenLeaders();
    names();
  }

  private static void groups() throws MPIException {
    Group all = world.getGroup();
    Check.equal(size, all.getSize());
    Check.equal(rank, all.getRank());
    Group first = all.incl(new int[] {0});
    Group rest = all.excl(new int[] {0});
    Check.equal(rank == 0 ? 0 : MPI.UNDEFINED, first.getRank());
    Check.equal(size - 1, rest.getSize());
    Check.equal(MPI.IDENT, Group.compare(all, Group.union(first, rest)));
    Check.equal(0, Group.intersection(first, rest).getSize());
    Check.equal(MPI.IDENT, Group.compare(rest, Group.difference(all, first)));
    Check.equal(size == 1 ? MPI.IDENT : MPI.UNEQUAL, Group.compare(all, first));
    Group backwards = all.rangeIncl(new int[][] {{size - 1, 0, -1}});
    Check.equal(size == 1 ? MPI.IDENT : MPI.SIMILAR, Group.compare(all, backwards));
    int[] translated = Group.translateRanks(all, new int[] {0, MPI.PROC_NULL}, backwards);
    Check.equal(new int[] {size - 1, MPI.PROC_NULL}, translated);
    Check.equal(0, all.rangeExcl(new int[][] {{0, size - 1, 1}}).getSize());
    Check.equal(0, MPI.GROUP_EMPTY.getSize());
    Check.fails(MPI.ERR_RANK, () -> all.incl(new int[] {size}));
    first.free();
    Check.that(first.isNull(), "freed");
    Check.fails(MPI.ERR_GROUP, () -> first.getSize());
    Check.fails(MPI.ERR_GROUP, first::free);
  }

  private static void copies() throws MPIException {
    Intracomm copy = world.dup();
    Check.equal(MPI.CONGRUENT, Comm.compare(world, copy));
    Check.equal(MPI.IDENT, Comm.compare(world, world));
    Intracomm later = world.iDup();
    later.getRequest().waitFor();
    Check.that(!later.isNull() && later.getRequest().isNull(), "there");
    Check.equal(rank, later.getRank());
    Info info = new Info();
    info.set("mpi_assert_no_any_tag", "true");
    Intracomm hinted = world.dupWithInfo(info);
    Check.equal("true", hinted.getInfo().get("mpi_assert_no_any_tag"));
    hinted.setInfo(MPI.INFO_NULL);
    // A message in one communicator is not seen in another.
    int[] one = {rank};
    mpi.Request r = copy.iRecv(MPI.newIntBuffer(1), 1, MPI.INT, rank, 0);
    Check.that(world.iProbe(rank, 0) == null, "not there");
    copy.send(one, 1, MPI.INT, rank, 0);
    r.waitFor();
    Intracomm cloned = copy.clone();
    for (Comm c : new Comm[] {copy, later, hinted, cloned}) {
      c.free();
      Check.that(c.isNull(), "freed");
    }
    Check.equal(null, world.getRequest());
    Intracomm away = world.dup();
    away.disconnect();
    Check.that(away.isNull(), "disconnected");
  }

  private static void parts() throws MPIException {
    Intracomm part = world.split(rank % 2, -rank);
    Check.equal((size + 1 - rank % 2) / 2, part.getSize());
    Check.equal((size - 1 - rank) / 2, part.getRank());
    int[] sum = {rank};
    part.allReduce(sum, 1, MPI.INT, MPI.SUM);
    part.free();
    Intracomm few = world.split(rank == 0 ? 1 : MPI.UNDEFINED, 0);
    Check.equal(rank != 0, few.isNull());
    if (rank == 0) {
      Check.equal(1, few.getSize());
      few.free();
    }
    Intracomm host = world.splitType(Comm.TYPE_SHARED, rank, MPI.INFO_NULL);
    Check.equal(size, host.getSize());
    Check.that(world.splitType(MPI.UNDEFINED, 0, MPI.INFO_NULL).isNull(), "not asked for");
    Group even = world.getGroup().rangeIncl(new int[][] {{0, size - 1, 2}});
    Intracomm created = world.create(even);
    Check.equal(rank % 2 == 1, created.isNull());
    if (rank % 2 == 0) {
      Intracomm again = world.createGroup(even, 5);
      Check.equal(MPI.CONGRUENT, Comm.compare(created, again));
      again.barrier();
    }
    Check.equal(1, MPI.COMM_SELF.getSize());
    MPI.COMM_SELF.barrier();
    Check.equal(MPI.UNDEFINED, world.getTopology());
  }

  private static void attributes() throws MPIException {
    Check.that((Integer) world.getAttr(MPI.TAG_UB) >= 32767, "tags");
    Check.that(world.getAttr(MPI.WTIME_IS_GLOBAL) instanceof Boolean, "clocks");
    Check.equal(MPI.PROC_NULL, world.getAttr(MPI.HOST));
    Check.that(world.getAttr(MPI.IO) instanceof Integer, "input and output");
    Check.equal(0, world.getAttr(MPI.APPNUM));
    Check.that((Integer) world.getAttr(MPI.UNIVERSE_SIZE) >= size, "universe");
    Check.that((Integer) world.getAttr(MPI.LASTUSEDCODE) >= MPI.ERR_LASTCODE, "codes");
    int key = Comm.createKeyval();
    Intracomm c = world.dup();
    Check.equal(null, c.getAttr(key));
    c.setAttr(key, rank);
    Check.equal(rank, c.getAttr(key));
    Intracomm copy = c.dup();
    Check.equal(rank, copy.getAttr(key));
    copy.setAttr(key, "other");
    Check.equal(rank, c.getAttr(key));
    c.deleteAttr(key);
    Check.equal(null, c.getAttr(key));
    c.setErrhandler(MPI.ERRORS_RETURN);
    Check.fails(MPI.ERR_KEYVAL, () -> c.setAttr(MPI.TAG_UB, 1));
    Check.fails(MPI.ERR_KEYVAL, () -> c.deleteAttr(key));
    // Freed, the key lives on while an attribute is set by it: on the copy and its copy.
    Comm.freeKeyval(key);
    Check.fails(MPI.ERR_KEYVAL, () -> Comm.freeKeyval(key));
    Check.fails(MPI.ERR_KEYVAL, () -> c.setAttr(key, 1));
    Check.equal(null, c.getAttr(key));
    Check.equal("other", copy.getAttr(key));
    Intracomm third = copy.dup();
    copy.deleteAttr(key);
    Check.equal(null, copy.getAttr(key));
    Check.equal("other", third.getAttr(key));
    third.free();
    Check.fails(MPI.ERR_KEYVAL, () -> c.getAttr(key));
    Check.fails(MPI.ERR_KEYVAL, () -> Comm.freeKeyval(MPI.TAG_UB));
    copy.free();
    c.free();
  }

  private static void between() throws MPIException {
    Check.that(Intercomm.getParent().isNull(), "nobody has started us");
    if (size < 2) {
      return;
    }
    boolean low = rank < size / 2;
    Intracomm half = world.split(low ? 0 : 1, rank);
    Intercomm c = world.createIntercomm(half, 0, low ? size / 2 : 0, 3);
    Check.that(c.isInter() && !half.isInter(), "between");
    int others = low ? size - size / 2 : size / 2;
    Check.equal(others, c.getRemoteSize());
    Check.equal(others, c.getRemoteGroup().getSize());
    Check.equal(half.getRank(), c.getRank());
    int[] mine = {rank};
    int[] theirs = new int[others];
    c.allGather(mine, 1, MPI.INT, theirs, 1, MPI.INT);
    Check.equal(low ? size / 2 : 0, theirs[0]);
    int here = low ? 2 : 1;
    int there = low ? 1 : 2;
    int[] exchanged = new int[there * others];
    c.allToAll(new int[here * others], here, MPI.INT, exchanged, there, MPI.INT);
    c.allToAll(new int[there * others], there, MPI.INT, new int[here * others], here, MPI.INT);
    int[] sum = new int[1];
    c.allReduce(mine, sum, 1, MPI.INT, MPI.SUM);
    int root = low ? c.getRank() == 0 ? MPI.ROOT : MPI.PROC_NULL : 0;
    int[] word = {low ? 5 : 0};
    c.bcast(word, 1, MPI.INT, root);
    Check.equal(5, word[0]);
    int[] gathered = new int[others];
    c.gather(mine, 1, MPI.INT, gathered, 1, MPI.INT, root);
    Check.equal(root == MPI.ROOT ? size / 2 : 0, gathered[0]);
    int[] part = new int[1];
    c.scatter(theirs, 1, MPI.INT, part, 1, MPI.INT, root);
    int[] total = new int[1];
    c.reduce(mine, total, 1, MPI.INT, MPI.MAX, root);
    Check.equal(root == MPI.ROOT ? size - 1 : 0, total[0]);
    c.iBarrier().waitFor();
    Intercomm copy = c.dup();
    copy.barrier();
    Intracomm merged = copy.merge(!low);
    Check.equal(rank, merged.getRank());
    merged.free();
    copy.free();
    c.free();
    half.free();
  }

  /** Who does not lead needs no communicator with the other group. */
  private static void betweenLeaders() throws MPIException {
    if (size < 2) {
      return;
    }
    boolean low = rank < size / 2;
    Intracomm half = world.split(low ? 0 : 1, rank);
    boolean leads = half.getRank() == 0;
    Intracomm leaders = world.split(leads ? 0 : MPI.UNDEFINED, rank);
    Check.equal(!leads, leaders.isNull());
    Intercomm c = leaders.createIntercomm(half, 0, low ? 1 : 0, 4);
    Check.equal(low ? size - size / 2 : size / 2, c.getRemoteSize());
    c.free();
    half.free();
  }

  private static void names() throws MPIException {
    Check.equal("MPI_COMM_WORLD", world.getName());
    Check.equal("MPI_COMM_SELF", MPI.COMM_SELF.getName());
    Intracomm c = world.dup();
    Check.equal("", c.getName());
    c.setName("workers");
    Check.equal("workers", c.getName());
    c.free();
  }
}
