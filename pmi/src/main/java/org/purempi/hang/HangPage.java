package org.purempi.hang;

import java.util.List;

/** A report as one page of HTML that needs nothing else: no script, no network. */
final class HangPage {
  private static final String STYLE =
      "body{font:15px/1.45 system-ui,sans-serif;color:#1c2430;max-width:1200px;margin:2em auto;"
          + "padding:0 1em}h1{font-size:1.35em}h2{font-size:1.05em;margin:1.6em 0 .4em}"
          + "ul{margin:.2em 0;padding-left:1.3em}.why li{color:#a31515;font-weight:600}"
          + "pre{background:#f4f6f9;padding:1em;overflow:auto;font-size:13px}"
          + ".key span{display:inline-block;margin-right:1.4em}.key i{display:inline-block;"
          + "width:.9em;height:.9em;border:1.5px solid;border-radius:3px;margin-right:.4em}";

  private final WaitGraph graph;
  private final Circles circles;
  private final Clauses clauses;

  HangPage(WaitGraph graph, Circles circles, Clauses clauses) {
    this.graph = graph;
    this.circles = circles;
    this.clauses = clauses;
  }

  String html(String title, String report, HangAnalysis analysis) {
    var page = new StringBuilder();
    page.append(
            "<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>")
        .append("<meta charset=\"utf-8\"/><meta http-equiv=\"Content-Security-Policy\" ")
        .append("content=\"default-src 'none'; style-src 'unsafe-inline'\"/>\n<title>")
        .append(Html.escaped(title))
        .append("</title>\n<style>")
        .append(STYLE)
        .append(String.join("", Picture.styles()))
        .append("</style></head>\n<body>\n<h1>")
        .append(Html.escaped(title))
        .append("</h1>\n");
    list(page, "", "why", analysis.conclusions());
    list(page, "Hints", "", analysis.hints());
    page.append("<h2>Who waits for whom</h2>\n");
    page.append(Picture.of(new Folded(graph, circles, clauses)));
    key(page);
    list(page, "In words", "", analysis.sentences());
    page.append("<h2>What each rank says</h2>\n<details><summary>")
        .append(graph.situations().size())
        .append(" ranks</summary>\n<pre>")
        .append(Html.escaped(report))
        .append("</pre></details>\n</body>\n</html>\n");
    return page.toString();
  }

  private static void key(StringBuilder page) {
    page.append("<p class=\"key\">");
    key(page, "#fdecea", "#c62828", "can never go on");
    key(page, "#fff7e0", "#b98900", "waits");
    key(page, "#e7f5ea", "#2e7d32", "runs");
    key(page, "#e6e8eb", "#555f6b", "has ended MPI");
    key(page, "#ffffff", "#8793a3", "not known");
    page.append("An arrow goes from who waits to who is waited for; a circle is red.</p>\n");
  }

  private static void key(StringBuilder page, String fill, String line, String means) {
    page.append(
        "<span><i style=\"background:%s;border-color:%s\"></i>%s</span>"
            .formatted(fill, line, means));
  }

  private static void list(StringBuilder page, String head, String style, List<String> lines) {
    if (lines.isEmpty()) {
      return;
    }
    if (!head.isEmpty()) {
      page.append("<h2>").append(head).append("</h2>\n");
    }
    page.append("<ul class=\"").append(style).append("\">\n");
    lines.forEach(line -> page.append("<li>").append(Html.escaped(line)).append("</li>\n"));
    page.append("</ul>\n");
  }
}
