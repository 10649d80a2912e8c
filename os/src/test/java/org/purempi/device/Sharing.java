package org.purempi.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Two processes that share memory of a device: this class runs in both, and the test talks. */
public final class Sharing {
  private static final int BYTES = 100_001;
  private static final int OFFSET = 4_321;
  private static final int SHARED = 777;

  private Sharing() {}

  /** What a test does with both. */
  public static void test(
      Map<String, String> ownersEnvironment,
      Map<String, String> usersEnvironment,
      List<String> options)
      throws Exception {
    String name = Sharing.class.getName();
    try (Child owner = new Child(ownersEnvironment, options, List.of(name));
        Child user = new Child(usersEnvironment, options, List.of(name, "user"))) {
      String exported = owner.line();
      assertThat(exported).startsWith("exported ");
      user.say(exported);
      assertThat(user.line()).isEqualTo("changed");
      owner.say("look");
      assertThat(owner.lines()).containsExactly("seen");
      user.say("end");
      assertThat(user.lines()).isEmpty();
    }
  }

  /** Owns the memory, or uses another one's. */
  public static void main(String[] args) throws Exception {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    Device device = Devices.all().getLast();
    if (args.length == 0) {
      own(device, in);
    } else {
      use(device, in);
    }
  }

  private static void own(Device device, BufferedReader in) throws Exception {
    try (DeviceMemory all = device.allocate(BYTES)) {
      byte[] bytes = new byte[BYTES];
      for (int i = 0; i < BYTES; i++) {
        bytes[i] = (byte) (i * 7);
      }
      all.copyFrom(MemorySegment.ofArray(bytes), 0);
      ExportedMemory e = Objects.requireNonNull(device.export(all.slice(OFFSET, SHARED)));
      System.out.printf(
          "exported %d %d %s %d %d %d %d%n",
          e.deviceHigh(),
          e.deviceLow(),
          HexFormat.of().formatHex(e.handle()),
          e.allocation(),
          e.allocationBytes(),
          e.offset(),
          e.bytes());
      in.readLine();
      byte[] now = new byte[BYTES];
      all.copyTo(0, MemorySegment.ofArray(now));
      Arrays.fill(bytes, OFFSET, OFFSET + SHARED, (byte) 99);
      System.out.println(Arrays.equals(bytes, now) ? "seen" : "not seen");
    }
  }

  private static void use(Device device, BufferedReader in) throws Exception {
    String[] words = in.readLine().split(" ", -1);
    ExportedMemory exported =
        new ExportedMemory(
            Long.parseLong(words[1]),
            Long.parseLong(words[2]),
            HexFormat.of().parseHex(words[3]),
            Long.parseLong(words[4]),
            Long.parseLong(words[5]),
            Long.parseLong(words[6]),
            Long.parseLong(words[7]));
    assertThat(exported.bytes()).isEqualTo(SHARED);
    Device first = Devices.first();
    if (first != device) {
      assertThatThrownBy(() -> first.open(exported))
          .isInstanceOf(DeviceException.class)
          .extracting(e -> ((DeviceException) e).reason())
          .isEqualTo(DeviceException.Reason.UNSUPPORTED);
    }
    long address;
    try (DeviceMemory all = device.open(exported)) {
      address = all.address();
      device.open(exported).close(); // once more, which changes nothing
      assertThat(all.bytes()).isEqualTo(BYTES);
      DeviceMemory part = all.slice(exported.offset(), exported.bytes());
      byte[] bytes = new byte[SHARED];
      part.copyTo(0, MemorySegment.ofArray(bytes));
      for (int i = 0; i < SHARED; i++) {
        assertThat(bytes[i]).isEqualTo((byte) ((OFFSET + i) * 7));
      }
      Arrays.fill(bytes, (byte) 99);
      part.copyFrom(MemorySegment.ofArray(bytes), 0);
      System.out.println("changed");
      in.readLine();
    }
    assertThatThrownBy(() -> device.wrap(address, 1)).isInstanceOf(DeviceException.class);
  }
}
