package org.purempi.launch.program;

/** A source file does not compile; the message is what the compiler says, on several lines. */
public final class CompilationException extends Exception {
  private static final long serialVersionUID = 1L;

  CompilationException(String diagnostics) {
    super(diagnostics);
  }
}
