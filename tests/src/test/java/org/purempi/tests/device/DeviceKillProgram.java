package org.purempi.tests.device;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.ProcessFailedException;
import org.purempi.device.DeviceMemory;
import org.purempi.device.mock.MockDevice;
import org.purempi.tests.Pattern;

/**
 * Rank 0 has lent memory of its device to rank 1, and is killed while it lends it again. Rank 1
 * gets the second message whole, or is told of the failure; then ranks 1 and 2 lend each other.
 */
final class DeviceKillProgram {
  private static final int LENGTH = 3_000_000;
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private DeviceKillProgram() {}

  public static void main(String[] args) throws Exception {
    try (Mpi mpi = Mpi.init(args)) {
      Communicator world = mpi.world();
      MockDevice device = Mock.device(0);
      try (DeviceMemory memory = Mock.of(device, Pattern.bytes(LENGTH, world.rank()))) {
        switch (world.rank()) {
          case 0 -> {
            world.send(Buf.of(memory), 1, 1);
            world.isend(Buf.of(memory), 1, 2);
            world.send(new long[] {ProcessHandle.current().pid()}, 1, 3);
            Thread.sleep(LIMIT);
          }
          case 1 -> {
            world.recv(Buf.of(memory), 0, 1);
            Pattern.check(Mock.bytes(memory), 0);
            long[] process = new long[1];
            world.recv(process, 0, 3);
            kill(process[0]);
            lose(world, device);
            world.send(Buf.of(memory), 2, 4);
          }
          default -> {
            world.recv(Buf.of(memory), 1, 4);
            Pattern.check(Mock.bytes(memory), 0);
            System.out.println("arrived");
          }
        }
      }
    }
  }

  private static void kill(long process) throws InterruptedException {
    Optional<ProcessHandle> victim = ProcessHandle.of(process);
    victim.ifPresent(ProcessHandle::destroyForcibly);
    Instant end = Instant.now().plus(LIMIT);
    while (victim.isPresent() && victim.get().isAlive() && Instant.now().isBefore(end)) {
      Thread.sleep(10);
    }
  }

  private static void lose(Communicator world, MockDevice device) {
    try (DeviceMemory into = Mock.of(device, new byte[LENGTH])) {
      try {
        world.recv(Buf.of(into), 0, 2);
        Pattern.check(Mock.bytes(into), 0);
        System.out.println("whole");
      } catch (ProcessFailedException e) {
        System.out.println("failed");
      }
    }
  }
}
