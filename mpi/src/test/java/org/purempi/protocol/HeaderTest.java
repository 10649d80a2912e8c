package org.purempi.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.BasicDatatype;
import org.purempi.BasicDatatype.Kind;
import org.purempi.Datatype;

@Timeout(20)
class HeaderTest {
  @Test
  void everyFieldComesBackAtItsLimits() {
    for (int tag : new int[] {0, 1, Integer.MAX_VALUE}) {
      for (int id : new int[] {0, 1, Header.MAX_ID}) {
        for (int width : new int[] {0, 1, 2, 4, 8, 16}) {
          Datatype type = width == 0 ? Datatype.PACKED : new BasicDatatype("B", Kind.BYTE, width);
          long word0 = Header.word0(Header.LEFT, id, Header.label(tag, type));
          assertThat(Header.kind(word0)).isEqualTo(Header.LEFT);
          assertThat(Header.elementBytes(word0)).isEqualTo(width);
          assertThat(Header.id(word0)).isEqualTo(id);
          assertThat(Header.tag(word0)).isEqualTo(tag);
        }
      }
    }
    Datatype twelve = new BasicDatatype("TWELVE", Kind.BYTE, 12); // no power of two: not told
    assertThat(Header.elementBytes(Header.label(1, twelve))).isZero();
    for (long context : new long[] {0, 5, (1L << Header.CONTEXT_BITS) - 1}) {
      for (int source : new int[] {0, 1, (1 << 20) - 1}) {
        long word1 = Header.word1(context, source);
        assertThat(Header.context(word1)).isEqualTo(context);
        assertThat(Header.source(word1)).isEqualTo(source);
      }
    }
  }
}
