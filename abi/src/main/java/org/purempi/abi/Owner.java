package org.purempi.abi;

/** What errors are tied to: a communicator, window, file or session, with its handler. */
abstract class Owner {
  /** Its handle; set when it has got one. */
  long handle;

  volatile ErrorHandlerHandle errors;

  Owner(ErrorHandlerHandle errors) {
    this.errors = errors;
  }
}
