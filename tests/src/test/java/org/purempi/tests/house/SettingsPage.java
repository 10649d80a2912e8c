package org.purempi.tests.house;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.purempi.setting.Audience;
import org.purempi.setting.Setting;

/**
 * Makes docs/reference/settings.md out of the table in the code: {@code .ci/settings} runs this
 * file by itself.
 */
final class SettingsPage {
  private SettingsPage() {}

  public static void main(String[] args) throws IOException {
    Path page = page(Path.of(""));
    Files.createDirectories(page.getParent());
    Files.writeString(page, make());
  }

  static Path page(Path root) {
    return root.resolve("docs/reference/settings.md");
  }

  static String make() {
    var page = new StringBuilder();
    page.append(
        """
        <!-- Made by .ci/settings out of os/src/main/java/org/purempi/setting/Setting.java: change that, not this. -->
        # Settings

        Every setting can be given in three ways:

        * as a system property of the program's JVM, `java -Dpurempi.transport=tcp Program`;
        * as an environment variable, `PUREMPI_TRANSPORT=tcp`: mpiexec passes its environment on to all ranks, and
          `mpiexec -env`, `-genv` and `-x` set one for some or all of them;
        * as a flag of mpiexec, `mpiexec -n 4 -Dpurempi.transport=tcp Program.java`, which Java programs get as a property
          and mpiexec reads itself where a setting concerns it.

        A property goes before the variable; a blank value counts as none. A value that a setting cannot have is an error
        that names the setting, the value and what is allowed. An unknown name is reported once, by mpiexec or by a
        process that runs alone, with the nearest name there is. All ranks of a job should have the same settings.
        """);
    for (Audience audience : Audience.values()) {
      page.append("\n## ").append(audience.title()).append("\n\n");
      page.append(
          "| property | variable | default | allowed | what it does |\n|---|---|---|---|---|\n");
      for (Setting setting : Setting.values()) {
        if (setting.audience() == audience) {
          page.append(row(setting));
        }
      }
      if (audience == Audience.ALGORITHMS) {
        page.append(
            """

            Where none is set, tables choose by ranks and bytes: [Collective operations](../guide/collectives.md). The setting
            of `alltoallv` is that of alltoallw as well, and `reduce-scatter` that of both forms.
            """);
      }
    }
    return page.toString();
  }

  private static String row(Setting setting) {
    String property = setting.isVariableOnly() ? "" : code(setting.property(), setting);
    String standard = setting.standard();
    String shown =
        standard.isEmpty() ? "–" : standard.contains(" ") ? standard : "`" + standard + "`";
    return "| %s | %s | %s | %s | %s |%n"
        .formatted(
            property,
            code(setting.variable(), setting),
            shown,
            setting.allowed(),
            setting.sentence());
  }

  private static String code(String name, Setting setting) {
    return "`" + name + (setting.isFamily() ? "…" : "") + "`";
  }
}
