import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.Mpi;
import org.purempi.Op;
import org.purempi.device.Device;
import org.purempi.device.DeviceMemory;
import org.purempi.device.Devices;

/**
 * Gradients that lie on a GPU are summed where they lie; without one, in arrays. The mock imitates
 * two devices.
 *
 * <pre>
 * bin/mpiexec -n 4 examples/DeviceSum.java
 * bin/mpiexec -n 4 -Dpurempi.devices=mock examples/DeviceSum.java
 * </pre>
 */
public final class DeviceSum {
  private static final int COUNT = 1_000_000;

  public static void main(String[] args) {
    Mpi.run(4, DeviceSum::run);
  }

  static void run(Communicator world) {
    float[] gradients = new float[COUNT];
    Arrays.fill(gradients, world.rank() + 1);
    String where;
    if (Devices.all().isEmpty()) {
      world.allreduce(gradients, Op.SUM);
      where = "in arrays, for there is no device";
    } else {
      Device device = Devices.all().get(world.rank() % Devices.all().size());
      where = "on " + device;
      try (DeviceMemory memory = device.allocate((long) COUNT * Float.BYTES)) {
        memory.copyFrom(MemorySegment.ofArray(gradients), 0); // a network would compute them there
        world.allreduce(Buf.IN_PLACE, Buf.of(memory, COUNT, Datatype.FLOAT), Op.SUM);
        memory.copyTo(0, MemorySegment.ofArray(gradients));
      }
    }
    if (world.rank() == 0) {
      IO.println("The %d sums are %.0f, %s".formatted(COUNT, gradients[COUNT - 1], where));
    }
  }
}
