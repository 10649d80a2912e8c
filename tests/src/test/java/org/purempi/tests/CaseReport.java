package org.purempi.tests;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * What one rank says of the cases it has run: a file of lines, appended and read while the job
 * runs.
 *
 * <pre>
 *   OK ProbeCases.aProbedMessageIsTheOneReceived
 *   FAIL ProbeCases.another
 *   | the stack trace, each line behind a bar
 * </pre>
 */
record CaseReport(Path file) {
  private static final String OK = "OK ";
  private static final String FAIL = "FAIL ";

  static CaseReport ofRank(Path folder, int rank) {
    return new CaseReport(folder.resolve("rank-" + rank + ".txt"));
  }

  void passed(RankCase c) throws IOException {
    append(OK + c.name() + "\n");
  }

  void failed(RankCase c, Throwable t) throws IOException {
    var text = new StringWriter();
    t.printStackTrace(new PrintWriter(text));
    failed(c, text.toString());
  }

  void failed(RankCase c, String text) throws IOException {
    append(FAIL + c.name() + "\n" + text.indent(0).replaceAll("(?m)^", "| "));
  }

  private synchronized void append(String text) throws IOException {
    Files.writeString(
        file,
        text.endsWith("\n") ? text : text + "\n",
        StandardCharsets.UTF_8,
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  /** Whether the case has passed on this rank. */
  boolean hasPassed(RankCase c) throws IOException {
    return lines().contains(OK + c.name());
  }

  /** What this rank says of a case that failed; empty if nothing. */
  String failure(RankCase c) throws IOException {
    List<String> text = new ArrayList<>();
    boolean inside = false;
    for (String line : lines()) {
      inside = line.startsWith("| ") ? inside : line.equals(FAIL + c.name());
      if (inside) {
        text.add(line);
      }
    }
    return String.join("\n", text);
  }

  private List<String> lines() throws IOException {
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }
}
