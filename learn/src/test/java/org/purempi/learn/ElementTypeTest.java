package org.purempi.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.purempi.learn.ElementType.BFLOAT16;
import static org.purempi.learn.ElementType.FLOAT16;

import org.junit.jupiter.api.Test;

/** Numbers of two bytes. */
class ElementTypeTest {
  private static float there(ElementType type, float x) {
    return type.widen(type.narrow(x));
  }

  @Test
  void theUpperHalfOfAFloatIsRoundedToTheNearest() {
    assertThat(BFLOAT16.narrow(1.0f)).isEqualTo((short) 0x3F80);
    assertThat(BFLOAT16.narrow(1.0f + 0x1p-8f)).isEqualTo((short) 0x3F80); // tie
    assertThat(BFLOAT16.narrow(1.0f + 0x3p-8f)).isEqualTo((short) 0x3F82); // tie
    assertThat(BFLOAT16.narrow(1.0f + 0x1.1p-8f)).isEqualTo((short) 0x3F81);
    assertThat(there(BFLOAT16, Float.NaN)).isNaN();
    assertThat(there(BFLOAT16, Float.intBitsToFloat(0x7F80_0001))).isNaN();
    assertThat(there(BFLOAT16, Float.MAX_VALUE)).isEqualTo(Float.POSITIVE_INFINITY);
    assertThat(there(BFLOAT16, Float.NEGATIVE_INFINITY)).isEqualTo(Float.NEGATIVE_INFINITY);
  }

  @Test
  void binary16EndsEarlier() {
    assertThat(there(FLOAT16, 65504)).isEqualTo(65504);
    assertThat(there(FLOAT16, 65520)).isEqualTo(Float.POSITIVE_INFINITY);
    assertThat(there(FLOAT16, 1.0f + 0x1p-11f)).isEqualTo(1); // tie
    assertThat(there(FLOAT16, Float.NaN)).isNaN();
  }

  @Test
  void largerTypesAreNoneOfTwoBytes() {
    assertThatThrownBy(() -> ElementType.FLOAT32.widen((short) 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("FLOAT32 is not a type of 16 bits");
    assertThatThrownBy(() -> ElementType.FLOAT64.narrow(1))
        .hasMessage("FLOAT64 is not a type of 16 bits");
  }
}
