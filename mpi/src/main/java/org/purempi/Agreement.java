package org.purempi;

/**
 * What the ranks of a communicator have agreed on; the same on all of them.
 *
 * @param flag the bitwise and of all flags
 * @param failed the ranks that had failed, as the communicator numbers them, in increasing order;
 *     of an intercommunicator those of the group with the lower process first, then the others
 * @param isAcknowledged whether all ranks had acknowledged these failures
 */
public record Agreement(int flag, java.util.List<Integer> failed, boolean isAcknowledged) {
  /**
   * The flags, if no failure was new to any rank.
   *
   * @throws ProcessFailedException otherwise
   */
  public int value() {
    if (!isAcknowledged) {
      int[] ranks = failed.stream().mapToInt(Integer::intValue).toArray();
      throw new ProcessFailedException(
          ErrorClass.PROC_FAILED,
          ranks,
          "the ranks agree on "
              + flag
              + ", and that rank"
              + (ranks.length == 1 ? " " : "s ")
              + failed.toString().replaceAll("[\\[\\]]", "")
              + (ranks.length == 1 ? " has failed" : " have failed")
              + ", which not all have acknowledged: ackFailed");
    }
    return flag;
  }
}
