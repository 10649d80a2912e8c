package org.purempi.tests.pointtopoint;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.Mpi;
import org.purempi.Status;
import org.purempi.tests.OnRanks;

/** Counts are long. The test that fills more than 2 GiB is among the long ones. */
final class LargeCountCases {
  private static final long COUNT = (16L << 20) / Long.BYTES + 1;

  private LargeCountCases() {}

  @OnRanks(2)
  static void aSegmentOfManyMegabytesArrivesWhole(Communicator world) {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment memory = arena.allocate(JAVA_LONG, COUNT);
      Buf buf = Buf.of(memory, COUNT, Datatype.LONG);
      if (world.rank() == 0) {
        for (long i = 0; i < COUNT; i++) {
          memory.setAtIndex(JAVA_LONG, i, i * 31);
        }
        world.send(buf, 1, 0);
      } else {
        Status status = world.recv(buf, 0, 0);
        assertThat(status.count(Datatype.LONG)).isEqualTo(COUNT);
        for (long i = 0; i < COUNT; i++) {
          if (memory.getAtIndex(JAVA_LONG, i) != i * 31) {
            throw new AssertionError("element " + i + " is wrong");
          }
        }
      }
    }
  }

  @OnRanks(1)
  static void aStatusCountsBeyondTheRangeOfInt(Communicator world) {
    Status huge = new Status(0, 0, 1L << 62);
    assertThat(huge.count(Datatype.DOUBLE)).isEqualTo(1L << 59);
    assertThat(huge.elements(Datatype.BYTE)).isEqualTo(1L << 62);
    assertThat(huge.count(Datatype.DOUBLE_INT)).isEqualTo(Mpi.UNDEFINED);
  }
}
