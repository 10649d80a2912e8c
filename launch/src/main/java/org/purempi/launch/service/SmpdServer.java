package org.purempi.launch.service;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.purempi.channel.Secret;
import org.purempi.launch.daemon.Daemon;
import org.purempi.launch.daemon.DaemonLog;
import org.purempi.launch.daemon.Doors;
import org.purempi.launch.daemon.Proof;
import org.purempi.launch.daemon.SettingsFile;
import org.purempi.launch.program.Installation;
import org.purempi.launch.remote.ManagerStart;
import org.purempi.launch.smpd1.Phrase;
import org.purempi.launch.smpd1.Smpd1Daemon;
import org.purempi.launch.smpd1.Smpd1Ranks;
import org.purempi.launch.system.CallersEnvironment;
import org.purempi.launch.system.ThisHost;
import org.purempi.launch.system.Tools;
import org.purempi.launch.text.OptionChecks;
import org.purempi.launch.text.ShellWords;
import org.purempi.launch.text.UsageException;
import org.purempi.launch.text.Visible;
import org.purempi.os.PrivateFiles;

/** The daemon as bin/smpd starts it. */
final class SmpdServer implements Daemon.Settings {
  /** The setting that keeps {@code -sethosts}. */
  private static final String HOSTS = "hosts";

  private static final String INTERFACE = "iface";

  private final SmpdLine line;
  private final Installation installation;
  private final Path path;
  private String asked = "";

  SmpdServer(SmpdLine line, Installation installation) throws UsageException {
    this.line = line;
    this.installation = installation;
    this.path = Passphrase.file(line.get(SmpdOption.FILE));
  }

  /** Serves until it is told to end. */
  void run() throws IOException, InterruptedException, UsageException {
    SettingsFile file = SettingsFile.read(path);
    String keep = line.get(SmpdOption.SET_HOSTS);
    if (keep != null) {
      file.set(HOSTS, keep);
    }
    if (line.has(SmpdOption.PHRASE)) {
      System.err.println(
          "smpd: -phrase can be seen by every user of this host; 'phrase=…' in %s cannot"
              .formatted(path));
    }
    if (line.has(SmpdOption.SMPD1)) {
      runSmpd1(file);
      return;
    }
    var daemon =
        new Daemon(
            new Daemon.Setup(
                path,
                this,
                line.has(SmpdOption.NAMES)
                    ? SmpdServer::noManager
                    : new ManagerProgram(installation.manager().toString(), managersWords()),
                installation.version(),
                new DaemonLog(SmpdServer::say, line.has(SmpdOption.DEBUG))));
    listens(daemon.port(), daemon.addresses());
    Runtime.getRuntime().addShutdownHook(new Thread(daemon::close));
    daemon.run();
  }

  private void listens(int port, String addresses) throws IOException, UsageException {
    if (line.has(SmpdOption.ANY_PORT)) {
      System.out.println(port);
      System.out.flush();
    }
    String who = line.has(SmpdOption.NAMES) ? "name server" : "smpd";
    System.err.println(who + SmpdBackground.LISTENING + addresses);
    if (line.has(SmpdOption.DETACHED)) {
      letGo();
    }
  }

