package org.purempi.spawn;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.purempi.pmi.PmiException;
import org.purempi.pmi.SpawnProgram;
import org.purempi.pmi.SpawnResult;

/** Who starts processes, and keeps the names that worlds are found by. Any thread; may block. */
public interface Launcher {
  /**
   * Starts a world.
   *
   * @param pairs what its processes find in their key-value space
   */
  SpawnResult spawn(List<SpawnProgram> programs, Map<String, String> pairs) throws PmiException;

  /** This world is connected with another one, by the name of its key-value space. */
  default void connected(String space) throws PmiException {}

  /** It is not any more: what happens to the one is no matter of the other. */
  default void disconnected(String space) throws PmiException {}

  /** Makes a port known; false if the name is in use. */
  boolean publish(String service, String port) throws PmiException;

  /** The port of that name. */
  Optional<String> lookup(String service) throws PmiException;

  /** Takes a name back; false if there is none. */
  boolean unpublish(String service) throws PmiException;
}
