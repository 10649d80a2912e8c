package org.purempi.hang;

import static org.assertj.core.api.Assertions.assertThat;
import static org.purempi.hang.Ranks.ended;
import static org.purempi.hang.Ranks.runs;
import static org.purempi.hang.Ranks.waits;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** The page, read as XML. */
class HangPageTest {
  private final Ranks ranks = new Ranks(40);

  private static Document read(String page) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(page)));
  }

  private static List<String> classes(Document page, String element) {
    NodeList all = page.getElementsByTagName(element);
    var classes = new ArrayList<String>();
    for (int i = 0; i < all.getLength(); i++) {
      classes.add(((Element) all.item(i)).getAttribute("class"));
    }
    return classes;
  }

  @Test
  void ranksAreNodesAndACircleIsRed() throws Exception {
    var all =
        List.of(
            waits(0, "recv", ranks.receive(1, 5)),
            waits(1, "recv", ranks.receive(0, 6)),
            waits(2, "recv", ranks.receive(3, 7)),
            runs(3),
            ended(4));
    Document page = read(HangAnalysis.of(all).page("it hangs", "the report"));
    assertThat(classes(page, "g")).containsExactly("stuck", "stuck", "waiting", "running", "ended");
    assertThat(classes(page, "path").stream().filter(c -> c.equals("red"))).hasSize(2);
    assertThat(classes(page, "path").stream().filter(c -> c.equals("edge"))).hasSize(1);
    assertThat(page.getDocumentElement().getTextContent())
        .contains("it hangs", "recv at P.java:10", "message, tag 5", "the report");
  }

  @Test
  void nothingThatAProgramNamesIsMarkup() throws Exception {
    String nasty = "</title><script>alert(\"1\")</script>&amp;'\u0000\u202e\ud800";
    var scope = new Scope(4, nasty, RankSet.range(0, 1));
    var need = new Need(Need.Kind.RECEIVE, false, RankSet.of(0), scope, 1, CollectiveCall.UNKNOWN);
    var wait = new Wait(nasty, nasty, false, false, List.of(need));
    String page = HangAnalysis.of(List.of(Ranks.with(0, List.of(wait)))).page(nasty, nasty);
    assertThat(page).doesNotContain("<script").doesNotContain("\u202e").doesNotContain("\u0000");
    assertThat(read(page).getElementsByTagName("title").item(0).getTextContent())
        .startsWith("</title><script>");
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
  void manyRanksAreFolded() throws Exception {
    var all = new ArrayList<Situation>();
    for (int rank = 0; rank < 40; rank++) {
      var wait =
          new Wait("recv", "at P.java:7", false, false, List.of(ranks.receive(39 - rank, 5)));
      all.add(rank == 3 ? runs(3) : Ranks.with(rank, List.of(wait)));
    }
    Document page = read(HangAnalysis.of(all).page("t", "r"));
    assertThat(classes(page, "g")).hasSize(2);
    assertThat(page.getDocumentElement().getTextContent()).contains("ranks 0-2, 4-39 (39)");
  }
}
