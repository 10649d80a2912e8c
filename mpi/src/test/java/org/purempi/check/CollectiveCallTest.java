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
