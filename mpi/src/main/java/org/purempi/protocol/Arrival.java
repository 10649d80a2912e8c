package org.purempi.protocol;

import java.lang.foreign.MemorySegment;
import org.purempi.ErrorClass;
import org.purempi.Status;
import org.purempi.matching.Arrived;
import org.purempi.transport.MalformedException;
import org.purempi.transport.Transport;

/** A message that arrived before its receive: its data, or the sender's request to send. */
public final class Arrival extends Arrived implements Incoming {
  /** What an unexpected message costs beside its data, in the credit account. */
  static final int OVERHEAD_BYTES = 128;

  Peer peer;
  long totalBytes;

  /**
   * What is made for a message at once; more when it comes, so that to announce it costs nothing.
   */
  private static final int MOST_AT_ONCE = 1 << 20;

  /** Data that has come so far, and room for more; a request to send does not use it. */
  MemorySegment room;

  private int arrivedBytes;

  /** Whether it is a request to send. */
  private boolean isRequest;

  /** The sender's operation, for DONE and GO; 0 if it expects nothing. */
  int senderId;

  /** What it says of its collective operation; 0 if it says nothing. */
  int signature;

  /** Which one of its sender's messages it is, for the checker. */
  int order;

  /** Bytes of a basic element as the sender has it; 0 if that is not known. */
  private int elementBytes;

  /** Of the memory that a request lends. */
  long descriptor;

  /** With room for so many bytes of data, to be {@link #prepare prepared}. */
  Arrival(Peer peer, long roomBytes) {
    this.peer = peer;
    this.room =
        roomBytes == 0
            ? MemorySegment.NULL
            : MemorySegment.ofArray(new byte[(int) Math.min(roomBytes, MOST_AT_ONCE)]);
  }

  /** Another message begins to arrive here. */
  void prepare(Peer from, long word0, long word1, long bytes) {
    peer = from;
    source = Header.source(word1);
    tag = Header.tag(word0);
    totalBytes = bytes;
    boolean asks = Header.kind(word0) == Header.EAGER_SYNC || Header.kind(word0) == Header.RTS;
    senderId = asks ? Header.id(word0) : 0;
    signature = asks ? 0 : Header.id(word0);
    elementBytes = Header.elementBytes(word0);
    descriptor = Transport.NONE;
    isRequest = false;
    arrivedBytes = 0;
  }

  /** It is only announced, with what the sender lends. */
  void announce(long lent) {
    descriptor = lent;
    isRequest = true;
  }

  boolean isRequest() {
    return isRequest;
  }

  @Override
  public boolean piece(MemorySegment memory, long offset, int bytes) {
    if (isRequest || bytes > totalBytes - arrivedBytes) {
      throw new MalformedException("more data than it announced");
    }
    if (bytes > room.byteSize() - arrivedBytes) {
      grow(arrivedBytes + (long) bytes);
    }
    MemorySegment.copy(memory, offset, room, arrivedBytes, bytes);
    arrivedBytes += bytes;
    return arrivedBytes == totalBytes;
  }

  private void grow(long least) {
    long bytes = Math.min(totalBytes, Math.max(least, 2 * room.byteSize()));
    if (bytes > Integer.MAX_VALUE - Long.BYTES) {
      throw new MalformedException("a message of " + totalBytes + " bytes that was not asked for");
    }
    MemorySegment more = MemorySegment.ofArray(new byte[(int) bytes]);
    MemorySegment.copy(room, 0, more, 0, arrivedBytes);
    room = more;
  }

  int arrivedBytes() {
    return arrivedBytes;
  }

  long creditBytes() {
    return (isRequest ? 0 : Math.max(SpareArrivals.SHORT_BYTES, totalBytes)) + OVERHEAD_BYTES;
  }

  /** Source, tag and sizes. */
  public Status status() {
    return new Status(source, tag, totalBytes, false, ErrorClass.SUCCESS, elementBytes);
  }
}
