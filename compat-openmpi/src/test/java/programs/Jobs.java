package programs;

import java.util.List;
import mpi.Info;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Ports, names, and children (chapter 11), in the style of Open MPI's programs. */
public final class Jobs {
  private static final int PORT = 5;

  private Jobs() {}

  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    Intercomm parent = Intercomm.getParent();
    if (parent.isNull()) {
      MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
      MPI.COMM_SELF.setErrhandler(MPI.ERRORS_RETURN);
      wrongUse();
      connects();
      spawns();
    } else {
      child(parent, args);
    }
    MPI.Finalize();
  }

  private static void wrongUse() throws MPIException {
    Intracomm self = MPI.COMM_SELF;
    Check.fails(MPI.ERR_PORT, () -> Intracomm.closePort("no port"));
    Check.fails(MPI.ERR_PORT, () -> self.accept("no port", 0));
    Check.fails(MPI.ERR_PORT, () -> self.connect("no port", MPI.INFO_NULL, 0));
    Check.fails(MPI.ERR_NAME, () -> Intracomm.lookupName("nobody's"));
    Check.fails(MPI.ERR_SERVICE, () -> Intracomm.unpublishName("nobody's", "no port"));
    Check.fails(MPI.ERR_ROOT, () -> self.accept("no port", 1));
    Check.fails(
        MPI.ERR_ARG, () -> self.spawn("programs.Jobs", null, 0, MPI.INFO_NULL, 0, new int[0]));
    int[] codes = {0, 0};
    Check.fails(
        MPI.ERR_SPAWN,
        () -> self.spawn("programs.NoSuchProgram", null, 2, MPI.INFO_NULL, 0, codes));
    Check.that(codes[0] != 0 && codes[1] != 0, "each process has an error code");
  }

  /** The first rank is one group, the others the second. */
  private static void connects() throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    if (world.getSize() == 1) {
      return;
    }
    Intracomm side = world.split(rank == 0 ? 0 : 1, rank);
    Intercomm between;
    if (rank == 0) {
      String port = Intracomm.openPort();
      Intracomm.publishName("jobs", port);
      Check.fails(MPI.ERR_NAME, () -> Intracomm.publishName("jobs", port));
      char[] text = port.toCharArray();
      for (int other = 1; other < world.getSize(); other++) {
        world.send(text, text.length, MPI.CHAR, other, PORT);
      }
      between = side.accept(port, 0);
      Intracomm.unpublishName("jobs", port);
      Intracomm.closePort(port);
      Intracomm.closePort(port);
    } else {
      char[] text = new char[MPI.MAX_PORT_NAME];
      int length = world.recv(text, text.length, MPI.CHAR, 0, PORT).getCount(MPI.CHAR);
      String port = new String(text, 0, length);
      Check.equal(port, Intracomm.lookupName("jobs"));
      between = side.connect(port, 0);
    }
    Check.equal(rank == 0 ? world.getSize() - 1 : 1, between.getRemoteSize());
    int[] sum = {1};
    Intracomm all = between.merge(rank != 0);
    all.allReduce(sum, 1, MPI.INT, MPI.SUM);
    Check.equal(world.getSize(), sum[0]);
    Check.equal(rank, all.getRank());
    all.free();
    between.disconnect();
    side.free();
  }

  private static void spawns() throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int[] codes = {7, 7};
    String[] words = {"one", "two words"};
    Intercomm children = world.spawn("programs.Jobs", words, 2, new Info(), 0, codes);
    Check.equal(0, codes[0]);
    Check.equal(0, codes[1]);
    meets(children, false);
    String[] commands = {"programs.Jobs", "programs.Jobs"};
    String[][] arguments = {words, words};
    Info[] infos = {MPI.INFO_NULL, MPI.INFO_NULL};
    meets(world.spawnMultiple(commands, arguments, new int[] {1, 1}, infos, 0, codes), false);
  }

  private static void child(Intercomm parent, String[] args) throws MPIException {
    Check.equal(List.of("one", "two words"), List.of(args));
    Check.equal(2, MPI.COMM_WORLD.getSize());
    meets(parent, true);
    Check.that(Intercomm.getParent().isNull(), "there is no parent any more");
  }

  private static void meets(Intercomm others, boolean isChild) throws MPIException {
    Intracomm all = others.merge(isChild);
    int[] sum = {1};
    all.allReduce(sum, 1, MPI.INT, MPI.SUM);
    Check.equal(all.getSize(), sum[0]);
    Check.equal(MPI.COMM_WORLD.getSize() + others.getRemoteSize(), sum[0]);
    all.free();
    others.disconnect();
  }
}
