package org.purempi.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.StructDatatype;

class TypeSignatureTest {
  private static final int LOWEST_BITS = 0x1f;

  private static Buf of(long count, Datatype type) {
    return Buf.of(MemorySegment.ofArray(new byte[4096]), 0, count, type);
  }

  private static Datatype struct(Datatype first, Datatype second) {
    return Datatype.struct(new long[] {1, 1}, new long[] {0, 8}, first, second);
  }

  private static void match(Buf sent, Buf expected) {
    assertThat(TypeSignature.mismatch(TypeSignature.of(sent), sent.bytes(), expected))
        .as("%s to %s", sent, expected)
        .isNull();
  }

  private static void differ(Buf sent, Buf expected) {
    assertThat(TypeSignature.mismatch(TypeSignature.of(sent), sent.bytes(), expected))
        .as("%s to %s", sent, expected)
        .contains("expects " + expected.count());
  }

  @Test
  void equalTypesMatchHoweverTheyWereMade() {
    match(of(6, Datatype.INT), of(2, Datatype.contiguous(3, Datatype.INT)));
    match(of(1, Datatype.vector(4, 2, 3, Datatype.DOUBLE)), of(8, Datatype.DOUBLE));
    Datatype pair = struct(Datatype.INT, Datatype.DOUBLE);
    match(of(4, pair), of(2, Datatype.contiguous(2, pair)));
    match(of(4, pair), of(1, Datatype.vector(2, 2, 5, pair)));
  }

  @Test
  void shorterMessagesMatchTheBeginning() {
    match(of(3, Datatype.INT), of(9, Datatype.INT));
    Datatype pair = struct(Datatype.INT, Datatype.DOUBLE);
    match(of(2, pair), of(5, pair));
    match(of(1, Datatype.INT), of(5, pair));
    differ(of(1, Datatype.DOUBLE), of(5, pair));
    differ(of(2, Datatype.INT), of(5, Datatype.contiguous(3, Datatype.FLOAT)));
  }

  @Test
  void otherTypesDifferEvenIfTheyAreAsLong() {
    differ(of(4, Datatype.INT), of(4, Datatype.FLOAT));
    differ(of(4, Datatype.INT), of(4, Datatype.UINT32_T));
    differ(of(4, Datatype.INT), of(2, Datatype.DOUBLE));
    differ(of(4, Datatype.INT), of(16, Datatype.BYTE));
    differ(of(1, Datatype.CHARACTER), of(1, Datatype.INT8_T));
  }

  @Test
  void theOrderCounts() {
    Datatype there = struct(Datatype.INT, Datatype.DOUBLE);
    Datatype back = struct(Datatype.DOUBLE, Datatype.INT);
    differ(of(1, there), of(1, back));
    differ(of(3, there), of(3, back));
    match(of(3, back), of(3, back));
    StructDatatype named = Datatype.DOUBLE_INT;
    match(of(3, named), of(3, back));
  }

  @Test
  void packedAndEmptyMessagesSayNothing() {
    assertThat(TypeSignature.of(of(8, Datatype.PACKED))).isZero();
    assertThat(TypeSignature.of(Buf.EMPTY)).isZero();
    match(of(8, Datatype.PACKED), of(2, Datatype.INT));
    match(of(2, Datatype.INT), of(8, Datatype.PACKED));
  }

  @Test
  void aCutMessageIsComparedAsFarAsItIsKnown() {
    match(of(9, Datatype.INT), of(3, Datatype.INT));
    differ(of(9, Datatype.INT), of(3, Datatype.FLOAT));
  }

  @Test
  void messagesOfTheProgramBelongToNoCollective() {
    Datatype pair = struct(Datatype.INT, Datatype.DOUBLE);
    List<Buf> all = List.of(of(1, pair), of(9, Datatype.INT), of(7, Datatype.DOUBLE));
    assertThat(all)
        .allSatisfy(
            buf -> {
              assertThat(TypeSignature.of(buf) & LOWEST_BITS).isZero();
              assertThat(TypeSignature.of(buf)).isPositive().isLessThan(1 << 24);
            });
  }

  @Test
  void theWholeTellsLengthsApart() {
    assertThat(TypeSignature.whole(of(3, Datatype.INT)))
        .isEqualTo(TypeSignature.whole(Datatype.contiguous(3, Datatype.INT), 1))
        .isNotEqualTo(TypeSignature.whole(of(4, Datatype.INT)))
        .isNotEqualTo(TypeSignature.whole(of(3, Datatype.FLOAT)));
    assertThat(TypeSignature.whole(Buf.EMPTY)).isZero();
  }
}
