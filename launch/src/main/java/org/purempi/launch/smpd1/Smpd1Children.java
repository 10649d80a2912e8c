package org.purempi.launch.smpd1;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.purempi.channel.StrangeSockets;
import org.purempi.launch.smpd.ManagerTree;
import org.purempi.launch.system.DaemonThread;

/**
 * Programs that were built with {@code --with-pmi=smpd} speak smpd's language over an inherited
 * connection, {@code PMI_SMPD_FD}. Java inherits none to its children, so bash connects to us and
 * becomes the program; a word that only the rank's environment knows says which one it is.
 */
final class Smpd1Children implements AutoCloseable {
  private static final Path BASH = Path.of("/bin/bash");
  private static final String PORT = "PUREMPI_SMPD1_PORT";
  private static final String WORD = "PUREMPI_SMPD1_WORD";
  private static final int WORD_BYTES = 16;
  private static final int GREETING_MILLIS = 5000;

  private static final String CONNECT =
      """
      exec {PMI_SMPD_FD}<>"/dev/tcp/127.0.0.1/$%s" && printf %%s "$%s" >&"$PMI_SMPD_FD"
      unset %s %s
      export PMI_SMPD_FD
      exec "$@"
      """
          .formatted(PORT, WORD, PORT, WORD);

  /** What a program may say; its answers are matched by its number. */
  private static final Set<String> VERBS =
      Set.of("init", "finalize", "barrier", "abort_job", "spawn");

  private final @Nullable ServerSocket door;
  private final Smpd1Processes.Listener listener;
  private final StrangeSockets strangers = new StrangeSockets();
  private final Map<String, Smpd1Rank> expected = new ConcurrentHashMap<>();

  private Smpd1Children(@Nullable ServerSocket door, Smpd1Processes.Listener listener) {
    this.door = door;
    this.listener = listener;
  }

  /** Listens for ranks, where there is a bash. */
  static Smpd1Children open(Smpd1Processes.Listener listener) throws IOException {
    ServerSocket door =
        Files.isExecutable(BASH)
            ? new ServerSocket(0, 0, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))
            : null;
    var children = new Smpd1Children(door, listener);
    if (door != null) {
      DaemonThread.start("smpd1-children", () -> children.listen(door));
    }
    return children;
  }

  /** The words by which a program is started. */
  List<String> words(List<String> program) {
    if (door == null) {
      return program;
    }
    var words = new ArrayList<>(List.of(BASH.toString(), "-pc", CONNECT, "rank"));
    words.addAll(program);
    return words;
  }

  /** The variables by which it finds us. */
  Map<String, String> variables(Smpd1Rank member) {
    if (door == null) {
      return Map.of();
    }
    var bytes = new byte[WORD_BYTES];
    new SecureRandom().nextBytes(bytes);
    String word = HexFormat.of().formatHex(bytes);
    expected.put(word, member);
    return Map.of(PORT, Integer.toString(door.getLocalPort()), WORD, word);
  }

  private void listen(ServerSocket at) {
    for (Socket one = strangers.next(at); one != null; one = strangers.next(at)) {
      Socket caller = one;
      DaemonThread.start("smpd1-child", () -> greet(caller));
    }
  }

  private void greet(Socket socket) {
    try {
      if (!isRank(socket)) {
        socket.close();
      }
    } catch (IOException e) {
      // A stranger's, whose trouble is not the ranks'.
    } finally {
      strangers.remove(socket);
    }
  }

  /** Whether a rank of ours has connected, who is listened to from now on. */
  private boolean isRank(Socket socket) {
    try {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(GREETING_MILLIS);
      InputStream first = strangers.heard(socket);
      InputStream in =
          new BufferedInputStream(new SequenceInputStream(first, socket.getInputStream()));
      byte[] word = in.readNBytes(2 * WORD_BYTES);
      Smpd1Rank member = expected.remove(new String(word, StandardCharsets.US_ASCII));
      if (member == null) {
        return false;
      }
      socket.setSoTimeout(0);
      var line = new Smpd1Client.Line(socket, in, socket.getOutputStream());
      new Smpd1Link("rank-" + member.rank(), line, new Voice(member)).open();
      return true;
    } catch (IOException e) {
      return false; // it is gone, or says nothing
    }
  }

  /** What a rank says. */
  private final class Voice implements Smpd1Link.Handler {
    private final Smpd1Rank member;

    Voice(Smpd1Rank member) {
      this.member = member;
    }

    @Override
    public void arrived(Smpd1Link from, Smpd1Command command) throws IOException {
      member.child(from);
      if (command.verb().equals("done")) {
        from.close();
        return;
      }
      boolean known = VERBS.contains(command.verb()) || command.verb().startsWith("db");
      if (!known || command.source() != member.node()) {
        throw new Smpd1Exception("a rank must not say '" + command.verb() + "'");
      }
      boolean numbered =
          command.verb().equals("abort_job")
              || command.requireInt(Smpd1Command.CONTEXT) == member.context();
      if (!numbered || (command.destination() != 1 && command.destination() != ManagerTree.ROOT)) {
        throw new Smpd1Exception("a rank says '" + command.verb() + "' in another's name");
      }
      listener.said(command);
    }

    @Override
    public void lost(Smpd1Link from, String why) {
      from.disconnect(); // its process tells more
    }
  }

  @Override
  public void close() throws IOException {
    if (door != null) {
      door.close();
    }
  }
}
