package org.purempi.world;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;
import org.purempi.protocol.Engine;
import org.purempi.transport.Region;

/**
 * What a rank has allocated (section 9.2): memory that it shares with its neighbours as long as
 * there is some, then any. Any thread.
 */
final class AllocatedMemory {
  private final Engine engine;

  /** By address: the shared region, or nothing if it is not shared. */
  private final Map<Long, Optional<Region>> allocated = new ConcurrentHashMap<>();

  AllocatedMemory(Engine engine) {
    this.engine = engine;
  }

  MemorySegment allocate(long bytes) {
    if (bytes < 0) {
      throw new MpiArgumentException(ErrorClass.ARG, "allocMem of " + bytes + " bytes");
    }
    @Nullable MemorySegment[] memory = {null};
    engine.locked(() -> memory[0] = shared(bytes));
    MemorySegment given = memory[0];
    if (given == null) {
      given = Arena.ofAuto().allocate(bytes, Long.BYTES);
      allocated.put(given.address(), Optional.empty());
    }
    return given;
  }

  private @Nullable MemorySegment shared(long bytes) {
    Region region = engine.transport().reserve(bytes);
    MemorySegment view = region == null ? null : engine.transport().map(region);
    if (region != null && view != null) {
      allocated.put(view.address(), Optional.of(region));
      engine.gauges().reserved(bytes);
    }
    return view;
  }

  void free(MemorySegment memory) {
    Optional<Region> region = memory.isNative() ? allocated.remove(memory.address()) : null;
    if (region == null) {
      throw new MpiArgumentException(
          ErrorClass.ARG, "freeMem: this memory is not from allocMem, or was freed already");
    }
    region.ifPresent(its -> engine.locked(() -> engine.transport().release(its)));
    region.ifPresent(its -> engine.gauges().reserved(-its.bytes()));
  }
}
