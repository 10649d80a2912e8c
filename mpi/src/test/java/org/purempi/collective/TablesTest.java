package org.purempi.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.MpiArgumentException;
import org.purempi.setting.Audience;
import org.purempi.setting.Setting;

@Timeout(30)
final class TablesTest {
  private static final Wishes NO_WISH = operation -> null;
  private static final Path GUIDE = Path.of("..", "docs", "guide", "collectives.md");

  @Test
  void everyTableAnswersForEveryNumberOfRanksEveryLengthAndEveryOperation() {
    for (Table<?> table : Tables.ALL) {
      for (int ranks = 1; ranks <= 100; ranks++) {
        for (Closeness closeness : Closeness.values()) {
          answersForEveryLengthAndOperation(table.at(ranks, closeness, NO_WISH), ranks);
        }
      }
    }
  }

  private static void answersForEveryLengthAndOperation(AlgorithmSelector<?> choice, int ranks) {
    for (long bytes = 0; bytes >= 0 && bytes < Long.MAX_VALUE / 2; bytes = 2 * bytes + 1) {
      assertThat(choice.algorithm(bytes, true).serves(ranks)).isTrue();
      assertThat(choice.algorithm(bytes, false).needsCommutative()).isFalse();
    }
  }

  @Test
  void ranksThatShareCoresWaitOnceAndOthersSendFewerMessages() {
    assertThat(shortAllreduce(Closeness.CROWDED)).isEqualTo("linear");
    assertThat(shortAllreduce(Closeness.NEAR)).isEqualTo("recursive-doubling");
    assertThat(shortAllreduce(Closeness.FAR)).isEqualTo("recursive-doubling");
  }

  private static String shortAllreduce(Closeness closeness) {
    return Tables.ALLREDUCE.at(4, closeness, NO_WISH).algorithm(8, true).name();
  }

  @Test
  void aWishIsFollowedWhereTheAlgorithmCanServe() {
    assertThat(
            Tables.REDUCE_SCATTER
                .at(3, Closeness.CROWDED, operation -> "by-reduce")
                .algorithm(8, true)
                .name())
        .isEqualTo("by-reduce");
    assertThat(
            Tables.ALLGATHER
                .at(5, Closeness.CROWDED, operation -> "recursive-doubling")
                .algorithm(8, true)
                .name())
        .as("five ranks are no power of two")
        .isEqualTo("bruck");
    assertThat(
            Tables.REDUCE_SCATTER
                .at(9, Closeness.CROWDED, operation -> "pairwise")
                .algorithm(8, false)
                .name())
        .as("an operation that does not commute")
        .isEqualTo("by-reduce");
  }

  @Test
  void aNameThatIsNoneIsAnErrorThatListsTheValidOnes() {
    assertThatThrownBy(() -> new Steps(4, Closeness.NEAR, Cases.forcing(Tables.ALLREDUCE, "rign")))
        .isInstanceOf(MpiArgumentException.class)
        .hasMessageContaining("purempi.allreduce=rign")
        .hasMessageContaining("recursive-doubling");
  }

  @Test
  void theTableOfSettingsKnowsEveryAlgorithm() {
    assertThat(Tables.ALL)
        .allSatisfy(table -> assertThat(table.names()).isEqualTo(table.setting().words()));
    assertThat(Setting.values())
        .filteredOn(setting -> setting.audience() == Audience.ALGORITHMS)
        .containsExactlyElementsOf(Tables.ALL.stream().map(Table::setting).toList());
  }

  @Test
  void theGuideShowsTheTablesAsTheyAre() throws IOException {
    assertThat(Files.readString(GUIDE)).contains(Guide.tables());
  }
}
