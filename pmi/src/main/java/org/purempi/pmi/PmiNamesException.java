package org.purempi.pmi;

/** A name cannot be published, looked up or withdrawn, whether it is there or not. */
public final class PmiNamesException extends PmiException {
  private static final long serialVersionUID = 1L;

  PmiNamesException(String message) {
    super(message);
  }
}
