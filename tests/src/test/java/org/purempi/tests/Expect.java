package org.purempi.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.purempi.ErrorClass;
import org.purempi.MpiError;

/** What cases expect of calls that fail. */
public final class Expect {
  private Expect() {}

  /** The call fails with an error of that class, and its message has these words. */
  public static void error(ErrorClass errorClass, ThrowingCallable call, String... words) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            MpiError.class,
            e -> {
              assertThat(e.errorClass()).as(e.getMessage()).isEqualTo(errorClass);
              assertThat(e.getMessage())
                  .isNotBlank()
                  .satisfies(m -> assertThat(words).allMatch(m::contains));
            });
  }
}
