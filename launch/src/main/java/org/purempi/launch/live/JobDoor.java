package org.purempi.launch.live;

import java.io.IOException;
import java.io.InputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.purempi.launch.system.DaemonThread;
import org.purempi.os.PrivateFiles;

/**
 * Where one mpiexec takes questions about its job: a line, which is answered by a line {@code yes}
 * and a text, or by {@code no} and why not. Only this user can enter the socket's folder. Gone when
 * it is closed.
 */
public final class JobDoor implements AutoCloseable {
  /** How the names of the folders begin. */
  static final String FOLDER = "purempi-jobs-";

  static final String YES = "yes";
  static final String NO = "no ";

  /** The longest question. */
  private static final int MOST_BYTES = 200;

  /** Answers questions. */
  @FunctionalInterface
  public interface Desk {
    /**
     * The answer.
     *
     * @throws RefusedException if there is none, and why
     */
    String answer(String question) throws RefusedException, InterruptedException;
  }

  /** There is no answer; the message says why. */
  public static final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    /** For a reason, in words. */
    public RefusedException(String why) {
      super(why);
    }
  }

  private final ServerSocketChannel server;
  private final Path path;
  private final Desk desk;

  private JobDoor(ServerSocketChannel server, Path path, Desk desk) {
    this.server = server;
    this.path = path;
    this.desk = desk;
  }

  /**
   * Opens the door of this process.
   *
   * @throws IOException if there is no place that only this user can enter
   */
  public static JobDoor open(Desk desk) throws IOException {
    Path path = PrivateFiles.lasting(FOLDER).resolve(Long.toString(ProcessHandle.current().pid()));
    Files.deleteIfExists(path); // of a process that had our number and was killed
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      server.bind(UnixDomainSocketAddress.of(path));
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
    var door = new JobDoor(server, path, desk);
    DaemonThread.start("job-door", door::listen);
    return door;
  }

  private void listen() {
    try {
      while (true) {
        SocketChannel caller = server.accept();
        DaemonThread.start("job-caller", () -> serve(caller));
      }
    } catch (IOException e) {
      // It is closed, or no descriptor is left: the job goes on.
    }
  }

  private void serve(SocketChannel caller) {
    try (caller;
        var in = Channels.newInputStream(caller);
        var out = Channels.newOutputStream(caller)) {
      String question = line(in);
      out.write(answer(question).getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // Who has asked is gone.
    }
  }

  private static String line(InputStream in) throws IOException {
    byte[] line = new byte[MOST_BYTES];
    int length = 0;
    for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
      line[length++] = (byte) c;
      if (length == MOST_BYTES) {
        break;
      }
    }
    return new String(line, 0, length, StandardCharsets.UTF_8);
  }

  private String answer(String question) {
    try {
      return YES + "\n" + desk.answer(question);
    } catch (RefusedException e) {
      return NO + e.getMessage() + "\n";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return NO + "the job is ending\n";
    }
  }

  @Override
  public void close() {
    try {
      server.close();
      Files.deleteIfExists(path);
    } catch (IOException e) {
      // Whoever finds it finds nobody behind it, and removes it.
    }
  }
}
