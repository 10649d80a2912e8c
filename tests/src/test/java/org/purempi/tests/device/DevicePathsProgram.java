package org.purempi.tests.device;

import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.device.DeviceMemory;
import org.purempi.device.mock.MockCounts;
import org.purempi.device.mock.MockDevice;
import org.purempi.tests.Pattern;

/** Rank 0 sends a device's memory to rank 1; each says what its device has done meanwhile. */
final class DevicePathsProgram {
  private static final int LENGTH = 1 << 20;

  private DevicePathsProgram() {}

  public static void main(String[] args) throws Exception {
    try (Mpi mpi = Mpi.init(args)) {
      Communicator world = mpi.world();
      String devices = System.getProperty("receiver.devices", "mock");
      if (world.rank() == 1 && devices.equals("none")) {
        System.setProperty("purempi.devices", devices);
        for (int i = 0; i < 3; i++) {
          byte[] got = new byte[LENGTH];
          world.recv(got, 0, 1);
          Pattern.check(got, 1);
        }
        return;
      }
      MockDevice device = Mock.device(0);
      try (DeviceMemory memory =
          Mock.of(device, Pattern.bytes(LENGTH, world.rank() == 0 ? 1 : 2))) {
        for (String which : new String[] {"first", "second", "not shared"}) {
          device.share(!which.equals("not shared"));
          long[] before = numbers(device.counts());
          if (world.rank() == 0) {
            world.send(Buf.of(memory), 1, 1);
          } else {
            world.recv(Buf.of(memory), 0, 1);
          }
          long[] after = numbers(device.counts());
          say(world.rank() + " " + which, before, after);
          Pattern.check(Mock.bytes(memory), 1);
        }
      }
    }
  }

  private static long[] numbers(MockCounts counts) {
    return new long[] {
      counts.toHost.sum(),
      counts.fromHost.sum(),
      counts.copies.sum(),
      counts.exports.sum(),
      counts.opens.sum()
    };
  }

  private static void say(String who, long[] before, long[] after) {
    System.out.printf(
        "%s: %d to the host, %d from it, %d copies, %d exported, %d opened%n",
        who,
        after[0] - before[0],
        after[1] - before[1],
        after[2] - before[2],
        after[3] - before[3],
        after[4] - before[4]);
  }
}
