package org.purempi.launch;

/** A source file does not compile; the message is what the compiler says, on several lines. */
final class CompilationException extends Exception {
  private static final long serialVersionUID = 1L;

  CompilationException(String diagnostics) {
    super(diagnostics);
  }
}
