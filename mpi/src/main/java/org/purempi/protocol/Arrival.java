package org.purempi.protocol;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.purempi.Status;
import org.purempi.matching.Arrived;
import org.purempi.transport.Transport;

/** A message that arrived before its receive: its data, or the sender's request to send. */
public final class Arrival extends Arrived implements Incoming {
  /** What an unexpected message costs beside its data, in the credit account. */
  private static final int OVERHEAD_BYTES = 128;

  Peer peer;
  long totalBytes;

  /** Data that has come so far, and room for the rest; null for a request to send. */
  final @Nullable MemorySegment data;

  private int arrivedBytes;

  /** The sender's operation, for DONE and GO; 0 if it expects nothing. */
  int senderId;

  final long descriptor;

  private Arrival(Peer peer, @Nullable MemorySegment data, long descriptor) {
    this.peer = peer;
    this.data = data;
    this.descriptor = descriptor;
  }

  /** With room for so many bytes of data, to be {@link #prepare prepared}. */
  static Arrival withRoom(Peer peer, long bytes) {
    byte[] room = new byte[Math.toIntExact(bytes)];
    return new Arrival(peer, MemorySegment.ofArray(room), Transport.NONE);
  }

  /** Another message begins to arrive here. */
  void prepare(Peer from, int fromRank, int withTag, long bytes, int sendersId) {
    peer = from;
    source = fromRank;
    tag = withTag;
    totalBytes = bytes;
    senderId = sendersId;
    arrivedBytes = 0;
  }

  static Arrival ofRequest(
      Peer peer, int source, int tag, long totalBytes, int senderId, long descriptor) {
    var request = new Arrival(peer, null, descriptor);
    request.prepare(peer, source, tag, totalBytes, senderId);
    return request;
  }

  @Override
  public boolean piece(MemorySegment memory, long offset, int bytes) {
    MemorySegment room = data;
    if (room == null) {
      throw new IllegalStateException("data for a message that was only announced");
    }
    MemorySegment.copy(memory, offset, room, arrivedBytes, bytes);
    arrivedBytes += bytes;
    return arrivedBytes == totalBytes;
  }

  int arrivedBytes() {
    return arrivedBytes;
  }

  int creditBytes() {
    return (data == null ? 0 : (int) data.byteSize()) + OVERHEAD_BYTES;
  }

  /** Source, tag and size. */
  public Status status() {
    return new Status(source, tag, totalBytes);
  }
}
