package org.purempi.tests.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.purempi.tests.launch.Launch.Result;

/** A wrong call is answered with one line that says what to change, and exit code 2. */
@Timeout(60)
class UsageTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-foo true                    | unknown option '-foo'",
        "--timeot 3 true              | did you mean '-timeout'?",
        "-n2 true                     | unknown option '-n2'; did you mean '-n 2'?",
        "-bind-to user:9999 true      | -bind-to user:9999: host ",
        "-soft 1:2000000000 true      | -soft 1:2000000000: this ",
        "-n 0 true                    | -n 0: at least one process",
        "-n -3 true                   | -n -3: at least one process",
        "-n four true                 | -n four: not a number",
        "-n 200000 true               | -n 200000: at most 100000",
        "-np                          | -np: N is missing",
        "-env A                       | -env: NAME VALUE is missing",
        "-n 2                         | no program",
        "-n 2 true : -n 3             | no program after '-n 3'",
        "-n 2 true :                  | an empty program",
        "-n 1 no-such-program         | there is no program 'no-such-program' in PATH or ",
        "./no-such-program            | there is no program './no-such-program'",
        "no-such-source.java          | there is no program 'no-such-source.java'",
        "no-such.jar                  | there is no program 'no-such.jar'",
        "-cp . no.such.Main           | there is no class 'no.such.Main' on the class path",
        "java -cp . no.such.Main      | there is no class 'no.such.Main' on the class path",
        "-cp /no/such Main            | on the class path /no/such; /no/such does not exist",
        "java                         | no class, jar or source file",
        "java no-such.java            | there is no source file ",
        "/etc/passwd                  | /etc/passwd is not executable",
        "/etc                         | /etc is a directory",
        "-wdir /no/such/place true    | -wdir /no/such/place: there is no such directory",
        "-hosts a:0 true              | -hosts a:0: 0 ranks on a host",
        "-host -x true                | -host -x: '-x' cannot be a host's name",
        "-hosts 3 a 2 true            | -hosts 3: only 2 hosts follow",
        "-f /no/such true             | -f /no/such: cannot be read: no such file",
        "-hosts a -f /etc/hosts true  | -host-discovery-script: name the hosts in one way",
        "-map-by moon true            | -map-by moon: write slot, node or ppr:N:node",
        "-ppn 0 true                  | -ppn 0: write a number of ranks on a host, 1 to",
        "-launcher moon true          | -launcher moon: write ssh, slurm, smpd, kubectl or fork",
        "-launcher sge -hosts x true  | -launcher-exec 'qrsh -inherit -V'",
        "-tree oak true               | -tree oak: write yes, no or auto",
        "-port-range 7 true           | -port-range 7: write LOW:HIGH",
        "-pmi_args x i k 7            | -pmi_args x i k 7: write a port, 1 to 65535",
        "-pmi_args 1 i k 7 true       | -pmi_args: the program that is meant runs already",
        "--mca btl                    | --mca: KEY VALUE is missing",
        "-arch z80 true               | -arch z80: this host's architecture is",
        "-soft 3:x true               | -soft 3:x: write a list",
        "-n 2 -soft 3,4 true          | -soft 3,4: no number of processes from 1 to 2",
        "-timeout soon true           | -timeout soon: write a number of seconds, 1 to",
        "-iface nonexist0 true        | -iface nonexist0: this host has no network",
        "-s 2 -n 2 true               | -s 2: the job's ranks are 0 to 1",
        "-s nobody true               | -s nobody: write a rank, 'all' or 'none'",
        "-bind-to moon true           | -bind-to moon: write core, hwthread, socket, numa",
        "-initial-errhandler x true   | -initial-errhandler x: write mpi_errors_return",
        "-memory-alloc-kinds X true   | -memory-alloc-kinds X: write kinds of memory, such as",
        "-configfile /etc/hosts true  | -configfile /etc/hosts: name the programs in it or here",
        "-configfile /no/such         | -configfile /no/such: cannot be read: no such file",
        "-file /no/such true          | -file /no/such: cannot be read",
        "-l=3 true                    | -l=3: write it without '='",
      })
  void aWrongCallIsAnsweredWithOneLineAndExitCodeTwo(String call, String message) {
    Result result = Call.mpiexec(call.split(" ", -1)).run();
    assertThat(result.err()).startsWith("mpiexec: ").contains(message);
    assertThat(result.err().lines()).hasSize(1);
    assertThat(result.out()).isEmpty();
    assertThat(result.code()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Up.JAVA     | Up.JAVA: the name of a Java source must end in '.java'",
        "Some.class  | Some.class is the file of a class; write 'mpiexec -cp DIRECTORY CLASS'",
        "Folder.java | Folder.java is a directory",
        "Empty.java  | Empty.java declares no class",
        "Idle.java   | Idle.java declares no main method",
        "idle        | there is no program './idle' in ",
        "idle        | did you mean ./Idle.java?",
      })
  void aFileThatIsNoProgramIsAnsweredWithWhatItIs(
      String program, String message, @TempDir Path place) throws IOException {
    Files.createFile(place.resolve("Up.JAVA"));
    Files.createFile(place.resolve("Some.class"));
    Files.createFile(place.resolve("Empty.java"));
    Files.createDirectory(place.resolve("Folder.java"));
    Files.writeString(place.resolve("Idle.java"), "class Idle { void run() {} }");
    Result result = Call.mpiexec("-n", "2", "-wdir", place.toString(), "./" + program).run();
    assertThat(result.err()).startsWith("mpiexec: ").contains(message).hasLineCount(1);
    assertThat(result.code()).isEqualTo(2);
  }

  @Test
  void moreProcessesThanThisHostCanHoldAreRefusedWithTheLimitsName() {
    String[] fewFiles = {"sh", "-c", "ulimit -n 464; exec \"$@\"", "sh"};
    Result result = Launch.mpiexec("-n", "101", "true").by(fewFiles).run();
    assertThat(result.err())
        .isEqualTo(
            "mpiexec: -n 101: the limit of open files suffices for 100 processes;"
                + " raise 'ulimit -n'\n");
    assertThat(result.code()).isEqualTo(2);
  }

  @Test
  void aZeroByteInAFileOfWordsIsNamedWithItsLine(@TempDir Path place) throws IOException {
    Path file = Files.writeString(place.resolve("words"), "\n-n 1 -env A \"x\0y\" true\n");
    for (String option : List.of("-configfile", "-file")) {
      Result result = Call.mpiexec(option, file.toString()).run();
      assertThat(result.err())
          .startsWith("mpiexec: %s %s: line 2 has a zero byte".formatted(option, file))
          .hasLineCount(1);
      assertThat(result.code()).isEqualTo(2);
    }
  }

  @Test
  void aFileWithAnUnfitOptionIsNamedWithIt(@TempDir Path place) throws IOException {
    Path file = Files.writeString(place.resolve("more"), "genvall\n");
    Result result = Call.mpiexec("-file", file.toString(), "true").run();
    assertThat(result.err()).contains(": genvall is not an option that fits here");
    assertThat(result.code()).isEqualTo(2);
  }

  @Test
  void helpAndVersionAreAnsweredOnStandardOutput() {
    int screen = 24;
    for (String option : List.of("-h", "--help", "-help2")) {
      Result help = Call.mpiexec(option).run();
      assertThat(help.out()).startsWith("usage: mpiexec").contains("-hostfile", "-bind-to");
      assertThat(help.out().contains("-genvlist")).isEqualTo(option.equals("-help2"));
      assertThat(help.lines().size() <= screen).isEqualTo(!option.equals("-help2"));
      assertThat(help.code()).isZero();
    }
    Result version = Launch.mpiexec("-version").run();
    assertThat(version.out()).matches("mpiexec \\(purempi\\) \\S+, PMI-1, Java \\d+.*\n");
    assertThat(version.code()).isZero();
  }
}
