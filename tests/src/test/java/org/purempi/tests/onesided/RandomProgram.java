package org.purempi.tests.onesided;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.purempi.Datatype;
import org.purempi.Op;

/**
 * A program made by a seed, epoch after epoch, and what becomes of the parts: every rank knows all
 * of it. Each part is a row of slots. In an epoch a slot belongs to one origin, which does as it
 * likes, or is shared by all, who add to it.
 */
final class RandomProgram {
  static final int SLOTS = 12;
  static final int SLOT_BYTES = 256;
  static final int PART_BYTES = SLOTS * SLOT_BYTES;

  private static final int MOST_STEPS = 6;
  private static final int LONGEST = 9;
  private static final List<Datatype> TYPES =
      List.of(Datatype.INT8_T, Datatype.INT16_T, Datatype.INT32_T, Datatype.INT64_T);
  private static final List<Op> OPS =
      List.of(Op.SUM, Op.PROD, Op.MAX, Op.MIN, Op.BXOR, Op.BAND, Op.BOR, Op.REPLACE);

  /** What a step does. */
  enum Verb {
    PUT,
    GET,
    UPDATE,
    FETCH,
    SWAP
  }

  /**
   * A step of an epoch.
   *
   * @param byteOffset where the first element is in the target's part
   * @param stride elements from one element to the next
   * @param values an operand for each element; the first is what a swap expects, the second what it
   *     writes
   * @param seen what each element was before, if that follows from the program
   */
  record Step(
      int origin,
      int target,
      Verb verb,
      Datatype type,
      Op op,
      int byteOffset,
      int stride,
      List<Long> values,
      List<Long> seen,
      boolean isSeenKnown) {
    int n() {
      return verb == Verb.SWAP ? 1 : values.size();
    }

    /** Elements without gaps. */
    byte[] data(List<Long> numbers, int n) {
      ByteBuffer data = ByteBuffer.allocate(n * (int) type.size()).order(ByteOrder.nativeOrder());
      for (int i = 0; i < n; i++) {
        write(data, i * (int) type.size(), type, numbers.get(i));
      }
      return data.array();
    }

    /** How the elements lie at the target. */
    Datatype layout() {
      return stride == 1 ? Datatype.contiguous(n(), type) : Datatype.vector(n(), 1, stride, type);
    }
  }

  private final SplittableRandom random;
  private final int ranks;
  private final ByteBuffer[] parts;

  RandomProgram(long seed, int ranks) {
    this.random = new SplittableRandom(seed);
    this.ranks = ranks;
    this.parts = new ByteBuffer[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      parts[rank] = ByteBuffer.allocate(PART_BYTES).order(ByteOrder.nativeOrder());
    }
  }

  /** What a rank's part has when all epochs so far have ended. */
  byte[] part(int rank) {
    return parts[rank].array();
  }

  int next(int bound) {
    return random.nextInt(bound);
  }

  /**
   * The steps of the next epoch, in an order that is each origin's.
   *
   * @param isFlushed whether an origin flushes before each step: then any may follow any other
   */
  List<Step> epoch(boolean isFlushed) {
    List<Step> steps = new ArrayList<>();
    for (int target = 0; target < ranks; target++) {
      for (int slot = 0; slot < SLOTS; slot++) {
        switch (random.nextInt(4)) {
          case 0 -> {}
          case 1 -> shared(steps, target, slot);
          default -> owned(steps, target, slot, isFlushed);
        }
      }
    }
    return steps;
  }

  private void shared(List<Step> steps, int target, int slot) {
    Datatype type = TYPES.get(random.nextInt(TYPES.size()));
    int at = slot * SLOT_BYTES;
    for (int i = random.nextInt(2 * MOST_STEPS); i > 0; i--) {
      Verb verb = random.nextBoolean() ? Verb.UPDATE : Verb.FETCH;
      steps.add(perform(random.nextInt(ranks), target, verb, type, Op.SUM, at, 1, 4, false));
    }
  }

  private void owned(List<Step> steps, int target, int slot, boolean isFlushed) {
    int origin = random.nextInt(ranks);
    Datatype type = TYPES.get(random.nextInt(TYPES.size()));
    int shift = random.nextInt(4) == 0 ? random.nextInt(8) : 0; // aligned or not
    int at = slot * SLOT_BYTES + shift;
    int first = random.nextInt(5);
    int n = isFlushed || first > 1 ? 1 + random.nextInt(MOST_STEPS) : 1;
    for (int i = 0; i < n; i++) {
      Verb verb =
          isFlushed
              ? Verb.values()[random.nextInt(5)]
              : n == 1 ? Verb.values()[first] : Verb.values()[2 + random.nextInt(3)];
      int stride = 1 + random.nextInt(3);
      int length = 1 + random.nextInt(LONGEST);
      Op op = OPS.get(random.nextInt(OPS.size()));
      steps.add(perform(origin, target, verb, type, op, at, stride, length, true));
    }
  }

  /** Makes a step, and does it to the parts. */
  private Step perform(
      int origin,
      int target,
      Verb verb,
      Datatype type,
      Op op,
      int at,
      int stride,
      int length,
      boolean isKnown) {
    List<Long> values = new ArrayList<>();
    for (int i = 0; i < (verb == Verb.SWAP ? 2 : length); i++) {
      values.add(random.nextInt(3) == 0 ? random.nextLong() : random.nextInt(-3, 4));
    }
    ByteBuffer part = parts[target];
    if (verb == Verb.SWAP && random.nextBoolean()) {
      values.set(0, read(part, at, type)); // what it expects is there
    }
    List<Long> seen = new ArrayList<>();
    for (int i = 0; i < (verb == Verb.SWAP ? 1 : length); i++) {
      int place = at + i * stride * (int) type.size();
      seen.add(read(part, place, type));
      write(part, place, type, result(verb, op, type, values, i, seen.getLast()));
    }
    return new Step(origin, target, verb, type, op, at, stride, values, seen, isKnown);
  }

  private static long result(
      Verb verb, Op op, Datatype type, List<Long> values, int i, long there) {
    return switch (verb) {
      case PUT -> values.get(i);
      case GET -> there;
      case UPDATE, FETCH -> combine(op, narrowed(values.get(i), type), there);
      case SWAP -> narrowed(values.get(0), type) == there ? values.get(1) : there;
    };
  }

  private static long combine(Op op, long a, long b) {
    return op == Op.SUM
        ? a + b
        : op == Op.PROD
            ? a * b
            : op == Op.MAX
                ? Math.max(a, b)
                : op == Op.MIN
                    ? Math.min(a, b)
                    : op == Op.BXOR ? a ^ b : op == Op.BAND ? a & b : op == Op.BOR ? a | b : a;
  }

  private static long narrowed(long value, Datatype type) {
    int unused = Long.SIZE - Byte.SIZE * (int) type.size();
    return value << unused >> unused;
  }

  private static long read(ByteBuffer part, int at, Datatype type) {
    return switch ((int) type.size()) {
      case 1 -> part.get(at);
      case 2 -> part.getShort(at);
      case 4 -> part.getInt(at);
      default -> part.getLong(at);
    };
  }

  private static void write(ByteBuffer part, int at, Datatype type, long value) {
    switch ((int) type.size()) {
      case 1 -> part.put(at, (byte) value);
      case 2 -> part.putShort(at, (short) value);
      case 4 -> part.putInt(at, (int) value);
      default -> part.putLong(at, value);
    }
  }
}
