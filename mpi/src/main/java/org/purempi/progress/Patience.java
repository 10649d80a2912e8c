package org.purempi.progress;

/**
 * How long a waiter spins, yields and sleeps.
 *
 * <p>With a core for each rank, spinning answers fastest. With more ranks than cores a spinning
 * rank keeps the one it waits for from running, so it yields almost at once. Either way it sleeps
 * after a while, and never burns a core that another process could use.
 *
 * @param spins empty polls before the first yield
 * @param yields yields before the first sleep
 */
public record Patience(int spins, int yields) {
  private static final int SPINS_WITH_OWN_CORE = 10_000;
  private static final int SPINS_SHARED = 1;
  private static final int YIELDS = 200;

  /** For {@code ranks} ranks on this host. */
  public static Patience forRanks(int ranks) {
    boolean ownCore = ranks <= Runtime.getRuntime().availableProcessors();
    int spins = Integer.getInteger("purempi.spins", ownCore ? SPINS_WITH_OWN_CORE : SPINS_SHARED);
    return new Patience(spins, Integer.getInteger("purempi.yields", YIELDS));
  }
}
