package org.purempi.hang;

import static org.assertj.core.api.Assertions.assertThat;
import static org.purempi.hang.Ranks.ended;
import static org.purempi.hang.Ranks.runs;
import static org.purempi.hang.Ranks.waits;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page, and the graph on it. */
class HangPageTest {
  private final Ranks ranks = new Ranks(40);

  /** An element's beginning, its end, or both. */
  private static final Pattern TAG =
      Pattern.compile("<(/?)([a-z0-9]+)((?: [A-Za-z:-]+=\"[^\"<>]*\")*)(/?)>");

  /** The text of a page whose elements are whole, and lie within each other. */
  private static String text(String page) {
    Deque<String> open = new ArrayDeque<>();
    String body = page.substring(page.indexOf("<html"));
    String text =
        TAG.matcher(body)
            .replaceAll(
                tag -> {
                  if (!tag.group(1).isEmpty()) {
                    assertThat(open.pop()).isEqualTo(tag.group(2));
                  } else if (tag.group(4).isEmpty()) {
                    open.push(tag.group(2));
                  }
                  return " ";
                });
    assertThat(open).isEmpty();
    assertThat(text).doesNotContain("<").doesNotContain(">");
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
  }

  private static List<String> classes(String page, String element) {
    return Pattern.compile("<" + element + " class=\"([^\"]*)\"")
        .matcher(page)
        .results()
        .map(tag -> tag.group(1))
        .toList();
  }

  @Test
  void ranksAreNodesAndACircleIsRed() {
    var all =
        List.of(
            waits(0, "recv", ranks.receive(1, 5)),
            waits(1, "recv", ranks.receive(0, 6)),
            waits(2, "recv", ranks.receive(3, 7)),
            runs(3),
            ended(4));
    String page = HangAnalysis.of(all).page("it hangs", "the report");
    assertThat(classes(page, "g")).containsExactly("stuck", "stuck", "waiting", "running", "ended");
    assertThat(classes(page, "path").stream().filter(c -> c.equals("red"))).hasSize(2);
    assertThat(classes(page, "path").stream().filter(c -> c.equals("edge"))).hasSize(1);
    assertThat(text(page))
        .contains("it hangs", "recv at P.java:10", "message, tag 5", "the report");
  }

  @Test
  void nothingThatAProgramNamesIsMarkup() {
    String nasty = "</title><script>alert(\"1\")</script>&amp;'\u0000\u202e\ud800";
    var scope = new Scope(4, nasty, RankSet.range(0, 1));
    var need = new Need(Need.Kind.RECEIVE, false, RankSet.of(0), scope, 1, CollectiveCall.UNKNOWN);
    var wait = new Wait(nasty, nasty, false, false, List.of(need));
    String page = HangAnalysis.of(List.of(Ranks.with(0, List.of(wait)))).page(nasty, nasty);
    assertThat(page).doesNotContain("<script").doesNotContain("\u202e").doesNotContain("\u0000");
    assertThat(text(page)).contains("</title><script>alert(&quot;1&quot;)</script>&amp;&#39;");
  }

  @Test
  void thePageNeedsNothingElse() {
    String page = HangAnalysis.of(List.of(runs(0))).page("t", "r");
    assertThat(page.replace("http://www.w3.org/", ""))
        .doesNotContain("http:")
        .doesNotContain("https:")
        .doesNotContain("src=")
        .doesNotContain("@import")
        .contains("default-src 'none'");
  }

  @Test
  void manyRanksAreFolded() {
    var all = new ArrayList<Situation>();
    for (int rank = 0; rank < 40; rank++) {
      var wait =
          new Wait("recv", "at P.java:7", false, false, List.of(ranks.receive(39 - rank, 5)));
      all.add(rank == 3 ? runs(3) : Ranks.with(rank, List.of(wait)));
    }
    String page = HangAnalysis.of(all).page("t", "r");
    assertThat(classes(page, "g")).hasSize(2);
    assertThat(text(page)).contains("ranks 0-2, 4-39 (39)");
  }
}
