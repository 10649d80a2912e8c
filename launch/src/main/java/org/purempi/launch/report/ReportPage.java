package org.purempi.launch.report;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.purempi.launch.text.PageText;
import org.purempi.launch.text.Quantities;

/** The report as a page, with the matrix of messages as a picture. */
public final class ReportPage {
  private static final int MOST_CALLS = 100;
  private static final int MOST_RANKS = 2000;
  private static final int MOST_CELLS = 512;

  private final JobProfile job;
  private final List<String> worst;

  private ReportPage(JobProfile job, List<String> worst) {
    this.job = job;
    this.worst = worst;
  }

  /**
   * Writes the page.
   *
   * @param worst sentences about the worst waits; empty: they are guessed from the sums
   */
  public static void write(JobProfile job, List<String> worst, Path file) throws IOException {
    new ReportPage(job, ReportText.worst(job, worst)).write(file);
  }

  private void write(Path file) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file);
        InputStream in = ReportPage.class.getResourceAsStream("report.html")) {
      if (in == null) {
        throw new IOException("the installation lacks report.html");
      }
      String page = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      for (String part : page.split("<!--", -1)) {
        int end = part.indexOf("-->");
        if (end >= 0) {
          fill(out, part.substring(0, end).strip());
        }
        out.write(part.substring(end < 0 ? 0 : end + 3));
      }
    }
  }

  private void fill(Writer out, String what) throws IOException {
    switch (what) {
      case "summary" -> out.write(PageText.html(job.summary()));
      case "worst" -> worst(out);
      case "imbalance" -> out.write(PageText.html(ReportText.imbalance(job)));
      case "ranks" -> ranks(out);
      case "calls" -> calls(out);
      case "matrix" -> matrix(out);
      default -> throw new IOException("report.html wants " + what);
    }
  }

  private void worst(Writer out) throws IOException {
    for (String sentence : worst) {
      out.write("<li>" + PageText.html(sentence) + "</li>\n");
    }
    for (String note : job.notes()) {
      out.write("<li class=\"note\">" + PageText.html(note) + "</li>\n");
    }
  }

  private void ranks(Writer out) throws IOException {
    for (RankProfile rank : job.ranks().subList(0, Math.min(MOST_RANKS, job.ranks().size()))) {
      row(
          out,
          rank.span() == 0 ? 0 : (double) rank.inMpi() / rank.span(),
          Integer.toString(rank.rank()),
          rank.host(),
          Quantities.time(rank.inMpi()),
          Quantities.time(rank.span()),
          Quantities.percent(rank.inMpi(), rank.span()));
    }
    if (job.ranks().size() > MOST_RANKS) {
      row(out, 0, "…", (job.ranks().size() - MOST_RANKS) + " more");
    }
  }

  private void calls(Writer out) throws IOException {
    List<JobProfile.Total> all = job.calls();
    for (JobProfile.Total calls : all.subList(0, Math.min(MOST_CALLS, all.size()))) {
      row(
          out,
          job.span() == 0 ? 0 : (double) calls.sum() / job.span(),
          calls.site().name(),
          calls.site().place() + " " + calls.site().method(),
          Quantities.time(calls.sum()),
          Quantities.percent(calls.sum(), job.span()),
          Long.toString(calls.count()),
          Quantities.time((double) calls.sum() / Math.max(1, calls.count())),
          Quantities.time(calls.longest()),
          Quantities.time(calls.least()),
          Quantities.time(calls.most()),
          calls.bytes() == 0 ? "" : Quantities.bytes(calls.bytes()));
    }
  }

  /** A row of a table, with a bar below its first cell. */
  private static void row(Writer out, double part, String... cells) throws IOException {
    out.write("<tr>");
    for (int i = 0; i < cells.length; i++) {
      out.write("<td>" + PageText.html(cells[i]));
      if (i == 0) {
        out.write("<div style=\"width:" + Math.round(100 * Math.min(1, part)) + "%\"></div>");
      }
      out.write("</td>");
    }
    out.write("</tr>\n");
  }

  private void matrix(Writer out) throws IOException {
    int together = 1;
    while (job.size() > together * MOST_CELLS) {
      together *= 2;
    }
    out.write("{\"size\":%d,\"together\":%d,\"pairs\":[".formatted(job.size(), together));
    String comma = "";
    for (Traffic.Pair pair : Traffic.pairs(job, together)) {
      out.write(
          "%s[%d,%d,%d,%d]"
              .formatted(comma, pair.from(), pair.to(), pair.messages(), pair.bytes()));
      comma = ",";
    }
    out.write("]}");
  }
}
