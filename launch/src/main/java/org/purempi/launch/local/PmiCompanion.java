package org.purempi.launch.local;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.purempi.pmi.RankStage;

/** Who wants to know more than events tell, and knows pairs of other hosts. */
public interface PmiCompanion {
  /** A rank has called init, or finalize. */
  void reached(int rank, RankStage stage);

  /** A rank asks for a key that is not known here. */
  void pair(String key, Consumer<@Nullable String> answer);
}
