import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.purempi.Communicator;
import org.purempi.Info;
import org.purempi.Intercommunicator;
import org.purempi.Mpi;
import org.purempi.MpiException;
import org.purempi.Op;

/**
 * Spawns itself, on another host if one is named; or meets another job at a port, which is in a
 * file or has a name.
 */
public final class Spawns {
  private static final String SELF = "tests/hosts/Spawns.java";

  public static void main(String[] args) throws Exception {
    try (Mpi mpi = Mpi.init(args)) {
      Communicator world = mpi.world();
      if (mpi.getParent().isPresent()) {
        work(mpi.getParent().get(), false);
      } else if (args.length == 2) {
        meet(world, args[0], args[1]);
      } else {
        spawn(world, args.length == 0 ? Info.EMPTY : Info.of("host", args[0]));
      }
    }
  }

  private static void spawn(Communicator world, Info info) {
    Intercommunicator children;
    try {
      children = world.spawn(SELF, new String[0], 2, info, 0);
    } catch (MpiException e) {
      System.out.println(e.errorClass() + " " + e.getMessage());
      return;
    }
    String parents = "parents on " + hosts(world) + " hosts, ";
    String said = work(children, true);
    if (world.rank() == 0) {
      System.out.println(parents + said);
    }
  }

  private static void meet(Communicator world, String how, String place) throws Exception {
    boolean isFirst = how.equals("accept") || how.equals("publish");
    String port = world.rank() == 0 ? port(world.mpi(), how, place) : "";
    Intercommunicator others = isFirst ? world.accept(port, 0) : world.connect(port, 0);
    int size = others.remoteSize();
    String said = work(others, isFirst);
    if (world.rank() == 0 && how.equals("publish")) {
      world.mpi().unpublishName(place, port);
    }
    if (world.rank() == 0) {
      System.out.println("met " + size + ": " + said.substring(said.indexOf("sum")));
    }
  }

  private static String port(Mpi mpi, String how, String place) throws Exception {
    Path file = Path.of(place);
    switch (how) {
      case "accept" -> {
        Path part = Path.of(file + ".part");
        String port = mpi.openPort();
        Files.writeString(part, port);
        Files.move(part, file);
        return port;
      }
      case "connect" -> {
        while (!Files.exists(file)) {
          Thread.sleep(10);
        }
        return Files.readString(file);
      }
      case "publish" -> {
        String port = mpi.openPort();
        mpi.publishName(place, port);
        return port;
      }
      default -> {
        return found(mpi, place);
      }
    }
  }

  /** The port of that name, which may be about to be published. */
  private static String found(Mpi mpi, String name) throws InterruptedException {
    while (true) {
      try {
        return mpi.lookupName(name);
      } catch (MpiException e) {
        if (!e.getMessage().contains("nobody has published")) {
          throw e;
        }
        Thread.sleep(20);
      }
    }
  }

  private static String work(Intercommunicator others, boolean isFirst) {
    String said;
    try (Communicator all = others.merge(!isFirst)) {
      int[] sum = {all.rank()};
      all.allreduce(sum, Op.SUM);
      said = all.size() + " processes on " + hosts(all) + " hosts, sum " + sum[0];
    }
    others.disconnect();
    return said;
  }

  private static long hosts(Communicator all) {
    List<Name> names = all.allgather(new Name(all.mpi().processorName().hashCode()));
    return names.stream().distinct().count();
  }

  private record Name(int hash) {}
}
