package org.purempi.pmi;

/** How far a rank has come in its life with the launcher. */
public enum RankStage {
  /** It never said a word of PMI: no MPI program, or not yet. */
  SILENT,
  /** Between init and finalize. */
  INITIALIZED,
  /** It took leave; it may exit. */
  FINALIZED
}
