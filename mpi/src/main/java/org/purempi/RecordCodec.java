package org.purempi;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Moves records of one class between objects and memory laid out as {@link Datatype#of(Class)}
 * says. For the library; users send records with {@code send(record)}.
 *
 * @param <R> the record
 */
public final class RecordCodec<R extends Record> {
  private final StructDatatype datatype;
  private final MethodHandle reader;
  private final MethodHandle writer;

  /**
   * A codec of two handles.
   *
   * @param reader (MemorySegment, long) → Record
   * @param writer (MemorySegment, long, Record) → void
   */
  RecordCodec(StructDatatype datatype, MethodHandle reader, MethodHandle writer) {
    this.datatype = datatype;
    this.reader = reader;
    this.writer = writer;
  }

  /**
   * The codec of a class, the same at each call.
   *
   * @throws MpiArgumentException ({@code TYPE}) as {@link Datatype#of(Class)}
   */
  public static <R extends Record> RecordCodec<R> of(Class<R> type) {
    return RecordLayouts.codec(type);
  }

  /** The datatype of one record. */
  public StructDatatype datatype() {
    return datatype;
  }

  /** Writes a record's components to memory, the gaps between them left alone. */
  public void write(R value, MemorySegment to, long offsetBytes) {
    try {
      writer.invokeExact(to, offsetBytes, (Record) value);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw failed("read a component of", e);
    }
  }

  /** Makes a record of its components in memory; what its constructor throws comes through. */
  @SuppressWarnings("unchecked") // the reader calls the constructor of R
  public R read(MemorySegment from, long offsetBytes) {
    try {
      return (R) (Record) reader.invokeExact(from, offsetBytes);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw failed("construct", e);
    }
  }

  private MpiException failed(String what, Throwable cause) {
    return new MpiException(ErrorClass.TYPE, "cannot " + what + " a " + datatype.name(), cause);
  }
}
