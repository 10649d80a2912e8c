package org.purempi.protocol;

/**
 * How partitioned messages find each other (chapter 4), in the part of the context that is for
 * announced messages: the sender announces a message there once, with the user's tag, which is
 * matched in the order in which both sides set their messages up; after that, every partition of
 * the sender is a message with a tag of its own, a negative one.
 *
 * <pre>
 *   set up    sender ── tag t: [partitions, bytes, first tag] ──────► receiver
 *   pready(i) sender ── tag first − i: partition i ─────────────────► receiver, into its place
 * </pre>
 */
final class Partitioned {
  static final int ANNOUNCED_PARTITIONS = 0;
  static final int ANNOUNCED_BYTES = 1;
  static final int ANNOUNCED_TAG = 2;
  static final int ANNOUNCED = 3;

  private Partitioned() {}
}
