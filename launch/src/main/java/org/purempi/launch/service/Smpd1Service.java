package org.purempi.launch.service;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.smpd1.Phrase;
import org.purempi.launch.smpd1.Smpd1Client;
import org.purempi.launch.smpd1.Smpd1Command;
import org.purempi.launch.smpd1.Smpd1Daemon;
import org.purempi.launch.smpd1.Smpd1Reader;
import org.purempi.launch.text.UsageException;
import org.purempi.launch.text.Visible;

/** {@code smpd -smpd1-compat}: what a daemon of MPICH 3.0's kind says, and questions to one. */
final class Smpd1Service {
  /** The setting that says which version the other side takes us for; MPICH 3.0 has none. */
  static final String VERSION = "smpd1_version";

  private static final int LIMIT_MILLIS = 20_000;

  private static final String WARNING =
      """
      smpd: note: -smpd1-compat proves the passphrase by MD5 and sends everything unencrypted, as \
      MPICH 3.0 did; use it in a network that you trust\
      """;
  private static final String BEST_KNOWN =
      "smpd: note: everybody knows the passphrase 'behappy'; choose another one";

  private final Phrase phrase;
  private final int port;
  private final PrintStream out;

  Smpd1Service(Phrase phrase, int port, PrintStream out) {
    this.phrase = phrase;
    this.port = port;
    this.out = out;
  }

  /** Says what this protocol is worth. */
  static void warn(Phrase phrase) {
    System.err.println(WARNING);
    if (phrase.isTheWorldsBestKnown()) {
      System.err.println(BEST_KNOWN);
    }
  }

  /** Ends a daemon and its jobs. */
  static void end(Smpd1Daemon daemon) {
    try {
      daemon.close();
    } catch (IOException e) {
      System.err.println("smpd: " + e.getMessage());
    }
  }

  /**
   * Asks the daemons of these hosts, or of this one, and prints the answers as the original does.
   *
   * @return 0 when all of them could do it
   */
  int ask(SmpdOption action, List<String> words, List<String> hosts) throws UsageException {
    int code = 0;
    for (String host : hosts.isEmpty() ? List.of("localhost") : hosts) {
      try {
        code |= ask(action, words, host) ? 0 : 1;
      } catch (IOException e) {
        System.err.println("smpd: " + e.getMessage());
        code = 1;
      }
    }
    return code;
  }

  private boolean ask(SmpdOption action, List<String> words, String host)
      throws IOException, UsageException {
    Smpd1Command question = question(action, words);
    Smpd1Client.Line line = new Smpd1Client(phrase, port, LIMIT_MILLIS).console(host);
    try (var socket = line.socket()) {
      socket.setSoTimeout(LIMIT_MILLIS);
      line.out().write(question.bytes());
      Smpd1Command answer =
          question.verb().equals("print") ? null : new Smpd1Reader(line.in()).next();
      line.out().write(Smpd1Command.of("done", 0, 1, 1).bytes());
      return said(action, host, answer);
    }
  }

  private static Smpd1Command question(SmpdOption action, List<String> words)
      throws UsageException {
    String verb = action.name().toLowerCase(Locale.ROOT);
    Smpd1Command question = Smpd1Command.of(verb, 0, 1, 0);
    return switch (action) {
      case STATUS, SHUTDOWN, RESTART, PRINT -> question;
      case VALIDATE -> question.with("account", "x").with("password", "yx");
      case GET, DELETE -> question.with("key", words.getFirst());
      case SET -> question.with("key", words.getFirst()).with("value", words.get(1));
      default ->
          throw new UsageException(
              "-" + action.names.getFirst() + " does not go with -smpd1-compat");
    };
  }

  private boolean said(SmpdOption action, String host, @Nullable Smpd1Command answer)
      throws IOException {
    if (action == SmpdOption.PRINT) {
      return true; // the daemon prints it where it is
    }
    if (answer == null) {
      throw new IOException("smpd on " + host + " closed its connection");
    }
    String result = String.valueOf(answer.get(Smpd1Command.RESULT));
    switch (action) {
      case STATUS -> {
        out.println("smpd running on " + host);
        if (!result.equals("none")) {
          out.println("dynamic hosts: " + Visible.quoted(result));
        }
        return true;
      }
      case SHUTDOWN, RESTART -> {
        return answer.verb().equals("down");
      }
      case VALIDATE -> {
        out.println("SUCCESS"); // it has let us in; accounts are for Windows
        return true;
      }
      default -> {
        String value = answer.get("value");
        out.println(Visible.quoted(value == null ? result : value));
        return answer.succeeded();
      }
    }
  }
}
