package org.purempi.tests.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.purempi.tests.Tree;

/**
 * The calls on arrays are one text for eight types: those of {@code int[]}, which other tests make,
 * speak for all.
 */
class CallsTest {
  /** A type that has no value of its own in an allreduce lacks these words. */
  private static final String OF_ONE_VALUE = "of one value";

  @ParameterizedTest
  @CsvSource({
    "Byte, Byte, byte, false",
    "Short, Short, short, false",
    "Char, Character, char, false",
    "Long, Long, long, true",
    "Float, Float, float, true",
    "Double, Double, double, true",
    "Boolean, Boolean, boolean, true"
  })
  void theCallsOnArraysOfEachTypeAreThoseOfInt(
      String name, String box, String type, boolean hasValues) throws IOException {
    List<String> asInt =
        paragraphs(name + "Calls")
            .map(p -> p.replaceAll("\\b" + type + "\\b", "int"))
            .map(p -> p.replaceAll("\\b" + box + "\\b", "Integer"))
            .map(p -> p.replace(name + "Calls", "IntCalls"))
            .toList();
    List<String> ints =
        paragraphs("IntCalls").filter(p -> hasValues || !p.contains(OF_ONE_VALUE)).toList();
    assertThat(asInt).containsExactlyElementsOf(ints);
  }

  @Test
  void thereAreCalls() throws IOException {
    assertThat(paragraphs("IntCalls")).hasSizeGreaterThan(30).anyMatch(p -> p.contains("gather("));
  }

  /** Without what the formatter makes of longer and shorter names. */
  private static Stream<String> paragraphs(String file) throws IOException {
    String text =
        Files.readString(Tree.ROOT.resolve("mpi/src/main/java/org/purempi/" + file + ".java"));
    String alike = text.replace("import java.util.Optional;\n", ""); // for values only
    return Stream.of(alike.split("\n\n", -1))
        .map(p -> p.replaceAll("\\n \\* ", " ").replaceAll("\\s+", " ").replace("( ", "("))
        .map(p -> p.replaceAll("[ }]+$", ""));
  }
}
