package org.purempi.pmi;

/** The launcher has understood, and says no. */
public final class PmiRefusalException extends PmiException {
  private static final long serialVersionUID = 1L;

  PmiRefusalException(String message) {
    super(message);
  }
}
