package org.purempi.abi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.ErrorClass;
import org.purempi.ErrorHandler;
import org.purempi.Info;
import org.purempi.Intercommunicator;
import org.purempi.MpiArgumentException;
import org.purempi.MpiException;
import org.purempi.SpawnCommand;

/** More processes, and those of other worlds (sections 11.8 to 11.10). */
final class Spawning {
  /** What {@code MPI_Comm_get_parent} has given. */
  private static @Nullable CommHandle parent;

  private Spawning() {}

  // ---- spawn

  static void commSpawn(
      long command,
      long argv,
      int maxprocs,
      long info,
      int root,
      long comm,
      long intercomm,
      Numbers errcodes) {
    CommHandle c = Table.comm(comm);
    var atRoot = new Programs();
    if (c.rank() == root) {
      atRoot.read(() -> List.of(program(command, argv, maxprocs, info)));
    }
    spawn(c, atRoot, root, intercomm, errcodes);
  }

  static void commSpawnMultiple(
      int count,
      long commands,
      long argvs,
      Numbers maxprocs,
      long infos,
      int root,
      long comm,
      long intercomm,
      Numbers errcodes) {
    CommHandle c = Table.comm(comm);
    var atRoot = new Programs();
    if (c.rank() == root) {
      atRoot.read(() -> programs(count, commands, argvs, maxprocs, infos));
    }
    spawn(c, atRoot, root, intercomm, errcodes);
  }

  private static List<SpawnCommand> programs(
      int count, long commands, long argvs, Numbers maxprocs, long infos) {
    var programs = new ArrayList<SpawnCommand>();
    for (int i = 0; i < count; i++) {
      long at = (long) i * Long.BYTES;
      programs.add(
          program(
              Native.getLong(commands + at),
              argvs == Constants.ARGVS_NULL ? Constants.ARGV_NULL : Native.getLong(argvs + at),
              (int) maxprocs.get(i),
              Native.getLong(infos + at)));
    }
    return programs;
  }

  private static SpawnCommand program(long command, long argv, int maxprocs, long info) {
    return new SpawnCommand(Native.text(command), texts(argv), maxprocs, Table.info(info));
  }

  /** The texts of an array that ends with NULL. */
  private static List<String> texts(long array) {
    var texts = new ArrayList<String>();
    if (array != Constants.ARGV_NULL) {
      for (long at = array; Native.getLong(at) != 0; at += Long.BYTES) {
        texts.add(Native.text(Native.getLong(at)));
      }
    }
    return texts;
  }

  /** What is to be started, as far as this rank knows: only the root does. */
  private static final class Programs {
    private static final int WRONG = -1;
    private List<SpawnCommand> list = List.of();
    private @Nullable RuntimeException wrong;

    void read(Supplier<List<SpawnCommand>> arguments) {
      try {
        list = arguments.get();
      } catch (RuntimeException e) {
        wrong = e;
      }
    }

    /** How many processes, which all need to know for their error codes; collective. */
    int total(CommHandle c, int root) {
      int sum = list.stream().mapToInt(p -> Math.max(0, p.maxProcesses())).sum();
      int[] total = {wrong == null ? sum : WRONG};
      c.get().bcast(Buf.of(total), root);
      if (total[0] == WRONG) {
        throw wrong != null
            ? wrong
            : new MpiArgumentException(ErrorClass.ARG, "the root's arguments are wrong");
      }
      return total[0];
    }
  }

  private static void spawn(
      CommHandle c, Programs programs, int root, long intercomm, Numbers errcodes) {
    int[] codes = {};
    try {
      if (!c.get().testInter()) { // the library refuses others
        codes = new int[programs.total(c, root)];
        Arrays.fill(codes, ErrorClass.SPAWN.code());
      }
      Communicators.put(intercomm, c.get().spawnMultiple(programs.list, root, codes), c);
    } catch (RuntimeException e) {
      Native.putLong(intercomm, Constants.COMM_NULL);
      throw e;
    } finally {
      put(errcodes, codes);
    }
  }

  private static void put(Numbers errcodes, int[] codes) {
    if (errcodes.address() != Constants.ERRCODES_IGNORE) {
      for (int i = 0; i < codes.length; i++) {
        errcodes.set(i, Raise.code(new MpiException(codes[i], "")));
      }
    }
  }

  static void commGetParent(long address) {
    Native.putLong(address, parentHandle());
  }

  /** The same each time, as long as the parent is connected. */
  private static synchronized long parentHandle() {
    Intercommunicator found = Program.mpi().getParent().orElse(null);
    CommHandle known = parent;
    if (found == null) {
      parent = null;
      return Constants.COMM_NULL;
    }
    if (known == null || known.get() != found) {
      found.setErrhandler(ErrorHandler.RETURN); // as Communicators does
      known = new CommHandle(found, Program.initialHandler());
      known.name = "MPI_COMM_PARENT";
      known.handle = Table.COMMS.add(known);
      parent = known;
    }
    return known.handle;
  }

  // ---- ports and names

  static void openPort(long info, long port) {
    String name = Program.mpi().openPort(Table.info(info));
    Native.putText(port, name, Constants.MAX_PORT_NAME);
  }

  static void closePort(long port) {
    Program.mpi().closePort(Native.text(port));
  }

  static void publishName(long service, long info, long port) {
    Program.mpi().publishName(Native.text(service), Table.info(info), Native.text(port));
  }

  static void unpublishName(long service, long info, long port) {
    Program.mpi().unpublishName(Native.text(service), Table.info(info), Native.text(port));
  }

  static void lookupName(long service, long info, long port) {
    String name = Program.mpi().lookupName(Native.text(service), Table.info(info));
    Native.putText(port, name, Constants.MAX_PORT_NAME);
  }

  static void commAccept(long port, long info, int root, long comm, long newcomm) {
    CommHandle c = Table.comm(comm);
    boolean isRoot = c.rank() == root;
    Communicators.put(newcomm, c.get().accept(atRoot(isRoot, port), hints(isRoot, info), root), c);
  }

  static void commConnect(long port, long info, int root, long comm, long newcomm) {
    CommHandle c = Table.comm(comm);
    boolean isRoot = c.rank() == root;
    Communicators.put(newcomm, c.get().connect(atRoot(isRoot, port), hints(isRoot, info), root), c);
  }

  private static String atRoot(boolean isRoot, long text) {
    return isRoot && text != 0 ? Native.text(text) : ""; // which all ranks hear is no port
  }

  private static Info hints(boolean isRoot, long info) {
    return isRoot ? Table.info(info) : Info.EMPTY;
  }

  /** By a socket of the program's, whose other end another process has. */
  static void commJoin(int fd, long intercomm) {
    CommHandle self = Program.selfThere();
    try {
      Communicators.put(intercomm, Program.mpi().join(new DescriptorChannel(fd)), self);
    } catch (RuntimeException e) {
      Native.putLong(intercomm, Constants.COMM_NULL);
      throw e;
    }
  }

  static void commDisconnect(long comm) {
    CommHandle c = Communicators.releasable(comm);
    try {
      c.attributes.deleteAll(c.handle);
      c.get().disconnect();
    } catch (RuntimeException e) {
      throw new Raise.Tied(c, e);
    }
    Communicators.forget(comm, c);
  }
}
