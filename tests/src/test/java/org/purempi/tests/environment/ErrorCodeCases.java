package org.purempi.tests.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.ErrorHandler;
import org.purempi.Keyval;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.MpiException;
import org.purempi.tests.OnRanks;

/** Sections 9.4 and 9.5: error classes, codes and texts of one's own. */
final class ErrorCodeCases {
  private ErrorCodeCases() {}

  @OnRanks({1, 2})
  static void classesAndCodesAreAddedAndTakenBack(Communicator world) {
    Mpi mpi = world.mpi();
    int before = world.getAttr(Keyval.LASTUSEDCODE).orElseThrow();
    assertThat(before).isGreaterThanOrEqualTo(ErrorClass.values().length - 1);
    int errorClass = mpi.addErrorClass();
    int code = mpi.addErrorCode(errorClass);
    assertThat(world.getAttr(Keyval.LASTUSEDCODE)).hasValue(code);
    assertThat(code).isGreaterThan(before);
    assertThat(mpi.errorClass(code)).isEqualTo(errorClass);
    assertThat(mpi.errorClass(errorClass)).isEqualTo(errorClass);
    assertThat(mpi.errorString(code)).isEmpty();
    mpi.addErrorString(code, "no coffee");
    assertThat(mpi.errorString(code)).isEqualTo("no coffee");
    int truncated = mpi.addErrorCode(ErrorClass.TRUNCATE.code());
    assertThat(mpi.errorClass(truncated)).isEqualTo(ErrorClass.TRUNCATE.code());
    refused(() -> mpi.removeErrorClass(errorClass));
    mpi.removeErrorString(code);
    assertThat(mpi.errorString(code)).isEmpty();
    mpi.removeErrorCode(code);
    mpi.removeErrorCode(truncated);
    mpi.removeErrorClass(errorClass);
    refused(() -> mpi.errorClass(code));
  }

  @OnRanks(1)
  static void thePredefinedOnesStay(Communicator world) {
    Mpi mpi = world.mpi();
    int tag = ErrorClass.TAG.code();
    assertThat(mpi.errorClass(tag)).isEqualTo(tag);
    assertThat(mpi.errorString(tag)).isEqualTo("MPI_ERR_TAG");
    assertThat(mpi.errorString(0)).isEqualTo("MPI_SUCCESS");
    refused(() -> mpi.removeErrorClass(tag));
    refused(() -> mpi.addErrorString(tag, "x"));
    refused(() -> mpi.addErrorCode(-1));
    refused(() -> mpi.errorString(1_000_000));
  }

  private static void refused(Runnable call) {
    assertThatThrownBy(call::run).isInstanceOf(MpiArgumentException.class);
  }

  @OnRanks({1, 2})
  static void anErrorOfOnesOwnPassesTheHandlerWithItsCode(Communicator world) {
    int code = world.mpi().addErrorCode(world.mpi().addErrorClass());
    int[] seen = {-1};
    try (Communicator c = world.dup()) {
      c.setErrhandler(ErrorHandler.of((x, e) -> seen[0] = e.errorCode()));
      assertThatThrownBy(() -> c.callErrhandler(new MpiException(code, "mine")))
          .isInstanceOfSatisfying(
              MpiException.class, e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.OTHER));
      assertThat(seen[0]).isEqualTo(code);
    }
  }
}
