package org.purempi.world;

import org.purempi.Mpi;
import org.purempi.communicator.LiveCommunicator;

/** A rank's error classes and codes (section 9.5). */
abstract class ErrorCodeCalls implements Mpi {
  private final ErrorCodes errorCodes = new ErrorCodes();

  final ErrorCodes errorCodes() {
    return errorCodes;
  }

  @Override
  public abstract LiveCommunicator self();

  @Override
  public final int addErrorClass() {
    return errorCodes.addClass();
  }

  @Override
  public final int addErrorCode(int errorClass) {
    return self().handling(() -> errorCodes.addCode(errorClass));
  }

  @Override
  public final void addErrorString(int errorCode, String text) {
    self().handling(() -> errorCodes.addString(errorCode, text));
  }

  @Override
  public final void removeErrorClass(int errorClass) {
    self().handling(() -> errorCodes.removeClass(errorClass));
  }

  @Override
  public final void removeErrorCode(int errorCode) {
    self().handling(() -> errorCodes.removeCode(errorCode));
  }

  @Override
  public final void removeErrorString(int errorCode) {
    self().handling(() -> errorCodes.removeString(errorCode));
  }

  @Override
  public final int errorClass(int errorCode) {
    return self().handling(() -> errorCodes.classOf(errorCode));
  }

  @Override
  public final String errorString(int errorCode) {
    return self().handling(() -> errorCodes.string(errorCode));
  }
}
