package org.purempi.launch.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.launch.service.SmpdLine;
import org.purempi.launch.service.SmpdOption;
import org.purempi.launch.text.OptionValue;
import org.purempi.launch.text.ShellWords;
import org.purempi.launch.text.UsageException;

/**
 * Every value of every option is looked at when it is read, whether it will be used or not: a wrong
 * one is answered with one line that names the option and the value. Generated from the tables of
 * options, so that a new one without a check fails here.
 */
@Timeout(60)
class OptionValuesTest {
  private static final String HUGE_NUMBER = "99999999999999999999";

  /** Longer than any word that the system hands to a program. */
  private static final String LONG = "x".repeat(OptionValue.MOST_BYTES + 1);

  /** What is wrong for every option whose values it does not name below. */
  private static final List<String> WRONG =
      List.of("", "\t", "-", "no such value", "-1", HUGE_NUMBER, "/dev/zero", "a\nb", LONG);

  /** Options whose value may be any text but an empty one. */
  private static final Set<Option> ANY_TEXT =
      EnumSet.of(
          Option.SMPD_PHRASE,
          Option.PREPEND,
          Option.LAUNCHER_EXEC,
          Option.LAUNCHER_ARGS,
          Option.MODULE);

  /** Options that name something that need not be there yet, or not on this host. */
  private static final Set<Option> ANY_PATH =
      EnumSet.of(
          Option.PATH,
          Option.JAR,
          Option.AGENT_PATH,
          Option.OUT_PATTERN,
          Option.ERR_PATTERN,
          Option.HANG_PAGE,
          Option.REPORT,
          Option.REPORT_PID);

  /** Of the wrong values those that an option takes. */
  private static final Map<Option, Set<String>> RIGHT = new EnumMap<>(Option.class);

  static {
    Set<String> free = Set.of("-", "no such value", "-1", HUGE_NUMBER, "/dev/zero", "a\nb");
    ANY_TEXT.forEach(option -> RIGHT.put(option, free));
    ANY_PATH.forEach(option -> RIGHT.put(option, free));
    RIGHT.put(
        Option.CLASS_PATH,
        Set.of("", "-", "no such value", "-1", HUGE_NUMBER, "/dev/zero", "a\nb"));
    for (Option noDevice :
        List.of(Option.OUTPUT_DIR, Option.CHECKPOINT_PREFIX, Option.TRACE, Option.SMPD_FILE)) {
      RIGHT.put(noDevice, Set.of("-", "no such value", "-1", HUGE_NUMBER, "a\nb"));
    }
    // Variables have any name, and interfaces and hosts those that other hosts give them.
    Set<String> name = Set.of("-", "no such value", "-1", HUGE_NUMBER, "/dev/zero", "a\nb");
    RIGHT.put(Option.EXPORT, name);
    RIGHT.put(Option.ENV_LIST, name);
    RIGHT.put(Option.GENV_LIST, name);
    RIGHT.put(Option.INTERFACE, Set.of(HUGE_NUMBER));
    RIGHT.put(Option.HOST, Set.of(HUGE_NUMBER));
    RIGHT.put(Option.NAME_SERVER, Set.of(HUGE_NUMBER));
    // Standard input.
    for (Option file :
        List.of(Option.FILE, Option.CONFIG_FILE, Option.HOST_FILE, Option.DEFAULT_HOST_FILE)) {
      RIGHT.put(file, Set.of("-"));
    }
  }

  private static Stream<Option> withValue() {
    return Arrays.stream(Option.values()).filter(option -> option.value.fitsBehindEquals());
  }

  @TestFactory
  Stream<DynamicTest> aWrongValueIsAnsweredWithTheOptionAndTheValue() {
    return withValue()
        .flatMap(
            option ->
                option.names.stream()
                    .map(name -> DynamicTest.dynamicTest("-" + name, () -> wrong(option, name))));
  }

  private static void wrong(Option option, String name) {
    for (String value : WRONG) {
      List<String> words =
          option.value.isOptional() || name.equals("p")
              ? List.of("-" + name + "=" + value, "true")
              : List.of("-" + name, value, "true");
      if (!RIGHT.getOrDefault(option, Set.of()).contains(value)) {
        assertOneLine(() -> CommandLine.parse(words, Map.of()), "-" + name, value);
      } else if (!option.value.text().startsWith("FILE")) {
        assertThatCode(() -> CommandLine.parse(words, Map.of()))
            .as("-%s %s", name, value)
            .doesNotThrowAnyException();
      }
    }
  }

  private static void assertOneLine(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String option, String value) {
    assertThatThrownBy(call)
        .as("%s %s", option, ShellWords.shown(value))
        .isInstanceOf(UsageException.class)
        .message()
        .startsWith(option)
        .contains(ShellWords.shown(value))
        .doesNotContain("\n", "Exception", "java.")
        .hasSizeLessThan(2000);
  }

  @TestFactory
  Stream<DynamicTest> aMissingValueIsNamed() {
    return Arrays.stream(Option.values())
        .filter(option -> !option.value.text().isEmpty() && !option.value.isOptional())
        .map(
            option -> {
              String written = "-" + option.names.getFirst();
              return DynamicTest.dynamicTest(
                  written,
                  () ->
                      assertThatThrownBy(() -> CommandLine.parse(List.of(written), Map.of()))
                          .isInstanceOf(UsageException.class)
                          .hasMessage(
                              written + ": " + option.value.text() + " is missing after it"));
            });
  }

