package org.purempi.tests.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.ErrorClass;
import org.purempi.FileMode;
import org.purempi.FileView;
import org.purempi.MpiFile;
import org.purempi.device.DeviceMemory;
import org.purempi.device.mock.MockDevice;
import org.purempi.tests.Expect;
import org.purempi.tests.OnRanks;
import org.purempi.tests.Pattern;

/** Files that are read to a device's memory, and written from there. */
final class DeviceFileCases {
  private static final int LENGTH = 700_000;

  private DeviceFileCases() {}

  private interface Program {
    void run(MpiFile file);
  }

  private static void with(Communicator world, Program program) throws IOException {
    boolean isFirst = world.rank() == 0;
    String made = isFirst ? Files.createTempFile("purempi-device", "") + "" : "";
    Path path = Path.of(world.bcastObject(made, String.class, 0));
    try (MpiFile file = MpiFile.open(world, path, FileMode.RDWR)) {
      program.run(file);
    } finally {
      if (isFirst) {
        Files.deleteIfExists(path);
      }
    }
  }

  /** What is there is read, and what lies behind it in memory stays. */
  @OnRanks(2)
  static void aReadThatMeetsTheEndHasReadWhatIsThere(Communicator world) throws IOException {
    MockDevice device = Mock.device(0);
    with(
        world,
        file -> {
          if (world.rank() == 0) {
            try (DeviceMemory out = Mock.of(device, Pattern.bytes(LENGTH, 1))) {
              file.writeAt(0, Buf.of(out));
            }
          }
          file.sync();
          world.barrier();
          for (int more : new int[] {1, LENGTH, 3 * LENGTH}) {
            for (boolean isCollective : new boolean[] {false, true}) {
              try (DeviceMemory in = Mock.of(device, new byte[LENGTH + more])) {
                Buf buf = Buf.of(in);
                long got = (isCollective ? file.readAtAll(0, buf) : file.readAt(0, buf)).bytes();
                assertThat(got).isEqualTo(LENGTH);
                byte[] bytes = Mock.bytes(in);
                Pattern.check(Arrays.copyOf(bytes, LENGTH), 1);
                assertThat(bytes[LENGTH]).isZero();
              }
            }
          }
        });
  }

  @OnRanks(2)
  static void ranksInterleaveWhatLiesOnTheirDevices(Communicator world) throws IOException {
    int rank = world.rank();
    MockDevice device = Mock.device(rank);
    with(
        world,
        file -> {
          Datatype every = Datatype.resized(Datatype.BYTE, 0, 2);
          file.setView(new FileView(rank, Datatype.BYTE, every));
          try (DeviceMemory out = Mock.of(device, Pattern.bytes(LENGTH, rank));
              DeviceMemory in = device.allocate(2 * LENGTH)) {
            file.writeAtAll(0, Buf.of(out));
            file.readAtAll(0, Buf.of(in, LENGTH, every));
            byte[] bytes = Mock.bytes(in);
            byte[] own = new byte[LENGTH];
            for (int i = 0; i < LENGTH; i++) {
              own[i] = bytes[2 * i];
            }
            Pattern.check(own, rank);
          }
        });
  }

  @OnRanks(2)
  static void memoryThatWasFreedIsAnErrorAtAllRanks(Communicator world) throws IOException {
    MockDevice device = Mock.device(0);
    with(
        world,
        file -> {
          try (DeviceMemory good = device.allocate(1000)) {
            DeviceMemory gone = device.allocate(1000);
            gone.close();
            Buf buf = Buf.of(world.rank() == 1 ? gone : good);
            Expect.error(ErrorClass.BUFFER, () -> file.writeAtAll(0, buf));
            Expect.error(ErrorClass.BUFFER, () -> file.readAtAll(0, buf));
            Expect.error(ErrorClass.BUFFER, () -> file.iwriteAll(buf).waitFor());
            Expect.error(ErrorClass.BUFFER, () -> file.readAt(0, Buf.of(gone)), "freed");
          }
          world.barrier();
        });
  }
}
