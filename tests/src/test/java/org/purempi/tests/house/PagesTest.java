package org.purempi.tests.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.tests.Tree;

/** Pages lead where they say, and whoever names a page names one that exists. */
@Timeout(60)
class PagesTest {
  private static final Set<String> GENERATED = Set.of("target", ".purempi", ".git");

  private static final Pattern LINK = Pattern.compile("]\\(([^)#\\s]*)(?:#([^)\\s]+))?\\)");
  private static final Pattern FENCED = Pattern.compile("(?ms)^```.*?^```$");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

  /** A path below docs/ in a comment, a message or a script. */
  private static final Pattern MENTION = Pattern.compile("\\bdocs/[\\w./-]*\\w");

  /** Decisions have names; pages that had numbers are gone. */
  private static final Pattern NUMBER = Pattern.compile("(?i)\\bdecisions?[ /]+\\d\\d+");

  private static final Pattern WORDS = Pattern.compile(".*\\.(md|java|c|sh|xml|txt|yml|yaml)");
  private static final Path DECISIONS = Tree.ROOT.resolve("docs/decisions");
  private static final int MOST_LINES = 60;

  /** Pages, sources and scripts of the tree. */
  private static List<Path> texts() throws IOException {
    List<Path> found = new ArrayList<>();
    Files.walkFileTree(
        Tree.ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            boolean generated = GENERATED.contains(String.valueOf(folder.getFileName()));
            return generated ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String name = String.valueOf(file.getFileName());
            if (WORDS.matcher(name).matches()
                || (!name.contains(".") && Files.isExecutable(file))) {
              found.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    found.sort(null);
    return found;
  }

  private static List<Path> pages() throws IOException {
    return texts().stream().filter(file -> file.toString().endsWith(".md")).toList();
  }

  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }

  @Test
  void everyLinkOfAPageLeadsSomewhere() throws IOException {
    List<String> broken = new ArrayList<>();
    Map<Path, Set<String>> anchors = new HashMap<>();
    for (Path page : pages()) {
      String prose = FENCED.matcher(text(page)).replaceAll("");
      for (MatchResult link : LINK.matcher(prose).results().toList()) {
        String path = link.group(1);
        if (path.matches("\\w+:.*")) {
          continue;
        }
        Path target = path.isEmpty() ? page : page.resolveSibling(path).normalize();
        String anchor = link.group(2);
        boolean leads = Files.exists(target);
        if (leads && anchor != null) {
          if (!anchors.containsKey(target)) {
            anchors.put(target, anchors(text(target)));
          }
          leads = Objects.requireNonNull(anchors.get(target)).contains(anchor);
        }
        if (!leads) {
          broken.add(Tree.ROOT.relativize(page) + ": " + link.group());
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  /** The names by which headings are linked to. */
  private static Set<String> anchors(String page) {
    return HEADING
        .matcher(page)
        .results()
        .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
        .map(title -> title.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .collect(Collectors.toSet());
  }

  @Test
  void whoeverNamesAPageNamesOneThatExists() throws IOException {
    List<String> missing = new ArrayList<>();
    for (Path file : texts()) {
      MENTION
          .matcher(text(file))
          .results()
          .map(MatchResult::group)
          .distinct()
          .filter(path -> !Files.exists(Tree.ROOT.resolve(path)))
          .forEach(path -> missing.add(Tree.ROOT.relativize(file) + ": " + path));
    }
    assertThat(missing).isEmpty();
  }

  @Test
  void nobodyNamesADecisionByANumber() throws IOException {
    List<String> numbered = new ArrayList<>();
    for (Path file : texts()) {
      NUMBER
          .matcher(text(file))
          .results()
          .forEach(mention -> numbered.add(Tree.ROOT.relativize(file) + ": " + mention.group()));
    }
    assertThat(numbered).isEmpty();
  }

  @Test
  void decisionsAreShortHaveTheirPartsAndStandInTheIndex() throws IOException {
    String index = text(DECISIONS.resolve("README.md"));
    List<Path> decisions =
        pages().stream()
            .filter(page -> DECISIONS.equals(page.getParent()) && !page.endsWith("README.md"))
            .toList();
    assertThat(decisions).isNotEmpty();
    for (Path decision : decisions) {
      String text = text(decision);
      assertThat(text.lines().count()).as("lines of %s", decision).isLessThanOrEqualTo(MOST_LINES);
      assertThat(text)
          .as(decision.toString())
          .contains("\nStatus: ", "\n## Context\n", "\n## Decision\n", "\n## Consequences\n");
      assertThat(index).contains("](" + decision.getFileName() + ")");
    }
  }
}
