package org.purempi.launch.timeline;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.purempi.launch.calls.Messages;
import org.purempi.launch.calls.Names;
import org.purempi.launch.calls.RankCalls;
import org.purempi.launch.calls.Recording;
import org.purempi.launch.calls.WorstWaits;
import org.purempi.launch.hosts.Ranges;
import org.purempi.launch.text.PageText;

/** Writes the timeline: one page with all it needs in it. */
final class Page {
  /** The page holds the calls of each rank one by one up to so many of all. */
  static final long MOST_RECORDS = 24_000_000;

  private static final int WORST = 3;
  private static final List<String> SCRIPTS =
      List.of("model.js", "colours.js", "paint.js", "view.js", "search.js", "panel.js");

  private final Recording recording;
  private final Messages messages;
  private final WorstWaits waits;
  private final List<String> notes;
  private final long unit;
  private final int mostOfRank;
  private final StringBuilder ranks = new StringBuilder();
  private int blocks;

  Page(Recording recording, Messages messages, WorstWaits waits, List<String> notes) {
    this.recording = recording;
    this.messages = messages;
    this.waits = waits;
    this.notes = List.copyOf(notes);
    // Ten nanoseconds are half of a call of the clock; with many calls each bit counts.
    unit = recording.count() > Overview.FEW_RECORDS ? 10 : 1;
    mostOfRank = (int) Math.min(Integer.MAX_VALUE, MOST_RECORDS / recording.ranks().size());
  }

  /** Writes it. */
  void write(Path file, String title) throws IOException {
    var layers = new Layers(recording, waits);
    var overview =
        new Overview(recording.size(), recording.end(), recording.count(), layers, waits.waits());
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      String[] parts =
          resource("page.html").replace("TITLE", PageText.html(title)).split("<!-- [a-z]+ -->", -1);
      out.write(parts[0]);
      out.write("<style>\n" + resource("timeline.css") + "</style>\n");
      out.write(parts[1]);
      for (int rank = 0; rank < recording.size(); rank++) {
        RankCalls its = recording.rank(rank);
        if (its != null) {
          write(out, new RankEvents(its), overview);
        }
        overview.end(rank);
      }
      for (int layer = 0; layer < layers.size(); layer++) {
        script(out, "o" + layer, overview.text(layer));
      }
      out.write("<script type=\"application/json\" id=\"head\">\n");
      writeHead(out, title, overview);
      out.write("</script>\n<script>\n\"use strict\";\n");
      for (String script : SCRIPTS) {
        out.write(resource(script));
      }
      out.write("</script>\n");
      out.write(parts[2]);
    }
  }

  private static void script(Writer out, String id, String text) throws IOException {
    out.write("<script type=\"text/plain\" id=\"" + id + "\">" + text + "</script>\n");
  }

  private void write(Writer out, RankEvents events, Overview overview) throws IOException {
    RankCalls rank = events.rank();
    overview.add(events);
    ranks.append(ranks.isEmpty() ? "" : ",\n");
    ranks.append(
        "{\"rank\":%d,\"host\":%s,\"begin\":%d,\"end\":%d,\"complete\":%b,\"lanes\":%d,\"left\":%d,"
            .formatted(
                rank.rank(),
                PageText.json(rank.host()),
                rank.begin() / unit,
                rank.end() / unit,
                rank.isComplete(),
                events.laneCount(),
                Math.max(0, events.count() - mostOfRank)));
    ranks.append("\"threads\":{");
    String comma = "";
    for (Map.Entry<Integer, String> thread : rank.threads().entrySet()) {
      ranks.append(comma).append('"').append(thread.getKey()).append("\":");
      ranks.append(PageText.json(thread.getValue()));
      comma = ",";
    }
    ranks.append("},\"first\":").append(blocks).append(",\"blocks\":[");
    comma = "";
    int count = Math.min(events.count(), mostOfRank);
    for (int i = 0; i < count; ) {
      var block = new Block(recording, messages, waits.waits(), unit);
      while (i < count && !block.isFull()) {
        block.add(events, i++);
      }
      script(out, "b" + blocks++, block.text());
      ranks.append(comma).append(block.index());
      comma = ",";
    }
    ranks.append("]}");
  }

  private void writeHead(Writer out, String title, Overview overview) throws IOException {
    Names names = recording.names();
    out.write("{\"title\":" + PageText.json(title));
    out.write(",\"unit\":" + unit + ",\"span\":" + recording.end() / unit);
    out.write(",\"size\":" + recording.size() + ",\"records\":" + recording.count());
    out.write(",\"messages\":" + messages.matched());
    out.write(",\n\"calls\":[");
    String comma = "";
    for (Names.Call call : names.calls()) {
      out.write(comma + "[\"" + call.family() + "\"," + PageText.json(call.name()) + "]");
      comma = ",";
    }
    out.write("],\n\"lines\":[");
    comma = "";
    for (Names.Line line : names.lines()) {
      out.write(
          comma + "[" + PageText.json(line.place()) + "," + PageText.json(line.method()) + "]");
      comma = ",";
    }
    out.write("],\n\"groups\":[");
    comma = "";
    for (Names.Group group : names.groups()) {
      String members = Ranges.text(group.members());
      out.write(comma + "[" + PageText.json(group.name()) + "," + PageText.json(members) + "]");
      comma = ",";
    }
    out.write("],\n\"overview\":" + overview.head() + ",\n\"worst\":[");
    comma = "";
    for (WorstWaits.Sentence wait : waits.sentences(WORST)) {
      out.write(
          "%s[%s,%d,%d,%d]"
              .formatted(
                  comma,
                  PageText.json(wait.text()),
                  wait.rank(),
                  wait.begin() / unit,
                  wait.end() / unit));
      comma = ",";
    }
    out.write("],\n\"notes\":[");
    comma = "";
    for (String note : notes) {
      out.write(comma + PageText.json(note));
      comma = ",";
    }
    out.write("],\n\"ranks\":[" + ranks + "]}\n");
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = Page.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("the installation lacks " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
