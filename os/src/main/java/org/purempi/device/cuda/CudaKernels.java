package org.purempi.device.cuda;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.purempi.device.DeviceException;
import org.purempi.device.DeviceException.Reason;

/** The kernels of a device, which the driver compiles at the first use. */
final class CudaKernels {
  private final CudaDevice device;
  private final Module reductions = new Module(KernelText.REDUCE);
  private final Module packing = new Module(KernelText.PACK);

  CudaKernels(CudaDevice device) {
    this.device = device;
  }

  /** A text of kernels, and what the driver has made of it. */
  private final class Module {
    private final String prefix;
    private final Map<String, Long> functions = new ConcurrentHashMap<>();
    private boolean isTried;
    private long handle;
    private @Nullable String refusal;

    Module(String prefix) {
      this.prefix = prefix;
    }

    synchronized boolean load() {
      if (!isTried) {
        isTried = true;
        try (var _ = device.enter();
            Arena arena = Arena.ofConfined()) {
          MemorySegment text = arena.allocateFrom(KernelText.of(prefix));
          handle = CudaCall.MODULE_LOAD.get(text.address());
        } catch (DeviceException e) {
          refusal = e.getMessage();
        }
      }
      return refusal == null;
    }

    long function(String name) {
      Long known = functions.get(name);
      if (known == null) {
        if (!load()) {
          throw new DeviceException(
              Reason.UNSUPPORTED, "the driver does not take the kernels of purempi: " + refusal);
        }
        try (var _ = device.enter();
            Arena arena = Arena.ofConfined()) {
          known = CudaCall.MODULE_FUNCTION.get(handle, arena.allocateFrom(name).address());
        }
        functions.put(name, known);
      }
      return known;
    }
  }

  /** Whether there are the kernels that combine numbers. */
  boolean canReduce() {
    return reductions.load();
  }

  /** Whether there are the kernels that pack and unpack. */
  boolean canPack() {
    return packing.load();
  }

  /**
   * Puts a kernel into a stream.
   *
   * @param words its parameters
   * @throws DeviceException if the driver has no such kernel, or does not run it
   */
  void launch(String name, Launch launch, long stream, long... words) {
    long function = (name.startsWith(KernelText.REDUCE) ? reductions : packing).function(name);
    try (var _ = device.enter();
        Arena arena = Arena.ofConfined()) {
      MemorySegment values = arena.allocateFrom(JAVA_LONG, words);
      MemorySegment addresses = arena.allocate(JAVA_LONG, words.length);
      for (int i = 0; i < words.length; i++) {
        addresses.setAtIndex(JAVA_LONG, i, values.address() + i * JAVA_LONG.byteSize());
      }
      CudaCall.LAUNCH.call(
          function,
          launch.gridX(),
          launch.gridY(),
          launch.gridZ(),
          launch.x(),
          launch.y(),
          launch.z(),
          0,
          stream,
          addresses.address(),
          0);
    }
  }
}
