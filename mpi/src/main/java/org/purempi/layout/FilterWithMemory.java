package org.purempi.layout;

import java.io.ObjectInputFilter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Bounds what a message may claim, asks the filter in force, and remembers what was refused: the
 * stream's own exception does not name it.
 */
final class FilterWithMemory implements ObjectInputFilter {
  /** Objects within objects; below what a thread's stack of 1 MiB holds. */
  static final int DEEPEST = 2_000;

  /**
   * An element of an array takes at least a byte of the message. A hash table is the widest: its
   * smallest load factor and rounding to a power of 2 make 8 slots for an entry of 2 bytes.
   */
  private static final long SLOTS_PER_BYTE = 8;

  /** Empty collections have small tables. */
  private static final long SLOTS_AT_LEAST = 1024;

  private final ObjectInputFilter filter;
  private final long messageBytes;
  private @Nullable String refusal;

  FilterWithMemory(ObjectInputFilter filter, long messageBytes) {
    this.filter = filter;
    this.messageBytes = messageBytes;
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
    if (info.depth() > DEEPEST) {
      return refuse("it is nested more than " + DEEPEST + " deep");
    }
    Status status = filter.checkInput(info);
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
    return status;
  }

  private Status refuse(String why) {
    refusal = why;
    return Status.REJECTED;
  }
}
