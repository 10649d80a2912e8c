package org.purempi.launch.system;

import java.util.List;
import java.util.function.IntConsumer;

/** What a job needs of the process that it runs in, and a test does not give it. */
public interface ProcessHooks {
  /**
   * From now on these signals to the process run the action, with their number.
   *
   * @throws ReflectiveOperationException when signals are not to be had; nothing has changed then
   */
  void onSignals(List<String> names, IntConsumer action) throws ReflectiveOperationException;

  /** The action runs when the process ends, whatever the reason. */
  void atExit(Runnable action);

  /** Ends the process. */
  void exit(int code);
}
