package org.purempi.os.fast;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Path;

/**
 * How many collections this JVM has begun, and where in its memory that number lies, so that
 * another process can read it too.
 *
 * <p>HotSpot counts a collection before it moves the first object. It keeps the number in its heap,
 * an object of C++ which never moves, and describes its objects to debuggers in a table of which
 * the beginning and the offsets of the columns are exported. A JVM without such a table has no
 * count here.
 */
final class CollectionCount {
  private static final MemorySegment ALL = everything();

  /** Where the number lies; 0 if this JVM does not tell. */
  static final long ADDRESS = find();

  private CollectionCount() {}

  /** How many collections have begun, in 32 bits that wrap; only if {@link #ADDRESS} is not 0. */
  static long now() {
    return Integer.toUnsignedLong(ALL.get(JAVA_INT, ADDRESS));
  }

  @SuppressWarnings("restricted")
  private static MemorySegment everything() {
    return MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
  }

  private static long find() {
    try {
      return new Table().count();
    } catch (RuntimeException absent) {
      return 0; // no such library, or no such table: another JVM
    }
  }

  /**
   * What HotSpot tells debuggers of its fields: an array of entries that ends with an empty one.
   */
  private static final class Table {
    private final SymbolLookup library = library();
    private final long typeAt = number("gHotSpotVMStructEntryTypeNameOffset");
    private final long fieldAt = number("gHotSpotVMStructEntryFieldNameOffset");
    private final long offsetAt = number("gHotSpotVMStructEntryOffsetOffset");
    private final long addressAt = number("gHotSpotVMStructEntryAddressOffset");
    private final long stride = number("gHotSpotVMStructEntryArrayStride");
    private final long begin = number("gHotSpotVMStructs");

    @SuppressWarnings("restricted")
    private static SymbolLookup library() {
      // The JVM has it open already: this only names it.
      Path here = Path.of(System.getProperty("java.home"), "lib", "server", "libjvm.so");
      return SymbolLookup.libraryLookup(here, Arena.global());
    }

    private long number(String symbol) {
      return ALL.get(JAVA_LONG, library.findOrThrow(symbol).address());
    }

    /** Where the count lies, or 0. */
    long count() {
      long heap = 0;
      long offset = 0;
      for (long entry = begin; ALL.get(JAVA_LONG, entry + typeAt) != 0; entry += stride) {
        if (is(entry, "Universe", "_collectedHeap")) {
          heap = ALL.get(JAVA_LONG, ALL.get(JAVA_LONG, entry + addressAt));
        } else if (is(entry, "CollectedHeap", "_total_collections")) {
          offset = ALL.get(JAVA_LONG, entry + offsetAt);
        }
      }
      return heap == 0 || offset == 0 ? 0 : heap + offset;
    }

    private boolean is(long entry, String type, String field) {
      return has(ALL.get(JAVA_LONG, entry + typeAt), type)
          && has(ALL.get(JAVA_LONG, entry + fieldAt), field);
    }

    private static boolean has(long address, String text) {
      return ALL.getString(address).equals(text);
    }
  }
}
