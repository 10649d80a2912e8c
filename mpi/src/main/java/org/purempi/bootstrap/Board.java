package org.purempi.bootstrap;

import java.io.IOException;
import java.util.Optional;

/** Where those who are to be wired together write what the others have to know. */
public interface Board {
  /** This one's number among them. */
  int rank();

  /** How many they are. */
  int size();

  /** The name of what they become, the same for all and for nobody else. */
  String name();

  /** Writes a pair; others see it after the next {@link #barrier}. Neither has blanks. */
  void put(String key, String value) throws IOException;

  /** What one of them wrote before the last barrier, if any. */
  Optional<String> get(String key) throws IOException;

  /** Waits until all have called it. */
  void barrier() throws IOException;
}
