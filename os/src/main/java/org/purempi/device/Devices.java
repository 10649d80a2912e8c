package org.purempi.device;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.purempi.setting.Setting;

/**
 * The devices of this process. Which kinds are looked for says the setting {@code purempi.devices};
 * nothing is looked for before somebody asks.
 */
public final class Devices {
  private static final String AUTO = "auto";

  private Devices() {}

  /** Found once, at the first use. */
  private static final class Found {
    static final List<Device> DEVICES = new ArrayList<>();
    static final List<DeviceProvider> PROVIDERS = new ArrayList<>();
    static final List<String> COMPLAINTS = new ArrayList<>();

    static {
      String wanted = wanted();
      for (DeviceProvider provider : ServiceLoader.load(DeviceProvider.class)) {
        boolean isMeant =
            wanted.equals(AUTO) ? !provider.isForTests() : wanted.equals(provider.kind());
        if (isMeant) {
          look(provider);
        }
      }
    }

    private Found() {}

    private static void look(DeviceProvider provider) {
      try {
        DEVICES.addAll(provider.devices());
        PROVIDERS.add(provider);
      } catch (DeviceException e) {
        COMPLAINTS.add(provider.kind() + ": " + e.getMessage());
      }
    }
  }

  /** All of them, of each kind by their ordinals; empty if there is none. */
  public static List<Device> all() {
    return List.copyOf(Found.DEVICES);
  }

  /**
   * The first one.
   *
   * @throws DeviceException ({@code UNAVAILABLE}) that says why there is none
   */
  public static Device first() {
    if (Found.DEVICES.isEmpty()) {
      throw new DeviceException(
          DeviceException.Reason.UNAVAILABLE, "there is no device here: " + whyNone());
    }
    return Found.DEVICES.getFirst();
  }

  /**
   * A device of a kind, by its number.
   *
   * @throws DeviceException ({@code UNAVAILABLE}) that says why it is not there
   */
  public static Device get(String kind, int ordinal) {
    for (Device device : Found.DEVICES) {
      if (device.kind().equals(kind) && device.ordinal() == ordinal) {
        return device;
      }
    }
    String there =
        Found.DEVICES.isEmpty()
            ? whyNone()
            : "there are "
                + Found.DEVICES.stream().map(Device::toString).collect(Collectors.joining(", "));
    throw new DeviceException(
        DeviceException.Reason.UNAVAILABLE,
        "there is no device " + ordinal + " of kind " + kind + ": " + there);
  }

  private static String wanted() {
    String text = Setting.DEVICES.text();
    return text == null ? AUTO : text;
  }

  private static String whyNone() {
    return Found.COMPLAINTS.isEmpty()
        ? "none is looked for with " + Setting.DEVICES.property() + "=" + wanted()
        : String.join("; ", Found.COMPLAINTS);
  }

  /**
   * The memory of a device at an address of unknown kind; null if it is the host's.
   *
   * @throws DeviceException if it is a device's, but cannot be used
   */
  public static @Nullable DeviceMemory memoryAt(long address, long bytes) {
    for (DeviceProvider provider : Found.PROVIDERS) {
      DeviceMemory memory = provider.memoryAt(address, bytes);
      if (memory != null) {
        return memory;
      }
    }
    return null;
  }
}
