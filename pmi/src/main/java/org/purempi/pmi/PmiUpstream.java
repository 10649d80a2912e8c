package org.purempi.pmi;

import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Who stands above a server that serves only some ranks of its job. Called on the server's thread;
 * must not block.
 */
public interface PmiUpstream {
  /**
   * All ranks of the server are in a barrier; {@link PmiServer#release} lets them go on.
   *
   * @param puts the pairs they have put since the last barrier
   */
  void barrier(Map<String, String> puts);

  /**
   * A rank publishes, looks up or withdraws a name, which the whole job shares.
   *
   * @param request the rank's command
   * @param answer takes the reply to the rank, on any thread
   */
  void names(PmiLine request, Consumer<PmiLine> answer);

  /**
   * A rank asks for a key that is not known here.
   *
   * @param answer takes the value, or null when nobody knows one, on any thread
   */
  default void pair(String key, Consumer<@Nullable String> answer) {
    answer.accept(null);
  }
}
