package org.purempi.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.memory.SharedWords;

/** Each rank notes the processors that it may use; all of them together are the ranks' cores. */
@Timeout(10)
class CommonCoresTest {
  private static final long AT = 3 * SharedWords.LINE_BYTES;

  private final CommonCores cores =
      new CommonCores(Arena.ofAuto().allocate(AT + CommonCores.BYTES, SharedWords.LINE_BYTES), AT);

  @Test
  void ranksThatAreBoundToACoreEachHaveAsManyAsTheyAre() {
    for (int rank = 0; rank < 4; rank++) {
      cores.add(List.of(63 + rank), 1);
    }
    assertThat(cores.number()).isEqualTo(4);
  }

  @Test
  void ranksThatAreBoundToOneCoreHaveThatOne() {
    cores.add(List.of(5), 1);
    cores.add(List.of(5), 1);
    assertThat(cores.number()).isEqualTo(1);
  }

  @Test
  void ranksThatAreNotBoundHaveThoseOfTheHostOnce() {
    List<Integer> all = IntStream.range(0, 16).boxed().toList();
    cores.add(all, 16);
    cores.add(all, 16);
    assertThat(cores.number()).isEqualTo(16);
  }

  @Test
  void aContainersShareIsAllThatItsRanksHave() {
    List<Integer> all = IntStream.range(0, 16).boxed().toList();
    cores.add(all, 3);
    cores.add(all, 2);
    cores.add(all, 4);
    assertThat(cores.number()).isEqualTo(2);
  }

  @Test
  void whereTheSystemDoesNotTellTheJvmsOwnCountHolds() {
    cores.add(List.of(), 8);
    cores.add(List.of(), 8);
    assertThat(cores.number()).isEqualTo(8);
  }

  @Test
  void theLastProcessorThatIsCountedIsNumber4095() {
    cores.add(List.of(4095, 4096), 2);
    assertThat(cores.number()).isEqualTo(1);
  }

  @Test
  void thisProcessMayUseWhatTheJvmSays() {
    cores.addOwn();
    assertThat(cores.number()).isEqualTo(Runtime.getRuntime().availableProcessors());
  }
}
