package org.purempi.spawn;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import org.purempi.ErrorClass;
import org.purempi.MpiException;

/**
 * A connection of the program's own over which two processes meet (section 11.10.4). It is trusted
 * as it is; exactly what is sent over it is read from it, so that the program can use it again.
 */
final class JoinedSocket {
  private static final byte[] MAGIC = {'P', 'U', 'R', 'E', 'J', 'O', 'I', 'N'};

  private JoinedSocket() {}

  /** Both say a random number; whose is larger is the host. */
  static Call call(SocketChannel channel) {
    try {
      channel.configureBlocking(true);
      byte[] mine = Lot.draw();
      write(channel, MAGIC);
      write(channel, mine);
      if (!Arrays.equals(read(channel, MAGIC.length), MAGIC)) {
        throw new MpiException(
            ErrorClass.INTERN, "what comes over the socket is not a join of purempi's");
      }
      Lot lot = Lot.of(mine, read(channel, Lot.BYTES), "join");
      return SocketCall.over(channel, lot.isHost(), lot.key());
    } catch (IOException e) {
      throw new MpiException(ErrorClass.INTERN, "the socket cannot be used: " + e.getMessage(), e);
    }
  }

  private static void write(SocketChannel channel, byte[] bytes) throws IOException {
    ByteBuffer all = ByteBuffer.wrap(bytes);
    while (all.hasRemaining()) {
      channel.write(all);
    }
  }

  private static byte[] read(SocketChannel channel, int bytes) throws IOException {
    ByteBuffer all = ByteBuffer.allocate(bytes);
    while (all.hasRemaining()) {
      if (channel.read(all) < 0) {
        throw new EOFException("the other side has closed it");
      }
    }
    return all.array();
  }
}
