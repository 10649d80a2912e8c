package org.purempi.launch.options;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.purempi.channel.Secret;
import org.purempi.launch.daemon.Proof;
import org.purempi.launch.daemon.SettingsFile;
import org.purempi.launch.hosts.Host;
import org.purempi.launch.service.Passphrase;
import org.purempi.launch.service.SmpdConsole;
import org.purempi.launch.service.SmpdLine;
import org.purempi.launch.service.SmpdOption;
import org.purempi.launch.smpd1.Phrase;
import org.purempi.launch.smpd1.Smpd1Client;
import org.purempi.launch.text.UsageException;
import org.purempi.os.User;

/** mpiexec's way to smpd's daemons: the passphrase, where it is kept, and whether it is right. */
public final class SmpdAccess {
  /** Options of mpiexec that have no meaning without smpd, or a name server. */
  private static final List<Option> HINTS = List.of(Option.SMPD_PHRASE, Option.SMPD_FILE);

  private final GivenOptions options;
  private final SettingsFile file;

  /**
   * @param options the values of mpiexec's global options
   * @throws IOException when the file of the passphrase must not be used
   */
  SmpdAccess(GivenOptions options) throws IOException, UsageException {
    this.options = options;
    this.file = SettingsFile.read(Passphrase.file(options.get(Option.SMPD_FILE)));
  }

  /** Whether the options ask for smpd without naming it. */
  static boolean isMeant(GivenOptions options) {
    return options.has(Option.SMPD_PORT)
        || (!options.has(Option.NAME_SERVER) && HINTS.stream().anyMatch(options::has));
  }

  int port() throws UsageException {
    String written = options.get(Option.SMPD_PORT);
    return written == null ? SmpdLine.portOf(file) : Integer.parseInt(written);
  }

  Secret key() throws IOException {
    return Proof.key(phrase());
  }

  /** How to call daemons of MPICH 3.0's kind. */
  Smpd1Client smpd1(int limitSeconds) throws IOException, UsageException {
    int limitMillis = (int) TimeUnit.SECONDS.toMillis(limitSeconds);
    return new Smpd1Client(Phrase.of(phrase()), port(), limitMillis);
  }

  String phrase() throws IOException {
    boolean mayAsk = !options.has(Option.NO_PROMPT);
    return Passphrase.find("mpiexec", options.get(Option.SMPD_PHRASE), file, mayAsk);
  }

  /** Carries out an option that runs no program; answers the exit code. */
  public int run(Option action, List<Host> hosts, PrintStream out)
      throws IOException, UsageException {
    switch (action) {
      case REGISTER -> {
        String phrase = options.get(Option.SMPD_PHRASE);
        phrase = phrase == null ? Passphrase.ask("passphrase of smpd: ") : phrase;
        if (phrase == null || phrase.isEmpty()) {
          throw new UsageException("-register: no passphrase; type one, or use -phrase");
        }
        file.set(SettingsFile.PHRASE, phrase);
        out.println("the passphrase is in " + file.path() + ", which only you can read");
        return 0;
      }
      case REMOVE -> {
        @Nullable String known = file.get(SettingsFile.PHRASE);
        if (known == null) {
          throw new UsageException("-remove: there is no passphrase in " + file.path());
        }
        file.set(SettingsFile.PHRASE, null);
        out.println("the passphrase is no longer in " + file.path());
        return 0;
      }
      case VALIDATE -> {
        List<String> names = hosts.stream().map(Host::name).toList();
        var console = new SmpdConsole(port(), key(), out);
        return console.run(SmpdOption.VALIDATE, List.of(), names, System.in);
      }
      case WHOAMI -> {
        out.println(User.name());
        return 0;
      }
      default -> throw new IllegalArgumentException(action + " runs a program");
    }
  }
}
