package org.purempi.learn.server;

import java.nio.charset.StandardCharsets;

/**
 * What workers and servers say to each other. A message's tag tells its {@link Kind} and the shard
 * it is about; a push holds nothing but numbers, which travel from where the worker has them. Every
 * request has one answer, with the same tag or {@link Kind#REFUSED}.
 */
final class Wire {
  /** What a message is for. */
  enum Kind {
    /** A worker is about to make a key; the answer tells which servers will hold it. */
    DECLARE,
    /** A priority and first values; answered by the values of the lowest rank. */
    INIT,
    /** Numbers; answered, empty, when the worker may go on. */
    PUSH,
    /** Empty; answered by values. */
    PULL,
    /** Numbers; answered by values. */
    PUSH_PULL,
    /** The worker leaves; the answer is the last one. */
    CLOSE,
    /** The answer to a request that has failed: its tag, and why. */
    REFUSED
  }

  private static final Kind[] KINDS = Kind.values();
  private static final int BITS = 3;

  private Wire() {}

  static int tag(Kind kind, int shard) {
    return shard << BITS | kind.ordinal();
  }

  static Kind kind(int tag) {
    return KINDS[tag & (1 << BITS) - 1];
  }

  static int shard(int tag) {
    return tag >> BITS;
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static String text(byte[] bytes, int from) {
    return new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8);
  }
}
