package org.purempi.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
          long word0 = Header.word0(Header.LEFT, id, Header.tagWord(tag, type));
          assertThat(Header.kind(word0)).isEqualTo(Header.LEFT);
          assertThat(Header.elementBytes(word0)).isEqualTo(width);
          assertThat(Header.id(word0)).isEqualTo(id);
          assertThat(Header.tag(word0)).isEqualTo(tag);
        }
      }
    }
    Datatype twelve = new BasicDatatype("TWELVE", Kind.BYTE, 12); // no power of two: not told
    assertThat(Header.elementBytes(Header.tagWord(1, twelve))).isZero();
    for (long context : new long[] {0, 5, (1L << Header.CONTEXT_BITS) - 1}) {
      for (int source : new int[] {0, 1, (1 << 20) - 1}) {
        long word1 = Header.word1(context, source);
        assertThat(Header.context(word1)).isEqualTo(context);
        assertThat(Header.source(word1)).isEqualTo(source);
      }
    }
  }

  @Test
  void theSignatureOfACollectiveTakesNoPartInTagIdOrLength() {
    for (int signature : new int[] {0, 1, Header.MAX_ID}) {
      long label = Header.signed(Header.tagWord(Integer.MAX_VALUE, Datatype.DOUBLE), signature);
      long eager = Header.word0(Header.EAGER, 0, label);
      assertThat(Header.kind(eager)).isEqualTo(Header.EAGER);
      assertThat(Header.id(eager)).isEqualTo(signature);
      assertThat(Header.tag(eager)).isEqualTo(Integer.MAX_VALUE);
      assertThat(Header.elementBytes(eager)).isEqualTo(Double.BYTES);
      assertThat(Header.id(Header.word0(Header.RTS, 5, label))).isEqualTo(5);
      for (long bytes : new long[] {0, 1, (1L << 40) - 1}) {
        long word2 = Header.word2(bytes, label);
        assertThat(Header.length(word2)).isEqualTo(bytes);
        assertThat(Header.signature(word2)).isEqualTo(signature);
      }
    }
    assertThatThrownBy(() -> Header.word2(1L << 40, 0)).hasMessageContaining("the longest has");
  }
}
