package org.purempi.launch.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Reports of what ranks have added up. */
@Timeout(30)
class ReportTest {
  private static final long SECOND = 1_000_000_000;

  @TempDir Path folder;

  private void rank(int rank, int size, String... lines) throws IOException {
    var all = new ArrayList<String>();
    all.add("rank\t" + rank + "\t" + size);
    all.add("host\tnode\t0");
    all.add("span\t" + 40 * SECOND);
    for (String line : lines) {
      all.add(line.replace('|', '\t'));
    }
    Files.write(folder.resolve("rank-" + rank + ".profile"), all);
  }

  /** Rank 2 computes while others wait for it. */
  private void job() throws IOException {
    for (int rank = 0; rank < 3; rank++) {
      long inAllreduce = (rank == 2 ? 1 : 11) * SECOND;
      long inRecv = rank == 1 ? 3 * SECOND : SECOND / 10;
      int next = (rank + 1) % 3;
      rank(
          rank,
          3,
          "call|allreduce|ALL_TO_ALL|A.java:52|A.step|MPI_COMM_WORLD|100|" + inAllreduce + "|9|800",
          "call|recv|RECEIVE|A.java:40|A.step|MPI_COMM_WORLD|50|" + inRecv + "|8|4000",
          "sent|" + next + "|50|4000",
          "waited|" + (rank + 2) % 3 + "|" + inRecv);
    }
  }

  private String text(List<String> worst) throws IOException {
    return String.join("\n", ReportText.of(new JobProfile(folder), worst));
  }

  @Test
  void itTellsRanksCallsAndTraffic() throws IOException {
    job();
    assertThat(text(List.of()))
        .startsWith("where the time went: 3 ranks on 1 host, 40.0 s, about 22 % of it in MPI")
        .contains("\n       0     11.1 s of    40.0 s    28 %  ########\n")
        .contains("outside of MPI: 31.3 s in the mean; rank 1 26.0 s, rank 2 38.9 s, 1.24 times")
        .containsPattern(
            "19 % +23.0 s +300 +76.7 ms +9 ns +1.0 s … 11.0 s +2.4 kB +allreduce at A.java:52"
                + " A.step")
        .containsPattern("\n     0 +\\. +4.0kB +\\.\n");
  }

  @Test
  void whoWaitsIsGuessedFromTheSums() throws IOException {
    job();
    assertThat(text(List.of()))
        .containsPattern(
            "1. ranks 0-1 waited about 20.0 s together, rank [01] 10.0 s of 40.0 s, in allreduce at"
                + " A.java:52 for others: rank 2 came last\n"
                + "  2. rank 1 waited about 3.0 s of 40.0 s in recv at A.java:40 for rank 0\n");
  }

  @Test
  void whatIsKnownBetterIsTold() throws IOException {
    job();
    assertThat(text(List.of("rank 1 slept"))).contains("worst waits\n  1. rank 1 slept\n\n");
  }

  @Test
  void ofManyRanksTheEndsAreShown() throws IOException {
    for (int rank = 0; rank < 100; rank++) {
      rank(
          rank,
          100,
          "call|recv|RECEIVE|A.java:40|A.step|w|50|" + rank * SECOND / 10 + "|8|4000",
          "sent|" + (rank + 1) % 100 + "|50|" + rank);
    }
    assertThat(text(List.of()))
        .contains("… 88 ranks between …")
        .contains("messages, the 10 heaviest of 100 pairs")
        .containsPattern("99 to +0 +99 B in 50 messages");
  }

  @Test
  void whatIsMissingOrDamagedIsNoted() throws IOException {
    rank(0, 3, "call|recv|RECEIVE|A.java:40|A.step|w|x|1|8|4000", "call|recv", "dropped|sites|7");
    rank(1, 3, "call|recv|NO_FAMILY|A.java:40|A.step|w|1|1|8|4000");
    Files.write(folder.resolve("rank-7.profile"), List.of("nothing"));
    Files.write(folder.resolve("rank-8.profile"), new byte[] {(byte) 0xff, '\n'});
    assertThat(new JobProfile(folder).notes())
        .contains(
            "rank 0: 2 damaged lines are left out",
            "rank 0: 7 sites were not counted",
            "rank 1: 1 damaged lines are left out",
            "rank-7.profile is left out: it does not tell its rank")
        .anyMatch(note -> note.startsWith("rank-8.profile is left out: it cannot be read"))
        .anyMatch(note -> note.startsWith("rank 2 left nothing"));
    assertThat(text(List.of())).contains("no rank waited for others for more than 1 % of its time");
  }

  @Test
  void nothingIsSaidToBeNothing() {
    assertThatThrownBy(() -> new JobProfile(folder))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("no rank has told where its time went");
  }

  @Test
  void thePageHasAllAndItsNamesStayText() throws IOException {
    rank(
        0,
        2,
        "call|<b>|RECEIVE|A.java:40|A.<init>|w|50|" + SECOND + "|8|4000",
        "sent|1|5|4000",
        "sent|9|5|4000");
    rank(1, 2);
    Path page = folder.resolve("report.html");
    ReportPage.write(new JobProfile(folder), List.of(), page);
    assertThat(Files.readString(page))
        .contains(
            "&lt;b&gt;", "A.&lt;init&gt;", "{\"size\":2,\"together\":1,\"pairs\":[[0,1,5,4000]]}")
        .doesNotContain("<b>", "<!--")
        .doesNotContainPattern("(src|href)=|https?://");
  }
}
