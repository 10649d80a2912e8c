package org.purempi;

/**
 * What ranks do when others have failed: user-level failure mitigation (ULFM, Bland et al. 2013),
 * for jobs that survive failures: {@code mpiexec -enable-recovery}, or the setting {@code
 * purempi.recovery}. In other jobs a rank that dies ends all, and nothing here ever fails.
 *
 * <p>An operation that needs a failed rank ends with {@link ProcessFailedException}, at this rank;
 * a collective operation may have succeeded at others. Who wants others to know {@link #revoke
 * revokes}; then all {@link #shrink} and go on in what that gives.
 */
public interface FaultTolerance {
  /**
   * Makes all operations of this communicator fail on all its ranks with {@link RevokedException},
   * those under way too, but for shrink, agree and what is local. Local: waits for nobody, and may
   * be called by any rank, and again ({@code MPIX_Comm_revoke}).
   */
  void revoke();

  /** Whether a rank is known to have revoked it ({@code MPIX_Comm_is_revoked}); local. */
  boolean isRevoked();

  /**
   * A communicator of the ranks that live, in their order; collective over them, also when this one
   * is revoked. All get the same group; a rank that dies meanwhile may still be in it ({@code
   * MPIX_Comm_shrink}).
   */
  Communicator shrink();

  /** As {@link #shrink}, without waiting ({@code MPIX_Comm_ishrink}). */
  Request<Communicator> ishrink();

  /**
   * Bitwise and of the flags of the ranks that live; all get the same, whoever fails meanwhile.
   * Collective over them, also when this communicator is revoked ({@code MPIX_Comm_agree}).
   *
   * @throws ProcessFailedException on all of them if one had not {@linkplain #ackFailed
   *     acknowledged} a failure that one of them knows; {@link #agreement} tells the flags then
   */
  int agree(int flag);

  /** As {@link #agree}; what the others have not acknowledged is in the result, and not thrown. */
  Agreement agreement(int flag);

  /** As {@link #agreement}, without waiting ({@code MPIX_Comm_iagree}). */
  Request<Agreement> iagree(int flag);

  /**
   * The ranks that are known here to have failed, in the order in which this rank learned of it: it
   * only grows at its end ({@code MPIX_Comm_get_failed}); local. Of an intercommunicator those of
   * both groups.
   */
  Group getFailed();

  /**
   * Acknowledges the first failures of {@link #getFailed}: receives from any source do not fail for
   * their sake any more, and agreements neither ({@code MPIX_Comm_ack_failed}); local.
   *
   * @param count how many; more than there are means all
   * @return how many are acknowledged now
   */
  int ackFailed(int count);

  /** Acknowledges all failures known now ({@code MPIX_Comm_failure_ack}, the older pair); local. */
  default void failureAck() {
    int unused = ackFailed(Integer.MAX_VALUE);
  }

  /** The failures that are acknowledged ({@code MPIX_Comm_failure_get_acked}); local. */
  Group failureGetAcked();
}