  @TestFactory
  Stream<DynamicTest> aWrongValueOfAVariableIsAnsweredWithTheVariable() {
    return withValue()
        .flatMap(
            option ->
                option.variables.stream()
                    .map(name -> DynamicTest.dynamicTest(name, () -> wrongVariable(option, name))));
  }

  private static void wrongVariable(Option option, String name) {
    for (String value : WRONG) {
      if (!value.isBlank() && !RIGHT.getOrDefault(option, Set.of()).contains(value)) {
        Map<String, String> variables = Map.of(name, value);
        assertOneLine(
            () -> CommandLine.parse(List.of("true"), variables), name + "=", value.strip());
      }
    }
  }

  @Test
  void anOptionWinsOverItsVariablesAndABlankVariableSaysNothing() throws UsageException {
    Map<String, String> wrong = Map.of("MPIEXEC_TIMEOUT", "soon", "HYDRA_IFACE", " ");
    JobPlan plan = CommandLine.parse(List.of("-timeout", "3", "true"), wrong).plan(Path.of("x"));
    assertThat(plan.timeout()).hasSeconds(3);
  }

  @Test
  void ofAPairTheNameIsLookedAt() {
    for (String option : List.of("-env", "-genv")) {
      for (List<String> pair : List.of(List.of("", "x"), List.of(" ", "x"), List.of("=x"))) {
        var words = new ArrayList<>(List.of(option));
        words.addAll(pair);
        words.add("true");
        assertOneLine(() -> CommandLine.parse(words, Map.of()), option, pair.getFirst());
      }
      assertOneLine(
          () -> CommandLine.parse(List.of(option, "A", LONG, "true"), Map.of()), option, LONG);
    }
  }

  @TestFactory
  Stream<DynamicTest> aWrongValueInAFileOfOptionsIsNamed(@TempDir Path folder) {
    Set<Option> unfit = EnumSet.of(Option.FILE, Option.JAR, Option.MODULE);
    return withValue()
        .filter(option -> !option.global() && !unfit.contains(option))
        .map(
            option -> {
              String name = option.names.getFirst();
              return DynamicTest.dynamicTest(name, () -> wrongInFile(folder, option, name));
            });
  }

  private static void wrongInFile(Path folder, Option option, String name) throws Exception {
    for (String value : List.of("", "no such value", HUGE_NUMBER)) {
      if (!RIGHT.getOrDefault(option, Set.of()).contains(value)) {
        String file = Files.writeString(folder.resolve("file"), name + " = " + value).toString();
        assertOneLine(
            () -> CommandLine.parse(List.of("-file", file, "true"), Map.of()),
            "-file " + ShellWords.shown(file) + ": " + name,
            value);
      }
    }
  }

  @TestFactory
  Stream<DynamicTest> aWrongValueOfAnotherLaunchersOptionIsNamed() {
    return ForeignOption.all().entrySet().stream()
        .filter(entry -> !entry.getValue().value().isNone())
        .map(
            entry ->
                DynamicTest.dynamicTest(
                    entry.getKey(), () -> wrongForeign("-" + entry.getKey(), entry.getValue())));
  }

  private static void wrongForeign(String written, ForeignOption option) {
    assertThatThrownBy(() -> CommandLine.parse(List.of(written), Map.of()))
        .isInstanceOf(UsageException.class)
        .hasMessage(written + ": " + option.value().text() + " is missing after it");
    int count = option.value().count(List.of());
    for (String value : List.of("", LONG)) {
      var words = new ArrayList<>(List.of(written));
      for (int i = 0; i < count; i++) {
        words.add(value);
      }
      words.add("true");
      assertOneLine(() -> CommandLine.parse(words, Map.of()), written, value);
    }
  }

  /** smpd's own options. */
  private static final Set<SmpdOption> SMPD_ANY_TEXT =
      EnumSet.of(SmpdOption.PHRASE, SmpdOption.FILE, SmpdOption.LOG_FILE, SmpdOption.AT);

  @TestFactory
  Stream<DynamicTest> aWrongValueOfSmpdsOptionIsNamed() {
    return Arrays.stream(SmpdOption.values())
        .filter(option -> !option.value.isNone())
        .map(option -> DynamicTest.dynamicTest("" + option, () -> wrongForSmpd(option)));
  }

  private static void wrongForSmpd(SmpdOption option) {
    String written = "-" + option.names.getFirst();
    assertThatThrownBy(() -> SmpdLine.parse(List.of(written)))
        .isInstanceOf(UsageException.class)
        .hasMessage(written + ": " + option.value.text() + " is missing after it");
    var wrong = new ArrayList<>(List.of("", "\t", LONG));
    if (!SMPD_ANY_TEXT.contains(option)) {
      wrong.addAll(List.of("no such value", "a\nb"));
    }
    int count = option.value.count(List.of());
    for (String value : wrong) {
      var words = new ArrayList<>(List.of(written));
      for (int i = 0; i < count; i++) {
        words.add(value);
      }
      assertOneLine(() -> SmpdLine.parse(words), written, value);
    }
  }

  @Test
  void aMistypedOptionFindsWhatWasMeant() {
    Map<String, String> meant =
        Map.of("-n2", "-n 2", "-np16", "-np 16", "-timeot", "-timeout", "-ppn4", "-ppn 4");
    meant.forEach(
        (written, what) ->
            assertThatThrownBy(() -> CommandLine.parse(List.of(written, "true"), Map.of()))
                .hasMessage("unknown option '%s'; did you mean '%s'?".formatted(written, what)));
    assertThatThrownBy(() -> CommandLine.parse(List.of("-q7", "true"), Map.of()))
        .hasMessage("unknown option '-q7'; 'mpiexec -help2' lists them all");
  }
}
