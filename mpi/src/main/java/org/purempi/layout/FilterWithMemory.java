package org.purempi.layout;

import java.io.IOException;
import java.io.ObjectInputFilter;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Bounds what a message may claim, asks the filter in force, and remembers what was refused: the
 * stream's own exception does not name it.
 */
final class FilterWithMemory implements ObjectInputFilter {
  /**
   * An element of an array takes at least a byte of the message. A hash table is the widest: its
   * smallest load factor and rounding to a power of 2 make 8 slots for an entry of 2 bytes.
   */
  private static final long SLOTS_PER_BYTE = 8;

  /** Empty collections have small tables. */
  private static final long SLOTS_AT_LEAST = 1024;

  /** What hashing will cost, for so many steps at most. */
  interface HashCost {
    long steps(long limit) throws IOException;
  }

  private final ObjectRules rules;
  private final long messageBytes;
  private final HashCost hashCost;
  private final long beganNanos = System.nanoTime();
  private boolean knowsHashCost;
  private @Nullable String refusal;

  /**
   * @param hashCost asked when the first class comes that hashes what it reads
   */
  FilterWithMemory(ObjectRules rules, long messageBytes, HashCost hashCost) {
    this.rules = rules;
    this.messageBytes = messageBytes;
    this.hashCost = hashCost;
  }

  Optional<String> refusal() {
    return Optional.ofNullable(refusal);
  }

  @Override
  public Status checkInput(FilterInfo info) {
    long longest = SLOTS_AT_LEAST + SLOTS_PER_BYTE * messageBytes;
    if (info.arrayLength() > longest) {
      return refuse(
          "it claims an array of "
              + info.arrayLength()
              + " elements in a message of "
              + messageBytes
              + " bytes");
    }
    String excess = excess(info);
    if (excess != null) {
      return refuse(excess);
    }
    Status status = rules.filter().checkInput(info);
    Class<?> type = info.serialClass();
    if (status == Status.REJECTED) {
      return refuse(
          type == null
              ? "the filter set with Mpi.objectFilter refuses its size"
              : "class "
                  + type.getName()
                  + " is refused: if its sender is trusted, set a filter that admits it with"
                  + " Mpi.objectFilter");
    }
    return type != null && Outline.hashes(type) && !knowsHashCost ? hashed(status) : status;
  }

  /** What is too much of it; null if nothing is. */
  private @Nullable String excess(FilterInfo info) {
    ObjectLimits limits = rules.limits();
    if (info.depth() > limits.depth()) {
      return over("it is nested more than " + limits.depth() + " deep", "depth");
    }
    if (info.references() > limits.references()) {
      return over("it has more than " + limits.references() + " references", "references");
    }
    if (info.arrayLength() > limits.array()) {
      return over("it has an array of " + info.arrayLength() + " elements", "array");
    }
    long nanos = limits.nanos(messageBytes);
    if (System.nanoTime() - beganNanos > nanos) {
      return over(
          "reading it takes more than " + TimeUnit.NANOSECONDS.toSeconds(nanos) + " s", "seconds");
    }
    return null;
  }

  /** The keys of hash tables are about to be hashed. */
  private Status hashed(Status status) {
    knowsHashCost = true;
    long limit = rules.limits().hashing(messageBytes);
    try {
      if (hashCost.steps(limit) <= limit) {
        return status;
      }
    } catch (IOException e) {
      return refuse(String.valueOf(e.getMessage()));
    }
    return refuse(
        over(
            "its hash tables take more than "
                + limit
                + " steps to hash their keys: collections within collections hold the same"
                + " ones again and again",
            "hashing"));
  }

  private static String over(String what, String limit) {
    return what
        + "; if its sender is trusted, raise the limit '"
        + limit
        + "' of PUREMPI_OBJECT_LIMITS";
  }

  private Status refuse(String why) {
    refusal = why;
    return Status.REJECTED;
  }
}
