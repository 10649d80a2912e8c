package org.purempi.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.device.DeviceMemory;
import org.purempi.device.mock.MockProvider;

class BuffersTest {
  private final Told told = new Told();

  private Tracked request(Use... uses) {
    return new Tracked(told.checker, false, () -> "a request", uses);
  }

  @Test
  void operationsThatWriteMayNotShareMemory() {
    int[] memory = new int[100];
    Tracked first = request(Use.written(Buf.of(memory, 0, 60), "irecv"));
    request(Use.written(Buf.of(memory, 60, 40), "irecv")).completed();
    assertThat(told.mistakes).isEmpty();
    request(Use.written(Buf.of(memory, 59, 2), "irecv")).completed();
    assertThat(told.mistakes).containsExactly(Mistake.OVERLAP);
    first.completed();
    request(Use.written(Buf.of(memory, 0, 60), "irecv")).completed();
    assertThat(told.mistakes).containsExactly(Mistake.OVERLAP);
  }

  @Test
  void onesThatReadMay() {
    double[] memory = new double[10];
    Tracked first = request(Use.read(Buf.of(memory), "isend"));
    Tracked second = request(Use.read(Buf.of(memory), "isend"));
    told.checker.buffers().use(Use.read(Buf.of(memory), "send"));
    assertThat(told.mistakes).isEmpty();
    told.checker.buffers().use(Use.written(Buf.of(memory), "recv"));
    assertThat(told.mistakes).containsExactly(Mistake.OVERLAP);
    first.completed();
    second.completed();
  }

  @Test
  void columnsOfOneMatrixAreApart() {
    double[] matrix = new double[16];
    Datatype column = Datatype.vector(4, 1, 4, Datatype.DOUBLE);
    Tracked first = request(Use.written(Buf.of(matrix, 0, 1, column), "irecv"));
    Tracked second = request(Use.written(Buf.of(matrix, 1, 1, column), "irecv"));
    assertThat(told.mistakes).isEmpty();
    Tracked row = request(Use.written(Buf.of(matrix, 4, 4), "irecv"));
    assertThat(told.mistakes).containsExactly(Mistake.OVERLAP);
    first.completed();
    second.completed();
    row.completed();
  }

  @Test
  void segmentsOfTheSameMemoryAreTheSameMemory() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment all = arena.allocate(64);
      MemorySegment part = all.asSlice(32, 16);
      Tracked first = request(Use.written(Buf.of(all, 32, Datatype.BYTE), "irecv"));
      request(Use.written(Buf.of(part, 16, Datatype.BYTE), "irecv")).completed();
      assertThat(told.mistakes).isEmpty();
      request(Use.written(Buf.of(all, 40, Datatype.BYTE), "irecv")).completed();
      assertThat(told.mistakes).containsExactly(Mistake.OVERLAP);
      first.completed();
    }
  }

  @Test
  void partsOfADevicesMemoryAreTheSameMemory() {
    try (DeviceMemory all = new MockProvider().devices().getFirst().allocate(64)) {
      Tracked first = request(Use.written(Buf.of(all, 32, Datatype.BYTE), "irecv"));
      request(Use.written(Buf.of(all.slice(32, 16)), "irecv")).completed();
      assertThat(told.mistakes).isEmpty();
      request(Use.written(Buf.of(all.slice(31, 16)), "irecv")).completed();
      assertThat(told.mistakes).containsExactly(Mistake.OVERLAP);
      first.completed();
    }
  }

  @Test
  void aDevicesMemoryThatWasFreedIsNotLookedAt() {
    DeviceMemory memory = new MockProvider().devices().getFirst().allocate(64);
    Tracked first = request(Use.read(Buf.of(memory), "isend"));
    memory.close();
    first.completed();
    request(Use.read(Buf.of(memory), "isend")).completed();
    assertThat(told.mistakes).isEmpty();
  }

  @Test
  void whatIsSentMustStayAsItIs() {
    long[] memory = new long[9];
    Tracked untouched = request(Use.read(Buf.of(memory, 0, 8), "isend"));
    memory[8] = 1;
    untouched.completed();
    assertThat(told.mistakes).isEmpty();
    Tracked touched = request(Use.read(Buf.of(memory, 0, 8), "isend"));
    memory[7] = 1;
    touched.completed();
    assertThat(told.mistakes).containsExactly(Mistake.MODIFIED);
  }

  @Test
  void whatIsReceivedChanges() {
    long[] memory = new long[9];
    Tracked receive = request(Use.written(Buf.of(memory), "irecv"));
    memory[0] = 1;
    receive.completed();
    assertThat(told.mistakes).isEmpty();
  }

  @Test
  void requestsAreWaitedFor() {
    request(Use.read(Buf.of(new int[1]), "isend")).completed();
    told.checker.leaks().end();
    assertThat(told.mistakes).isEmpty();
    request(Use.read(Buf.of(new int[1]), "isend"));
    told.checker.leaks().end();
    assertThat(told.mistakes).containsExactly(Mistake.REQUEST_NOT_FREED);
  }

  @Test
  void receivesUnderWayAreNotFreed() {
    request(Use.read(Buf.of(new int[1]), "isend")).freed(true);
    request(Use.written(Buf.of(new int[1]), "irecv")).freed(false);
    assertThat(told.mistakes).isEmpty();
    request(Use.written(Buf.of(new int[1]), "irecv")).freed(true);
    assertThat(told.mistakes).containsExactly(Mistake.PREMATURE_FREE);
  }

  @Test
  void windowsShareNoMemory() {
    long[] memory = new long[10];
    Object first = new Object();
    Object second = new Object();
    told.checker.windowParts().opened(first, Buf.of(memory, 0, 5), "a window");
    told.checker.windowParts().opened(second, Buf.of(memory, 5, 5), "another");
    assertThat(told.mistakes).isEmpty();
    told.checker.windowParts().closed(first);
    told.checker.windowParts().opened(new Object(), Buf.of(memory, 0, 5), "a third");
    assertThat(told.mistakes).isEmpty();
    told.checker.windowParts().opened(new Object(), Buf.of(memory, 4, 2), "a fourth");
    assertThat(told.mistakes).containsExactly(Mistake.WINDOW_OVERLAP);
  }
}
