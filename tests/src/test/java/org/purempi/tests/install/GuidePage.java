package org.purempi.tests.install;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The blocks of a page of the guide that is to be followed. */
record GuidePage(List<Block> blocks) {
  /**
   * One block between fences.
   *
   * @param kind {@code java}, {@code sh}, {@code out}, …
   * @param note what follows the kind: a file's name, how the output is compared
   */
  record Block(String kind, String note, String text) {}

  private static final String FENCE = "```";

  static GuidePage read(Path page) throws IOException {
    var blocks = new ArrayList<Block>();
    List<String> lines = Files.readAllLines(page);
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith(FENCE)) {
        String[] head = lines.get(i).substring(FENCE.length()).split(" ", 2);
        var text = new StringBuilder();
        for (i++; !lines.get(i).equals(FENCE); i++) {
          text.append(lines.get(i)).append('\n');
        }
        blocks.add(new Block(head[0], head.length > 1 ? head[1] : "", text.toString()));
      }
    }
    return new GuidePage(blocks);
  }
}
