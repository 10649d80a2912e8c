package org.purempi.pmi;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * How a program that no launcher has started becomes a rank of one that it has called (MPI 4.1,
 * section 11.10.2).
 */
final class SingletonStart {
  private static final String HANDSHAKE = "singinit";
  private static final int VERSION = 1;

  private SingletonStart() {}

  /** The program's side; the launcher has connected. */
  static PmiClient join(SocketChannel channel, LauncherWatch watch) throws IOException {
    InputStream stream = Channels.newInputStream(channel);
    OutputStream out = Channels.newOutputStream(channel);
    var in = new PmiReader(stream);
    expect(in.next(), HANDSHAKE);
    out.write(
        PmiLine.of(HANDSHAKE)
            .with("pmi_version", VERSION)
            .with("pmi_subversion", VERSION)
            .with("stdio", "no")
            .with("authtype", "none")
            .line());
    PmiLine info = expect(in.next(), "singinit_info");
    if (!"yes".equals(info.get("versionok"))) {
      throw new PmiException("the launcher that was called does not speak PMI 1");
    }
    var talk = new PmiConversation(in, out, watch, channel);
    return new PmiOne(talk, new PmiStart.Seat(0, 1, false, false));
  }

  private static PmiLine expect(@Nullable PmiLine line, String command) throws PmiException {
    if (line == null || !line.command().equals(command)) {
      throw new PmiException(
          "the launcher that was called does not say '%s' but %s"
              .formatted(command, line == null ? "hangs up" : "'" + line.format() + "'"));
    }
    return line;
  }
}
