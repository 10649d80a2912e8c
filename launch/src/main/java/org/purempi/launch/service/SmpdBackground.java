package org.purempi.launch.service;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.purempi.launch.daemon.SettingsFile;
import org.purempi.launch.program.Installation;
import org.purempi.launch.system.Tools;
import org.purempi.launch.text.UsageException;

/** {@code smpd -s}: starts the daemon in a session of its own and waits until it listens. */
final class SmpdBackground {
  /** What the daemon says once it listens. */
  static final String LISTENING = ": listening on ";

  private SmpdBackground() {}

  /** Starts it; answers 0 when it listens, or the exit code it ended with before. */
  static int start(SmpdLine line, List<String> arguments, Installation installation)
      throws IOException, UsageException, InterruptedException {
    SettingsFile file = SettingsFile.read(Passphrase.file(line.get(SmpdOption.FILE)));
    if (!line.has(SmpdOption.PHRASE) && file.get(SettingsFile.PHRASE) == null) {
      throw new IOException(
          "-s: in the background nobody can be asked; put a line 'phrase=…' into %s, mode 0600"
              .formatted(file.path()));
    }
    var words = new ArrayList<>(new Tools().newSession());
    words.add(installation.manager().toString());
    for (String word : arguments) {
      String name = word.replaceFirst("^--?", "");
      boolean isDash = word.startsWith("-");
      words.add(isDash && SmpdOption.BACKGROUND.names.contains(name) ? "-detached" : word);
    }
    Process daemon =
        new ProcessBuilder(words)
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .start();
    try (var said =
        new BufferedReader(
            new InputStreamReader(daemon.getInputStream(), StandardCharsets.UTF_8))) {
      for (String text = said.readLine(); text != null; text = said.readLine()) {
        if (text.matches("[0-9]+")) {
          System.out.println(text); // the port, for -anyport
          continue;
        }
        System.err.println(text);
        if (text.contains(LISTENING)) {
          return 0;
        }
      }
    }
    return daemon.waitFor();
  }
}
