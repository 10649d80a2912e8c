package org.purempi.launch.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.launch.output.OutputPattern;
import org.purempi.launch.program.AppContext;
import org.purempi.launch.program.InputReader;
import org.purempi.launch.text.UsageException;

/** Calls that were written for other launchers. */
@Timeout(60)
class OthersOptionsTest {
  private static JobPlan plan(String... words) throws UsageException {
    return CommandLine.parse(List.of(words), Map.of("PATH", "/bin")).plan(Path.of("smpd"));
  }

  private static JobPlan plan(String line) throws UsageException {
    return plan(line.split(" ", -1));
  }

  @Test
  void everyOptionOfTheirManualsHasAFate() {
    OthersPage.launchers()
        .forEach(
            (launcher, names) ->
                assertThat(names)
                    .as(launcher)
                    .allSatisfy(name -> assertThat(OthersPage.fate(name)).as(name).isNotNull()));
  }

  @Test
  void everyForeignOptionStandsOnThePage() {
    Set<String> shown = new TreeSet<>();
    OthersPage.launchers().values().forEach(shown::addAll);
    // Second names of one option, which no manual has.
    var others = Set.of("bysocket", "bind-to-none", "gprtemca", "gpmixmca", "slot-list");
    assertThat(ForeignOption.all().keySet()).allMatch(n -> shown.contains(n) || others.contains(n));
  }

