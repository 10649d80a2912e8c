package org.purempi.channel;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.jspecify.annotations.Nullable;

/** {@link Strangers} whose sockets have a thread each, which blocks. Any thread. */
public final class StrangeSockets {
  /** So many threads that wait for a first byte are no burden. */
  public static final int MOST_SILENT = 128;

  private static final long BREATHER_MILLIS = 200;

  private final Strangers<Socket> strangers = new Strangers<>(StrangeSockets::hasSpoken);

  /** Nobody yet. */
  public StrangeSockets() {}

  /**
   * Waits for the next caller and takes it in. While none can be taken (too many open files, for
   * one), tries again a little later.
   *
   * @return null when the door is closed, or this thread interrupted
   */
  public @Nullable Socket next(ServerSocket door) {
    while (!door.isClosed()) {
      try {
        Socket newcomer = door.accept();
        admit(newcomer);
        return newcomer;
      } catch (IOException e) {
        if (!door.isClosed() && !pause()) {
          return null;
        }
      }
    }
    return null;
  }

  private static boolean pause() {
    try {
      Thread.sleep(BREATHER_MILLIS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Takes a newcomer in, and closes the sockets of those who have to leave for it. */
  public void admit(Socket newcomer) {
    var from = (InetSocketAddress) newcomer.getRemoteSocketAddress();
    var here = (InetSocketAddress) newcomer.getLocalSocketAddress();
    strangers.add(newcomer, from, here);
    strangers.makeRoom(MOST_SILENT, Strangers.MOST_TALKING, StrangeSockets::close);
  }

  private static void close(Socket one) {
    try {
      one.close();
    } catch (IOException e) {
      // Its own trouble: the newcomer is in.
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
      throw new EOFException("the other side closed the connection before it sent anything");
    }
    strangers.talks(one);
    return new ByteArrayInputStream(new byte[] {(byte) first});
  }

  /** It has proved who it is, or is gone; whether it was among the strangers until now. */
  public boolean remove(Socket one) {
    return strangers.remove(one);
  }
}
