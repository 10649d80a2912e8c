package org.purempi.launch.program;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.purempi.launch.system.CallersEnvironment;
import org.purempi.launch.text.UsageException;
import org.purempi.setting.Setting;
import org.purempi.setting.SettingException;

/**
 * Prints the command line bin/purempi-java is to become: its arguments are those of {@code java};
 * each word of the answer ends with a zero byte.
 */
public final class JavaLine {
  private static final int USAGE = 2;
  private static final int FAILURE = 1;

  private JavaLine() {}

  /** Prints the words, or a message on standard error and exits with 1 or 2. */
  public static void main(String[] arguments) {
    System.exit(run(List.of(arguments), CallersEnvironment.of(System.getenv())));
  }

  private static int run(List<String> arguments, Map<String, String> environment) {
    try {
      var app =
          new AppContext(
              1,
              "java",
              false,
              arguments,
              List.of(),
              null,
              null,
              List.of(),
              Path.of("").toAbsolutePath(),
              environment);
      Command command = programs(environment).resolve(app);
      var out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
      command.words().forEach(word -> out.print(word + "\0"));
      out.flush();
      return 0;
    } catch (UsageException | SettingException e) {
      System.err.println("purempi-java: " + e.getMessage());
      return USAGE;
    } catch (CompilationException e) {
      System.err.print(e.getMessage());
      return FAILURE;
    }
  }

  /** Another launcher may tell how many of its processes share this host. */
  private static Programs programs(Map<String, String> environment) throws UsageException {
    String told = environment.get("MPI_LOCALNRANKS");
    int ranks = told != null && told.matches("[1-9]\\d{0,5}") ? Integer.parseInt(told) : 1;
    HostShare share = HostShare.of(ranks, Setting.JVM_DEFAULTS.isOn(environment));
    return new Programs(Installation.fromSystemProperties(), share, null, environment);
  }
}
