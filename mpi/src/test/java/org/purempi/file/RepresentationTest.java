package org.purempi.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.layout.Converter;
import org.purempi.layout.Layout;

@Timeout(60)
class RepresentationTest {
  /**
   * Bytes in external32 by the table of section 14.5.2; Java's {@code char} is in it as {@code
   * WCHAR}, its {@code long} as {@code INT64_T}. A pair has the sum of its parts.
   */
  private static final Map<String, Integer> BYTES =
      Map.ofEntries(
          Map.entry("PACKED", 1),
          Map.entry("BYTE", 1),
          Map.entry("CHARACTER", 1),
          Map.entry("CHAR", 2),
          Map.entry("C_BOOL", 1),
          Map.entry("LOGICAL", 4),
          Map.entry("INT8_T", 1),
          Map.entry("INT16_T", 2),
          Map.entry("INT32_T", 4),
          Map.entry("INT64_T", 8),
          Map.entry("UINT8_T", 1),
          Map.entry("UINT16_T", 2),
          Map.entry("UINT32_T", 4),
          Map.entry("UINT64_T", 8),
          Map.entry("AINT", 8),
          Map.entry("OFFSET", 8),
          Map.entry("COUNT", 8),
          Map.entry("FLOAT16", 2), // MPICH's: the Standard has no table entry for halves
          Map.entry("FLOAT", 4),
          Map.entry("DOUBLE", 8),
          Map.entry("LONG_DOUBLE", 16),
          Map.entry("C_FLOAT_COMPLEX", 8),
          Map.entry("C_DOUBLE_COMPLEX", 16),
          Map.entry("FLOAT_INT", 8),
          Map.entry("DOUBLE_INT", 12),
          Map.entry("LONG_INT", 12),
          Map.entry("2INT", 8),
          Map.entry("SHORT_INT", 6),
          Map.entry("LONG_DOUBLE_INT", 20));

  /** All that has a name, under each of its names. */
  private static List<Datatype> predefined() throws IllegalAccessException {
    List<Datatype> types = new ArrayList<>();
    for (Field f : Datatype.class.getFields()) {
      if (Modifier.isStatic(f.getModifiers()) && f.get(null) instanceof Datatype type) {
        types.add(type);
      }
    }
    return types;
  }

  /** Data of so many elements, each byte another one; long doubles are 1.5. */
  private static byte[] packed(Datatype type, int count) {
    MemorySegment data = MemorySegment.ofArray(new byte[Math.toIntExact(count * type.size())]);
    Converter.forEachBasic(
        type,
        count,
        (at, basic, n) -> {
          for (long i = at; i < at + n * basic.size(); i++) {
            data.set(ValueLayout.JAVA_BYTE, i, (byte) (i + 1));
          }
          if (basic == Datatype.LONG_DOUBLE) { // noise is none
            var word = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
            for (long i = 0; i < n; i++) {
              data.set(word, at + i * basic.size(), 0xc000_0000_0000_0000L);
              data.set(word, at + i * basic.size() + Long.BYTES, 0x3fff);
            }
          }
        });
    return (byte[]) data.heapBase().orElseThrow();
  }

  @Test
  void everyNamedTypeIsAsLongInExternal32AsTheStandardSaysAndComesBack() throws Exception {
    List<Datatype> types = predefined();
    assertThat(types).extracting(Datatype::name).containsAll(BYTES.keySet());
    int count = 3;
    for (Datatype type : types) {
      int bytes = BYTES.getOrDefault(type.name(), -1);
      byte[] data = packed(type, count);
      Buf memory = Buf.of(new byte[(int) type.extent() * count], 0, count, type);
      Layout.copy(Buf.of(data), memory);
      Buf file = Representation.EXTERNAL32.toFile(memory);
      assertThat(file.bytes()).as(type.name()).isEqualTo((long) bytes * count);
      Buf back = Buf.of(new byte[(int) type.extent() * count], 0, count, type);
      Buf room = Representation.EXTERNAL32.room(back);
      Layout.copy(file, room);
      Representation.EXTERNAL32.fromFile(room, room.bytes(), back);
      assertThat(back.base()).as(type.name()).isEqualTo(memory.base());
    }
  }

  @Test
  void asInMemoryTakesNoCopy() {
    Buf buf = Buf.of(new int[3]);
    assertThat(Representation.NATIVE.toFile(buf)).isSameAs(buf);
    assertThat(Representation.NATIVE.room(buf)).isSameAs(buf);
  }
}
