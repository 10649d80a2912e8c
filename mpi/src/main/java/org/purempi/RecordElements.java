package org.purempi;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;

/** Arrays of records as buffers. */
final class RecordElements {
  private RecordElements() {}

  static <R extends Record> Buf room(Class<R> type, int count) {
    StructDatatype element = RecordCodec.of(type).datatype();
    long bytes = Math.multiplyExact(count, element.extent());
    return Buf.of(MemorySegment.ofArray(new byte[Math.toIntExact(bytes)]), count, element);
  }

  @SuppressWarnings("unchecked") // of the class of the array's elements
  static <R extends Record> Buf of(R[] values) {
    Class<R> type = (Class<R>) values.getClass().getComponentType();
    RecordCodec<R> codec = RecordCodec.of(type);
    Buf buf = room(type, values.length);
    for (int i = 0; i < values.length; i++) {
      codec.write(values[i], (MemorySegment) buf.base(), i * codec.datatype().extent());
    }
    return buf;
  }

  @SuppressWarnings("unchecked") // an array of that class
  static <R extends Record> R[] read(Class<R> type, Buf buf, Status status) {
    RecordCodec<R> codec = RecordCodec.of(type);
    int n = (int) (status.bytes() / Math.max(1, codec.datatype().size()));
    R[] values = (R[]) Array.newInstance(type, n);
    for (int i = 0; i < n; i++) {
      values[i] = codec.read((MemorySegment) buf.base(), i * codec.datatype().extent());
    }
    return values;
  }
}
