package org.purempi.communicator;

import org.purempi.MpiAbortException;
import org.purempi.MpiError;
import org.purempi.request.ErrorScope;
import org.purempi.tool.ProgramStack;

/** What the error handlers that end the job do. */
final class Fatal {
  private Fatal() {}

  static MpiAbortException abort(ErrorScope scope, int rank, MpiError error) {
    // In one piece, as other ranks may write at the same time.
    System.err.print(
        "rank %d of %s: %s%n%s".formatted(rank, scope.label(), error, ProgramStack.ofThisThread()));
    return scope.mpi().abort(error.errorCode());
  }
}
