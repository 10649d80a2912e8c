package org.purempi.protocol;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;
import org.purempi.Status;
import org.purempi.matching.Arrived;
import org.purempi.transport.Transport;

/** A message that arrived before its receive: its data, or the sender's request to send. */
public final class Arrival extends Arrived implements Incoming {
  /** What an unexpected message costs beside its data, in the credit account. */
  private static final int OVERHEAD_BYTES = 128;

  final Peer peer;
  final long totalBytes;

  /** Data that has come so far; null for a request to send. */
  final byte @Nullable [] data;

  private int arrivedBytes;

  /** The sender's operation, for DONE and GO; 0 if it expects nothing. */
  final int senderId;

  final long descriptor;

  private Arrival(
      Peer peer,
      int source,
      int tag,
      long totalBytes,
      byte @Nullable [] data,
      int senderId,
      long descriptor) {
    this.peer = peer;
    this.source = source;
    this.tag = tag;
    this.totalBytes = totalBytes;
    this.data = data;
    this.senderId = senderId;
    this.descriptor = descriptor;
  }

  static Arrival ofData(Peer peer, int source, int tag, long totalBytes, int senderId) {
    byte[] data = new byte[Math.toIntExact(totalBytes)];
    return new Arrival(peer, source, tag, totalBytes, data, senderId, Transport.NONE);
  }

  static Arrival ofRequest(
      Peer peer, int source, int tag, long totalBytes, int senderId, long descriptor) {
    return new Arrival(peer, source, tag, totalBytes, null, senderId, descriptor);
  }

  @Override
  public boolean piece(MemorySegment memory, long offset, int bytes) {
    byte[] d = data;
    if (d == null) {
      throw new IllegalStateException("data for a message that was only announced");
    }
    MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, offset, d, arrivedBytes, bytes);
    arrivedBytes += bytes;
    return arrivedBytes == totalBytes;
  }

  int arrivedBytes() {
    return arrivedBytes;
  }

  int creditBytes() {
    return (data == null ? 0 : data.length) + OVERHEAD_BYTES;
  }

  /** Source, tag and size. */
  public Status status() {
    return new Status(source, tag, totalBytes);
  }
}
