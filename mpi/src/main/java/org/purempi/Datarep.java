package org.purempi;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * A data representation of the user's own (section 14.5.3): how data in the file becomes data in
 * memory, and the other way round.
 *
 * @param read from the file's representation to memory's; null: they are the same
 * @param write from memory's representation to the file's; null: they are the same
 * @param extent bytes of a basic datatype in the file
 */
public record Datarep(@Nullable Conversion read, @Nullable Conversion write, Extent extent) {
  /** Converts elements that lie one after the other. */
  @FunctionalInterface
  public interface Conversion {
    /**
     * Converts {@code count} elements. What it throws makes the call fail with class {@code
     * CONVERSION}.
     *
     * @param memory elements as in memory, packed: read from when writing, written to when reading
     * @param type what the elements are, a basic datatype
     * @param count how many
     * @param file elements as in the file: each has as many bytes as {@link Extent} says
     */
    void convert(MemorySegment memory, BasicDatatype type, long count, MemorySegment file);
  }

  /** How long elements are in the file. */
  @FunctionalInterface
  public interface Extent {
    /** Bytes of one element, above 0. */
    int bytes(BasicDatatype type);
  }
}
