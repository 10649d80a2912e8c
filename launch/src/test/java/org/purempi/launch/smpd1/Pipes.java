package org.purempi.launch.smpd1;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Two ends of one connection over loopback. */
record Pipes(Smpd1Client.Line one, Smpd1Client.Line other) {
  static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
  private static final int PATIENCE_MILLIS = 10_000;

  static Pipes make() throws IOException {
    try (var door = new ServerSocket(0, 1, LOOPBACK)) {
      var one = new Socket(LOOPBACK, door.getLocalPort());
      return new Pipes(line(one), line(door.accept()));
    }
  }

  static Smpd1Client.Line line(Socket socket) throws IOException {
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.setTcpNoDelay(true);
    return new Smpd1Client.Line(
        socket, new BufferedInputStream(socket.getInputStream()), socket.getOutputStream());
  }
}
