package org.purempi.launch.smpd1;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import org.purempi.channel.Alarm;
import org.purempi.launch.smpd.ManagerTree;

/**
 * Calls an smpd, proves to know the passphrase, and asks for a session: mpiexec's side, and that of
 * a manager towards those below it. Any thread.
 *
 * @param phrase the passphrase
 * @param port where every smpd of the tree listens
 * @param limitMillis how long a call may take, from the first packet to the first command
 */
public record Smpd1Client(Phrase phrase, int port, int limitMillis) {
  private static final String WITHOUT_ACCOUNT = "nocredentials";
  private static final String STAY = "-1";
  private static final String WRONG_VERSION = "FAIL_VERSION";

  /** An open connection whose next bytes are commands. */
  public record Line(Socket socket, InputStream in, OutputStream out) {}

  /**
   * Asks for a manager.
   *
   * @param id its number
   * @param parent the number of who calls
   * @throws IOException naming the host and what was wrong
   */
  public Line manager(String host, int id, int parent) throws IOException {
    String header = "id=%d parent=%d level=%d".formatted(id, parent, ManagerTree.level(id));
    return call(host, "process", header);
  }

  /** Asks for a session with the daemon itself. */
  public Line console(String host) throws IOException {
    return call(host, "smpd", "id=1 parent=0 level=0");
  }

  private Line call(String host, String session, String header) throws IOException {
    var alarm = new Alarm(limitMillis);
    Socket socket = null;
    try {
      Socket first = connect(host, port, alarm);
      socket = first;
      InputStream in = new BufferedInputStream(first.getInputStream());
      OutputStream out = first.getOutputStream();
      prove(in, out);
      Smpd1Fields.write(out, session, Smpd1Fields.SESSION_BYTES);
      String wanted = Smpd1Fields.read(in, Smpd1Fields.CREDENTIALS_BYTES);
      if (session.equals("process")) {
        String back = withoutAccount(in, wanted);
        if (!back.equals(STAY)) {
          Socket second = connect(host, port(back), alarm);
          first.close();
          socket = second;
          in = new BufferedInputStream(second.getInputStream());
          out = second.getOutputStream();
        }
      } else if (!wanted.equals("nopwd")) {
        throw new Smpd1Exception("it wants a password of its own, which we have not");
      }
      Smpd1Fields.write(out, header, Smpd1Fields.HEADER_BYTES);
      if (!alarm.off()) {
        throw new IOException(late());
      }
      return new Line(socket, in, out);
    } catch (IOException e) {
      boolean rang = !alarm.off();
      if (socket != null) {
        socket.close();
      }
      String why = rang ? late() : e.getMessage();
      throw new IOException("smpd on %s port %d: %s".formatted(host, port, why), e);
    }
  }

  private String late() {
    return "it did not answer within " + limitMillis / 1000 + " s";
  }

  private Socket connect(String host, int at, Alarm alarm) throws IOException {
    var socket = new Socket();
    alarm.guards(socket);
    try {
      var address = new InetSocketAddress(host, at);
      if (address.isUnresolved()) {
        throw new IOException("no host of that name is known");
      }
      socket.connect(address, limitMillis);
      Smpd1Link.tune(socket);
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  private static int port(String text) throws Smpd1Exception {
    if (text.matches("[1-9][0-9]{0,4}")) {
      return Integer.parseInt(text);
    }
    throw new Smpd1Exception("it says to come back to port '" + Smpd1Command.clip(text) + "'");
  }

  private void prove(InputStream in, OutputStream out) throws IOException {
    String challenge = Smpd1Fields.read(in, Smpd1Fields.AUTHENTICATION_BYTES);
    Smpd1Fields.write(out, phrase.answer(challenge), Smpd1Fields.AUTHENTICATION_BYTES);
    String result = Smpd1Fields.read(in, Smpd1Fields.AUTHENTICATION_BYTES);
    if (result.equals(WRONG_VERSION)) {
      throw new Smpd1Exception("it takes us for another version");
    }
    if (!result.equals(Smpd1Command.SUCCESS)) {
      throw new Smpd1Exception("it refuses the passphrase");
    }
  }

  /** Answers where to come back to. */
  private static String withoutAccount(InputStream in, String wanted) throws IOException {
    if (!wanted.equals(WITHOUT_ACCOUNT)) {
      throw new Smpd1Exception("it wants an account and its password, as on Windows");
    }
    return Smpd1Fields.read(in, Smpd1Fields.PORT_BYTES);
  }
}
