package org.purempi.launch.output;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parts the stream of a JVM that holds many ranks: before each piece stands which rank wrote it
 * ({@code 0x01 rank ' ' bytes '\n'}). Bytes outside such pieces are the JVM's own.
 */
final class Demultiplexer implements Carrier {
  private static final int MARK = 1;
  private static final int CHUNK_BYTES = 1 << 16;
  private static final Pattern HEAD = Pattern.compile("([0-9]{1,9}) ([0-9]{1,9})");
  private static final int LONGEST_HEAD = 19;

  private final List<LineForwarder> ranks;
  private final LineForwarder others;
  private final StringBuilder head = new StringBuilder();
  private boolean inHead;
  private LineForwarder to;
  private int left;

  /** Parts a stream among the forwarders of ranks. */
  Demultiplexer(List<LineForwarder> ranks, LineForwarder others) {
    this.ranks = List.copyOf(ranks);
    this.others = others;
    this.to = others;
  }

  @Override
  public void carry(InputStream in) throws IOException {
    var chunk = new byte[CHUNK_BYTES];
    for (int got = in.read(chunk); got >= 0; got = in.read(chunk)) {
      take(chunk, 0, got);
    }
  }

  @Override
  public synchronized void take(byte[] bytes, int start, int end) {
    for (int at = start; at < end; ) {
      at = inHead ? head(bytes[at], at) : body(bytes, at, end);
    }
  }

  private int head(byte b, int at) {
    if (b != '\n' && b != MARK && head.length() < LONGEST_HEAD) {
      head.append((char) (b & 0xff));
      return at + 1;
    }
    boolean isHead = b == '\n' && begins(head);
    if (!isHead) {
      noHead();
    }
    head.setLength(0);
    inHead = false;
    return isHead ? at + 1 : at;
  }

  /** A byte of the JVM's own only looked like our mark. */
  private void noHead() {
    byte[] own = ((char) MARK + head.toString()).getBytes(StandardCharsets.ISO_8859_1);
    others.take(own, 0, own.length);
  }

  private boolean begins(CharSequence text) {
    Matcher words = HEAD.matcher(text);
    if (!words.matches() || Integer.parseInt(words.group(1)) >= ranks.size()) {
      return false;
    }
    to = ranks.get(Integer.parseInt(words.group(1)));
    left = Integer.parseInt(words.group(2));
    return true;
  }

  private int body(byte[] chunk, int at, int end) {
    int stop = at;
    if (left > 0) {
      stop = Math.min(end, at + left);
      left -= stop - at;
      to.take(chunk, at, stop);
      return stop;
    }
    while (stop < end && chunk[stop] != MARK) {
      stop++;
    }
    if (stop > at) {
      others.take(chunk, at, stop);
    }
    inHead = stop < end;
    return inHead ? stop + 1 : stop;
  }

  @Override
  public synchronized void finish() {
    if (inHead) {
      noHead();
      head.setLength(0);
      inHead = false;
    }
    ranks.forEach(LineForwarder::finish);
    others.finish();
  }

  @Override
  public void silence() {
    ranks.forEach(LineForwarder::silence);
    others.silence();
  }

  @Override
  public void showOpenLine() {
    ranks.forEach(LineForwarder::showOpenLine);
    others.showOpenLine();
  }
}
