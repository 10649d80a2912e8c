import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.Mpi;
import org.purempi.Status;

/**
 * A record of fixed-size components is a struct datatype. It travels without being serialised, one
 * at a time or as an array, and lies in memory as the same struct of C does.
 *
 * <pre>
 * bin/mpiexec -n 2 examples/Particles.java
 * </pre>
 */
public final class Particles {
  record Particle(double x, double y, double z, int id) {
    Particle moved(double dx) {
      return new Particle(x + dx, y, z, id);
    }
  }

  public static void main(String[] args) {
    Mpi.run(2, Particles::run);
  }

  static void run(Communicator world) {
    if (world.size() < 2) {
      IO.println("Particles fly from rank 0 to rank 1: start at least 2 ranks");
      return;
    }
    switch (world.rank()) {
      case 0 -> {
        world.send(new Particle(1, 2, 3, 7), 1, 0);
        IO.println("Came back as " + world.recv(Particle.class, 1, 0));

        Particle[] swarm = {new Particle(0, 0, 0, 0), new Particle(1, 1, 1, 1)};
        world.send(swarm, 1, 1);
      }
      case 1 -> {
        world.send(world.recv(Particle.class, 0, 0).moved(10), 0, 0);

        Particle[] space = new Particle[100]; // room for more than will come
        Status status = world.recv(space, 0, 1);
        long received = status.count(Datatype.of(Particle.class));
        IO.println(
            "A swarm of %d, the last one is %s".formatted(received, space[(int) received - 1]));
      }
      default -> {} // the others look on
    }
  }
}
