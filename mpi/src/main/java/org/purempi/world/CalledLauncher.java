package org.purempi.world;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URISyntaxException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.purempi.pmi.LauncherWatch;
import org.purempi.pmi.PmiClient;
import org.purempi.pmi.PmiException;
import org.purempi.pmi.SpawnProgram;
import org.purempi.pmi.SpawnResult;
import org.purempi.setting.Setting;
import org.purempi.spawn.Launcher;

/**
 * The mpiexec that a program calls which was started without one (section 11.10.2): when it first
 * needs a launcher, and not before.
 */
final class CalledLauncher implements Launcher {
  private static final String PROGRAM = "mpiexec";
  private static final int MILLIS = 20_000;

  /** Up to so many folders above a jar of ours is the folder bin of its installation. */
  private static final int MOST_LEVELS = 3;

  private final LauncherWatch watch;
  private @Nullable PmiLauncher called;

  /**
   * A launcher to be called.
   *
   * @param watch told of other worlds, and of the launcher's end
   */
  CalledLauncher(LauncherWatch watch) {
    this.watch = watch;
  }

  private synchronized PmiLauncher called() throws PmiException {
    PmiLauncher known = called;
    if (known == null) {
      known = new PmiLauncher(call());
      called = known;
    }
    return known;
  }

  private PmiClient call() throws PmiException {
    Path program = program();
    try (ServerSocketChannel door = ServerSocketChannel.open()) {
      door.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      String port = Integer.toString(door.socket().getLocalPort());
      Process process =
          new ProcessBuilder(
                  program.toString(),
                  "-pmi_args",
                  port,
                  "default_interface",
                  "default_key",
                  Long.toString(ProcessHandle.current().pid()))
              .redirectInput(new File("/dev/null"))
              .redirectOutput(ProcessBuilder.Redirect.INHERIT)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      return PmiClient.called(await(door, process, program), watch);
    } catch (PmiException e) {
      throw e;
    } catch (IOException e) {
      throw new PmiException(program + " cannot be called: " + e.getMessage(), e);
    }
  }

  private static SocketChannel await(ServerSocketChannel door, Process process, Path program)
      throws IOException {
    door.configureBlocking(false);
    long untilNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MILLIS);
    while (System.nanoTime() - untilNanos < 0) {
      SocketChannel channel = door.accept();
      if (channel != null) {
        channel.configureBlocking(true);
        return channel;
      }
      if (!process.isAlive()) {
        throw new PmiException(
            "%s has ended with code %d: is it purempi's? Set %s"
                .formatted(program, process.exitValue(), Setting.MPIEXEC.variable()));
      }
      try {
        Thread.sleep(1);
      } catch (InterruptedException e) {
        process.destroy();
        Thread.currentThread().interrupt();
        throw new PmiException("interrupted");
      }
    }
    process.destroy();
    throw new PmiException(program + " has not called back");
  }

  /** The one that is set, that of this installation, or that of PATH. */
  private static Path program() throws PmiException {
    String set = Setting.MPIEXEC.text();
    if (set != null) {
      return Path.of(set);
    }
    Path beside = besideOurJar();
    if (beside != null) {
      return beside;
    }
    String path = System.getenv("PATH");
    for (String folder : path == null ? new String[0] : path.split(File.pathSeparator, -1)) {
      Path program = Path.of(folder, PROGRAM);
      if (Files.isExecutable(program)) {
        return program;
      }
    }
    throw new PmiException(
        "there is no mpiexec: start the program by mpiexec, or say where it is by "
            + Setting.MPIEXEC.variable());
  }

  private static @Nullable Path besideOurJar() {
    try {
      var source = CalledLauncher.class.getProtectionDomain().getCodeSource();
      Path folder = source == null ? null : Path.of(source.getLocation().toURI()).getParent();
      for (int level = 0; folder != null && level < MOST_LEVELS; level++) {
        Path program = folder.resolve("bin").resolve(PROGRAM);
        if (Files.isExecutable(program)) {
          return program;
        }
        folder = folder.getParent();
      }
    } catch (URISyntaxException | RuntimeException e) {
      return null; // classes from elsewhere
    }
    return null;
  }

  @Override
  public SpawnResult spawn(List<SpawnProgram> programs, Map<String, String> pairs)
      throws PmiException {
    return called().spawn(programs, pairs);
  }

  @Override
  public boolean publish(String service, String port) throws PmiException {
    return called().publish(service, port);
  }

  @Override
  public Optional<String> lookup(String service) throws PmiException {
    return called().lookup(service);
  }

  @Override
  public boolean unpublish(String service) throws PmiException {
    return called().unpublish(service);
  }

  @Override
  public void disconnected(String space) throws PmiException {
    called().disconnected(space);
  }

  /** The program has ended MPI: a launcher that was called may go. */
  synchronized void finish() throws PmiException {
    PmiLauncher known = called;
    if (known != null) {
      known.pmi().finish();
    }
  }
}
