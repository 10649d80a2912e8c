package org.purempi.protocol;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.purempi.ErrorClass;
import org.purempi.MpiException;
import org.purempi.Status;

/**
 * The receiver's side of an object: a message whose head says how many further chunks there are.
 * They come in the part of the context that is for announced messages, where users' messages do
 * not, or threads that share a tag would mix them.
 *
 * <pre>
 *   tag t:           [further chunks, first one's tag] first chunk
 *   tag first − i:   further chunk i
 * </pre>
 */
public final class ObjectReceive extends StagedOperation {
  /** The number of further chunks and the first one's tag, from which theirs go downwards. */
  public static final int HEAD_BYTES = 2 * Integer.BYTES;

  private final Engine engine;
  private final Peers peers;
  private final int chunkBytes;
  private final ReceiveOperation first;
  private final List<byte[]> chunks = new ArrayList<>();
  private ReceiveOperation current;
  private int more;
  private int nextTag;
  private long bytes;

  /**
   * Takes its place among the receives of users.
   *
   * @param chunkBytes the length of every chunk that others follow
   */
  public ObjectReceive(Peers peers, int source, int tag, int chunkBytes) {
    super(peers.engine());
    this.engine = peers.engine();
    this.peers = peers;
    this.chunkBytes = chunkBytes;
    this.first = engine.receiving().startOfAnyLength(peers, peers.context(), source, tag);
    this.current = first;
  }

  /** The head before a first chunk. */
  public static byte[] withHead(byte[] firstChunk, int more, int firstTag) {
    return ByteBuffer.allocate(HEAD_BYTES + firstChunk.length)
        .putInt(more)
        .putInt(firstTag)
        .put(firstChunk)
        .array();
  }

  /** The chunks, once it is done. */
  public List<byte[]> chunks() {
    return chunks;
  }

  @Override
  protected void rewind() {
    await(first);
  }

  @Override
  protected boolean next() {
    if (first.status().cancelled()) {
      return false;
    }
    if (current == first) {
      open(first.ownBytes());
    } else {
      add(current.ownBytes());
    }
    if (more == 0) {
      return false;
    }
    more--;
    current =
        engine
            .receiving()
            .beginOfAnyLength(peers, peers.announcedContext(), first.status().source(), nextTag--);
    await(current);
    return true;
  }

  private void open(byte[] message) {
    more = message.length < HEAD_BYTES ? -1 : ByteBuffer.wrap(message).getInt();
    boolean isWhole = more == 0 || message.length == HEAD_BYTES + chunkBytes;
    if (more < 0 || !isWhole) {
      Status status = first.status();
      throw new MpiException(
          ErrorClass.TYPE,
          "a message of "
              + status.bytes()
              + " bytes from rank "
              + status.source()
              + " with tag "
              + status.tag()
              + " is not an object: was it sent with sendObject?");
    }
    nextTag = ByteBuffer.wrap(message).getInt(Integer.BYTES);
    add(Arrays.copyOfRange(message, HEAD_BYTES, message.length));
  }

  private void add(byte[] chunk) {
    chunks.add(chunk);
    bytes += chunk.length;
  }

  @Override
  void cancel(Engine of) {
    first.cancel(of);
  }

  @Override
  protected int partner() {
    return current.partner();
  }

  @Override
  public Status status() {
    Status of = first.status();
    return new Status(of.source(), of.tag(), bytes, of.cancelled(), errorClass());
  }
}
