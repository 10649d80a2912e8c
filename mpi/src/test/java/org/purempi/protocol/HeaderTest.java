package org.purempi.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class HeaderTest {
  @Test
  void everyFieldComesBackAtItsLimits() {
    for (int tag : new int[] {0, 1, Integer.MAX_VALUE}) {
      for (int id : new int[] {0, 1, Header.MAX_ID}) {
        long word0 = Header.word0(Header.RESUME, id, tag);
        assertThat(Header.kind(word0)).isEqualTo(Header.RESUME);
        assertThat(Header.id(word0)).isEqualTo(id);
        assertThat(Header.tag(word0)).isEqualTo(tag);
      }
    }
    for (long context : new long[] {0, 5, (1L << Header.CONTEXT_BITS) - 1}) {
      for (int source : new int[] {0, 1, (1 << 20) - 1}) {
        long word1 = Header.word1(context, source);
        assertThat(Header.context(word1)).isEqualTo(context);
        assertThat(Header.source(word1)).isEqualTo(source);
      }
    }
  }
}
