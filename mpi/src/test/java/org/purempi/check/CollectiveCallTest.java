package org.purempi.check;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.purempi.Buf;

class CollectiveCallTest {
  private static CollectiveCall reduce(int root, String operator, Buf buf) {
    long signature = TypeSignature.whole(buf);
    return new CollectiveCall("reduce", root, operator, signature, buf.bytes(), "Here.java:3");
  }

  private static final CollectiveCall CALL = reduce(0, "SUM", Buf.of(new int[4]));

  @Test
  void callsAreComparedArgumentByArgument() {
    assertThat(CALL.mistake(reduce(0, "SUM", Buf.of(new int[4])))).isNull();
    assertThat(CALL.mistake(reduce(1, "MAX", Buf.of(new int[4])))).isEqualTo(Mistake.ROOT);
    assertThat(CALL.mistake(reduce(0, "MAX", Buf.of(new int[4]))))
        .isEqualTo(Mistake.COLLECTIVE_OPERATOR);
    assertThat(CALL.mistake(reduce(0, "SUM", Buf.of(new int[5]))))
        .isEqualTo(Mistake.COLLECTIVE_SIZE);
    assertThat(CALL.mistake(reduce(0, "SUM", Buf.of(new float[4]))))
        .isEqualTo(Mistake.COLLECTIVE_TYPE);
    CollectiveCall barrier =
        new CollectiveCall("barrier", CollectiveCall.NO_ROOT, "", 0, CollectiveCall.NO_LENGTH, "");
    assertThat(CALL.mistake(barrier)).isEqualTo(Mistake.OPERATION);
  }

  @Test
  void rootsOfTwoGroupsAreComparedAsFarAsRanksKnowThem() {
    int root = CollectiveCall.rootOf(true, 1);
    CollectiveCall call = reduce(root, "SUM", Buf.of(new int[4]));
    CollectiveCall other = reduce(CollectiveCall.rootOf(true, 0), "SUM", Buf.of(new int[4]));
    CollectiveCall wrong = reduce(CollectiveCall.rootOf(false, 1), "SUM", Buf.of(new int[4]));
    int unknown = CollectiveCall.rootOf(true, CollectiveCall.UNKNOWN);
    CollectiveCall idle =
        new CollectiveCall("reduce", unknown, "", 0, CollectiveCall.NO_LENGTH, "");
    assertThat(call.mistake(reduce(root, "SUM", Buf.of(new int[4])))).isNull();
    assertThat(call.mistake(other)).isEqualTo(Mistake.ROOT);
    assertThat(call.mistake(wrong)).isEqualTo(Mistake.ROOT);
    assertThat(call.mistake(idle)).isNull();
    assertThat(idle.mistake(call)).isNull();
    assertThat(idle.mistake(wrong)).isEqualTo(Mistake.ROOT);
    assertThat(call.text()).startsWith("reduce, root 1 of the first group, SUM");
    assertThat(idle.text()).isEqualTo("reduce, a root of the first group");
  }

  @Test
  void blocksAreComparedByLengthAndType() {
    BlockNote mine = BlockNote.of(3, "gatherv", Buf.of(new int[4]), "Here.java:3");
    assertThat(BlockNote.decoded(mine.encoded())).isEqualTo(mine);
    assertThat(mine.mistake(BlockNote.of(3, "gatherv", Buf.of(new int[4]), ""))).isNull();
    assertThat(mine.mistake(BlockNote.of(3, "gatherv", Buf.of(new int[3]), "")))
        .isEqualTo(Mistake.COLLECTIVE_SIZE);
    assertThat(mine.mistake(BlockNote.of(3, "gatherv", Buf.of(new float[4]), "")))
        .isEqualTo(Mistake.COLLECTIVE_TYPE);
    assertThat(mine.mistake(BlockNote.of(3, "scatterv", Buf.of(new int[3]), ""))).isNull();
  }

  @Test
  void theyTravelWhole() {
    assertThat(CollectiveCall.decoded(CALL.encoded())).isEqualTo(CALL);
    CollectiveCall far =
        new CollectiveCall("gatherv", 3, "", 0, CollectiveCall.NO_LENGTH, "x".repeat(5000));
    assertThat(far.encoded()).hasSizeLessThan(CollectiveCall.MOST_BYTES);
    assertThat(CollectiveCall.decoded(far.encoded()).name()).isEqualTo("gatherv");
  }

  @Test
  void patternsNameWhatIsNotTold() {
    var ignored = new Ignored("local:request:*, GLOBAL:MSG:PENDING");
    assertThat(ignored.has(Mistake.REQUEST_NOT_FREED)).isTrue();
    assertThat(ignored.has(Mistake.MESSAGE_PENDING)).isTrue();
    assertThat(ignored.has(Mistake.MESSAGE_TYPE)).isFalse();
    assertThat(new Ignored(null).has(Mistake.MESSAGE_TYPE)).isFalse();
    assertThat(new Ignored("*").has(Mistake.ROOT)).isTrue();
  }
}
