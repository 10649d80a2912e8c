package org.purempi.channel;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;

/** {@link Strangers} whose sockets have a thread each, which blocks. Any thread. */
public final class StrangeSockets {
  /** So many threads that wait for a first byte are no burden. */
  public static final int MOST_SILENT = 128;

  private final Strangers<Socket> strangers =
      new Strangers<>(MOST_SILENT, StrangeSockets::hasSpoken);

  /** Nobody yet. */
  public StrangeSockets() {}

  /** Takes a newcomer in, and closes the sockets of those who have to leave for it. */
  public void admit(Socket newcomer) throws IOException {
    var from = (InetSocketAddress) newcomer.getRemoteSocketAddress();
    var here = (InetSocketAddress) newcomer.getLocalSocketAddress();
    strangers.add(newcomer, from, here);
    for (Socket one = strangers.takeSurplus(); one != null; one = strangers.takeSurplus()) {
      one.close();
    }
  }

  private static boolean hasSpoken(Socket one) {
    try {
      return one.getInputStream().available() > 0;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Waits until one has said its first byte: then it is not taken for one of the silent any more.
   *
   * @return that byte
   * @throws EOFException when it hangs up without a word
   */
  public InputStream heard(Socket one) throws IOException {
    int first = one.getInputStream().read();
    if (first < 0) {
      throw new EOFException("the other side hung up before it said anything");
    }
    strangers.talks(one);
    return new ByteArrayInputStream(new byte[] {(byte) first});
  }

  /** It has proved who it is, or is gone; whether it was among the strangers until now. */
  public boolean remove(Socket one) {
    return strangers.remove(one);
  }
}