  /** Serves mpiexecs of MPICH 3.0. */
  private void runSmpd1(SettingsFile file)
      throws IOException, InterruptedException, UsageException {
    var phrase = Phrase.of(phrase(file));
    Smpd1Service.warn(phrase);
    Doors doors = doors(file);
    List<InetAddress> addresses = List.copyOf(doors.addresses());
    @Nullable Set<InetAddress> guests = doors.guests();
    String version = file.get(Smpd1Service.VERSION);
    var plan =
        new Smpd1Daemon.Plan(
            ThisHost.name(),
            phrase,
            version == null ? "" : version,
            addresses,
            doors.port(),
            caller -> Doors.isWelcome(guests, caller),
            listener -> new Smpd1Ranks(listener, CallersEnvironment.of(System.getenv())),
            new DaemonLog(SmpdServer::say, line.has(SmpdOption.DEBUG))::note);
    try (Smpd1Daemon daemon = Smpd1Daemon.start(plan)) {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> Smpd1Service.end(daemon)));
      String where =
          String.join(" and ", addresses.stream().map(InetAddress::getHostAddress).toList());
      listens(daemon.port(), where + " port " + daemon.port() + " for MPICH 3.0");
      daemon.awaitEnd();
    }
  }

  private @Nullable Path logFile() throws UsageException {
    String name = line.get(SmpdOption.LOG_FILE);
    return name == null
        ? null
        : OptionChecks.path("-logfile " + ShellWords.shown(name), name).toAbsolutePath();
  }

  /** Where managers say what cannot be said to mpiexec. */
  private ProcessBuilder.Redirect managersWords() throws IOException, UsageException {
    Path log = logFile();
    return log != null
        ? ProcessBuilder.Redirect.appendTo(PrivateFiles.forOutput(log).toFile())
        : line.has(SmpdOption.DETACHED)
            ? ProcessBuilder.Redirect.DISCARD
            : ProcessBuilder.Redirect.INHERIT;
  }

  /** From now on nobody waits for what we say, but a file if one was named. */
  private void letGo() throws IOException, UsageException {
    Path log = logFile();
    OutputStream to =
        log == null ? OutputStream.nullOutputStream() : PrivateFiles.output(log, true);
    System.out.close();
    System.err.close();
    System.setErr(Visible.stream(to, StandardCharsets.UTF_8));
  }

  private static void say(String text) {
    String when = LocalTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS).toString();
    System.err.println("smpd: %s %s".formatted(when, Visible.quoted(text)));
  }

  @Override
  public Doors doors(SettingsFile file) throws IOException {
    int port;
    try {
      port = line.has(SmpdOption.ANY_PORT) ? 0 : line.port(file);
    } catch (UsageException e) {
      throw new IOException(e.getMessage(), e);
    }
    String network = line.get(SmpdOption.INTERFACE);
    network = network == null ? file.get(INTERFACE) : network;
    String hosts = line.get(SmpdOption.HOSTS);
    hosts = hosts == null ? file.get(HOSTS) : hosts;
    return new Doors(port, network, hosts == null ? List.of() : ShellWords.parts(hosts, ","));
  }

  /** The key; asked for once, read again at each restart. */
  @Override
  public Secret key(SettingsFile file) throws IOException {
    return Proof.key(phrase(file));
  }

  private String phrase(SettingsFile file) throws IOException {
    String given = line.get(SmpdOption.PHRASE);
    if (given == null && (line.has(SmpdOption.ASK) || file.get(SettingsFile.PHRASE) == null)) {
      if (asked.isEmpty() && !line.has(SmpdOption.NO_PROMPT)) {
        String answer = Passphrase.ask("smpd: the passphrase that callers must know: ");
        asked = answer == null ? "" : answer;
      }
      given = asked.isEmpty() ? null : asked;
    }
    return Passphrase.find("smpd", given, file, false);
  }

  private static Process noManager(Path socket) throws IOException {
    throw new IOException("this daemon keeps names only");
  }

  /** How a daemon starts managers: bin/smpd in a session of its own, without our terminal. */
  record ManagerProgram(String smpd, ProcessBuilder.Redirect words) implements Daemon.Program {
    @Override
    public Process start(Path socket) throws IOException {
      var line = new ArrayList<>(new Tools().newSession());
      line.addAll(List.of(smpd, ManagerStart.OPTION, "-at", socket.toString()));
      Process process = new ProcessBuilder(line).redirectOutput(words).redirectError(words).start();
      try (OutputStream nothing = process.getOutputStream()) {
        nothing.flush();
      }
      return process;
    }
  }
}
