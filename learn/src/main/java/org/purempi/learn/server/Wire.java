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
    DECLARE(0),
    /** A priority and first values; answered by the values of the lowest rank. */
    INIT(1),
    /** Numbers; answered, empty, when the worker may go on. */
    PUSH(2),
    /** Empty; answered by values. */
    PULL(3),
    /** Numbers; answered by values. */
    PUSH_PULL(4),
    /** The worker leaves; the answer is the last one. */
    CLOSE(5),
    /** The answer to a request that has failed: its tag, and why. */
    REFUSED(6);

    private final int code;

    Kind(int code) {
      this.code = code;
    }
  }

  private static final Kind[] KINDS = Kind.values();
  private static final int BITS = 3;

  private Wire() {}

  static int tag(Kind kind, int shard) {
    return shard << BITS | kind.code;
  }

  static Kind kind(int tag) {
    int code = tag & ((1 << BITS) - 1);
    for (Kind kind : KINDS) {
      if (kind.code == code) {
        return kind;
      }
    }
    throw new IllegalArgumentException("tag " + tag + " is of no message of a parameter server");
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
