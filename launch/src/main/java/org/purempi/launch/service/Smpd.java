package org.purempi.launch.service;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.purempi.channel.Secret;
import org.purempi.launch.daemon.Callback;
import org.purempi.launch.daemon.DaemonClient;
import org.purempi.launch.daemon.Proof;
import org.purempi.launch.daemon.SettingsFile;
import org.purempi.launch.program.Installation;
import org.purempi.launch.remote.Manager;
import org.purempi.launch.smpd1.Phrase;
import org.purempi.launch.system.ThisHost;
import org.purempi.launch.text.UsageException;
import org.purempi.launch.text.Visible;

/**
 * The program smpd: the daemon that lets this user's jobs in ({@code smpd}), questions to one
 * ({@code smpd -status HOST}, …), and the manager of one job on this host ({@code smpd -manager}),
 * over its standard streams or a socket of the daemon that starts it.
 */
public final class Smpd {
  private static final int USAGE = 2;
  private static final int FAILURE = 1;

  private Smpd() {}

  /** Runs smpd; a manager exits with 0 when the job is over, whatever came of it. */
  public static void main(String[] arguments) {
    Visible.guardStreams();
    System.exit(run(List.of(arguments)));
  }

  private static int run(List<String> arguments) {
    try {
      SmpdLine line = SmpdLine.parse(arguments);
      SmpdOption action = line.action();
      if (action == null) {
        return serve(line, arguments);
      }
      return switch (action) {
        case MANAGER -> manage(line);
        case HELP -> help();
        case VERSION -> {
          System.out.println("smpd (purempi) " + Installation.fromSystemProperties().version());
          yield 0;
        }
        default -> ask(action, line);
      };
    } catch (UsageException e) {
      System.err.println("smpd: " + e.getMessage());
      return USAGE;
    } catch (IOException e) {
      System.err.println("smpd: " + e.getMessage());
      return FAILURE;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return FAILURE;
    }
  }

  private static int serve(SmpdLine line, List<String> arguments)
      throws IOException, UsageException, InterruptedException {
    var installation = Installation.fromSystemProperties();
    if (line.has(SmpdOption.BACKGROUND)) {
      return SmpdBackground.start(line, arguments, installation);
    }
    new SmpdServer(line, installation).run();
    return 0;
  }

  private static int manage(SmpdLine line) throws IOException, InterruptedException {
    if (line.has(SmpdOption.CALL)) {
      try (DaemonClient mpiexec = Callback.answer(System.in, System.getenv(), ThisHost.name())) {
        Manager.serve(mpiexec.in(), new BufferedOutputStream(mpiexec.out(), 1 << 16), null);
      }
      return 0;
    }
    String at = line.get(SmpdOption.AT);
    if (at == null) {
      var out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16);
      Manager.serve(new FileInputStream(FileDescriptor.in), out, null);
      return 0;
    }
    try (SocketChannel daemon = SocketChannel.open(UnixDomainSocketAddress.of(at))) {
      InputStream in = Channels.newInputStream(daemon);
      var hex = new String(in.readNBytes(2 * Secret.BYTES + 1), StandardCharsets.US_ASCII).strip();
      if (!Secret.isHex(hex)) {
        return 0; // whoever called has changed his mind
      }
      var out = new BufferedOutputStream(Channels.newOutputStream(daemon), 1 << 16);
      Manager.serve(in, out, Secret.ofHex(hex));
    }
    return 0;
  }

  private static int ask(SmpdOption action, SmpdLine line) throws IOException, UsageException {
    SettingsFile file = SettingsFile.read(Passphrase.file(line.get(SmpdOption.FILE)));
    String phrase =
        Passphrase.find("smpd", line.get(SmpdOption.PHRASE), file, !line.has(SmpdOption.NO_PROMPT));
    if (line.has(SmpdOption.SMPD1)) {
      return new Smpd1Service(Phrase.of(phrase), line.port(file), System.out)
          .ask(action, line.words(), line.hosts());
    }
    var console = new SmpdConsole(line.port(file), Proof.key(phrase), System.out);
    return console.run(action, line.words(), line.hosts(), System.in);
  }

  private static int help() {
    SmpdManual.help(System.out);
    return 0;
  }
}