  @Test
  void thePageIsWhatTheTablesSay() throws IOException {
    var bytes = new ByteArrayOutputStream();
    OthersPage.print(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    Path page = Path.of("../docs/guide/options-of-others.md");
    assertThat(Files.readString(page))
        .as("run org.purempi.launch.options.Manual others >" + page)
        .isEqualTo(bytes.toString(StandardCharsets.UTF_8));
  }

  private static void assertAllKnown(String option, String... command) throws Exception {
    assumeTrue(Files.isExecutable(Path.of(command[0])), "SKIPPED: " + command[0] + " is missing");
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String help = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    var names = new TreeSet<String>();
    Pattern.compile(option, Pattern.MULTILINE)
        .matcher(help)
        .results()
        .forEach(found -> names.add(found.group(1)));
    Collection<String> known = new TreeSet<>();
    OthersPage.launchers().values().forEach(known::addAll);
    assertThat(names).hasSizeGreaterThan(30).isSubsetOf(known);
  }

  @Test
  void nothingIsMissingThatTheInstalledHydraOffers() throws Exception {
    assertAllKnown("^ {4}-([a-z][a-z-]*)", "/usr/bin/mpiexec.hydra", "-h");
  }

  @Test
  void nothingIsMissingThatTheInstalledOpenMpiOffers() throws Exception {
    String[] call = {"/usr/bin/mpiexec.openmpi", "--allow-run-as-root", "--help", "unsupported"};
    assertAllKnown("(?:^ *|\\|)-{1,2}([A-Za-z][A-Za-z-]*)", call);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--default-hostfile none",
        "--prefix /usr",
        "--pernode",
        "-npersocket 1",
        "--bynode",
        "--byslot",
        "--bind-to core:overload-allowed",
        "--merge-stderr-to-stdout",
        "--report-pid -",
        "--stdin none",
        "--output tag",
        "--output TAG,merge",
        "--output=tag-detailed",
        "-print-rank-map",
        "-rr",
        "-genv A=B",
        "-env A=B",
        "--mca btl self",
        "--mca btl_tcp_if_include lo,eth9",
        "--prtemca plm ssh",
        "--prefix=/usr",
        "--display map,bindings:parsable",
        "--runtime-options report-state-on-timeout,donotlaunch=false",
        "--rtos timeout=1:30",
        "--with-ft no",
        "--with-ft none",
        "--enable-recovery",
        "-disable-auto-cleanup",
        "--map-by slot:OVERSUBSCRIBE",
        "--map-by ppr:1:node:pe=1",
        "--mapby core",
        "--memory-alloc-kinds mpi,system",
        "--launch-agent orted",
        "--rank-by slot",
        "-grr 1",
      })
  void whatPublicScriptsWriteIsUnderstood(String options) {
    assertThatCode(() -> plan(options + " -n 1 true")).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-rankfile f             | -rankfile f: write -bind-to user:0,1,…",
        "--output timestamp      | --output timestamp: write tag, merge, dir=NAME or file=NAME",
        "--output tag,moon       | --output tag,moon: write tag",
        "--display moon          | --display moon: write map, bindings",
        "--rtos donotlaunch      | --rtos donotlaunch: donotlaunch: every job is started",
        "--rtos moon=1           | --rtos moon=1: moon: 'moon' is not an option of a run",
        "--rtos timeout=soon     | --rtos timeout=soon: write timeout=SECONDS",
        "--with-ft magic         | --with-ft magic: write ulfm, mpi or none",
        "--continuous            | --continuous: write -enable-recovery",
        "-npersocket many        | -npersocket many: write a number, 1 to 100000",
        "--bindto moon           | --bindto moon: write core, hwthread",
        "--xml                   | --xml: output is plain text",
        "--pernode=3             | --pernode=3: write it without '='",
        "-map-by slot:NOLOCAL    | -map-by slot:NOLOCAL: name the hosts without this one",
      })
  void whatCannotBeMeantIsRefusedWithTheReason(String options, String why) {
    assertThatThrownBy(() -> plan(options + " -n 1 true"))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(why);
  }

  @Test
  void mappedOptionsDoWhatTheirNamesSay() throws UsageException {
    assertThat(plan("--pernode -hosts a:4,b:4 -launcher fork true").size()).isEqualTo(2);
    assertThat(hosts("-rr -n 4 -hosts a:4,b:4 -launcher fork true")).containsExactly(0, 1, 0, 1);
    assertThat(hosts("--bynode -n 3 -hosts a:4,b:4 -launcher fork true")).containsExactly(0, 1, 0);
    assertThat(hosts("--byslot -n 3 -hosts a:2,b:4 -launcher fork true")).containsExactly(0, 0, 1);
    assertThat(plan("--stdin none true").stdinRank()).isEqualTo(InputReader.NO_RANK);
    assertThat(plan("--output merge true").output().joined()).isTrue();
    assertThat(plan("--output tag true").output().label()).isEqualTo(new OutputPattern("[%r] "));
    assertThat(plan("--output file=100%:nocopy true").output().outPattern())
        .isEqualTo(new OutputPattern("100%%.%r"));
    assertThat(plan("--output dir=/tmp/x:raw true").output().directory())
        .isEqualTo(Path.of("/tmp/x"));
    assertThat(plan("--rtos timeout=1:00:05 true").timeout()).hasSeconds(3605);
    assertThat(plan("--map-by slot:PE=2 true").binding().text()).isEqualTo("core:2");
    assertThat(plan("-cpus-per-proc 3 true").binding().text()).isEqualTo("core:3");
    assertThat(plan("-bind-to none --map-by slot:PE=2 true").binding().isNone()).isTrue();
    assertThat(plan("--display-topo true").displayMap()).isTrue();
    for (String recovery :
        List.of("-dac", "--with-ft mpi", "--with-ft=ULFM", "--rtos recoverable")) {
      assertThat(plan(recovery + " true").recovery()).as(recovery).isTrue();
    }
    assertThat(plan("--with-ft none true").recovery()).isFalse();
    assertThat(plan("-enable-recovery -threads true").recovery()).as("the library's").isFalse();
    assertThat(plan("-env A=b -env C d true").apps().getFirst().environment())
        .containsEntry("A", "b")
        .containsEntry("C", "d");
  }

  @Test
  void slurmLetsTheOtherHostsGoOnAsWell() throws UsageException {
    var given = new GivenOptions();
    given.put(Option.LAUNCHER_ARGS, "-launcher-args", List.of("-A me"));
    assertThat(LauncherOptions.choose("slurm", given, true).extra()).containsExactly("-A", "me");
    given.put(Option.RECOVERY, "-enable-recovery", List.of());
    assertThat(LauncherOptions.choose("slurm", given, true).extra())
        .containsExactly("--kill-on-bad-exit=0", "--no-kill", "-A", "me");
  }

  private static List<Integer> hosts(String line) throws UsageException {
    return plan(line).hosts().placement().hostOf();
  }

  @Test
  void moreRanksThanSlotsAreRefusedWhereSomebodyAsksForThat() throws UsageException {
    String hosts = " -hosts a:1 -launcher fork -n 2 true";
    assertThat(plan("-oversubscribe" + hosts).size()).isEqualTo(2);
    for (String option : List.of("-nooversubscribe", "-map-by slot:NOOVERSUBSCRIBE")) {
      assertThatThrownBy(() -> plan(option + hosts))
          .hasMessage("-nooversubscribe: 2 ranks are more than the hosts have slots");
    }
  }

  @Test
  void aModuleIsRunAsJavaRunsIt() throws UsageException {
    AppContext app = plan("-n 1 -p mods -m app/app.Main 7").apps().getFirst();
    assertThat(app.program()).isEqualTo("java");
    assertThat(app.jvmFlags()).containsExactly("-p", "mods");
    assertThat(app.arguments()).containsExactly("-m", "app/app.Main", "7");
  }

  @Test
  void ofOneNameWithTwoMeaningsOursIsMpichs() throws UsageException {
    assertThat(plan("-n 2 -s 1 true").stdinRank()).isEqualTo(1);
    var words = new ArrayList<>(List.of("-n", "1", "true"));
    assertThat(CommandLine.parse(words, Map.of()).notes()).isEmpty();
    assertThat(CommandLine.parse(List.of("--prefix", "/opt", "true"), Map.of()).notes())
        .singleElement()
        .asString()
        .startsWith("--prefix /opt changes nothing: ");
  }
}
