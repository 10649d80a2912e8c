package org.purempi.launch.service;

import java.io.Console;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.daemon.SettingsFile;
import org.purempi.launch.system.StandardStreams;
import org.purempi.launch.text.OptionChecks;
import org.purempi.launch.text.UsageException;

/** Where the passphrase of smpd comes from: an option, the user's file, or the user. */
public final class Passphrase {
  private Passphrase() {}

  /** The file that is meant: the named one, or the user's. */
  public static Path file(@Nullable String named) throws UsageException {
    return named == null ? SettingsFile.usual() : OptionChecks.path("-smpdfile", named);
  }

  /**
   * The passphrase.
   *
   * @param who names us in the question
   * @param given the value of -phrase, or null
   * @param mayAsk whether somebody can be asked
   * @throws IOException saying how to give one
   */
  public static String find(String who, @Nullable String given, SettingsFile file, boolean mayAsk)
      throws IOException {
    String phrase = given == null ? file.get(SettingsFile.PHRASE) : given;
    if (phrase == null && mayAsk) {
      phrase = ask(who + ": passphrase of smpd: ");
    }
    if (phrase == null) {
      throw new IOException(
          "no passphrase for smpd: put a line 'phrase=…' into %s, with mode 0600"
              .formatted(file.path()));
    }
    if (phrase.isEmpty()) {
      throw new IOException("an empty passphrase would let everybody in");
    }
    return phrase;
  }

  /** Asks on the terminal, unseen; null when there is none, or nobody answers. */
  public static @Nullable String ask(String question) {
    Console console = StandardStreams.isThisProcessAsked() ? System.console() : null;
    char[] answer = console == null ? null : console.readPassword("%s", question);
    if (answer == null) {
      return null;
    }
    String phrase = new String(answer);
    Arrays.fill(answer, ' ');
    return phrase;
  }
}
