package org.purempi.launch;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** An older API named {@code mpi}, for whose programs purempi has a jar. */
enum Api {
  OPENMPI("openmpi", "Open MPI's"),
  MPJEXPRESS("mpjexpress", "MPJ Express's");

  /** What {@code -api} calls it; its jar is {@code purempi-compat-NAME}. */
  final String word;

  final String whose;

  Api(String word, String whose) {
    this.word = word;
    this.whose = whose;
  }

  String artifact() {
    return "purempi-compat-" + word;
  }

  /** The API of that name; null if there is none. */
  static @Nullable Api named(String word) {
    return List.of(values()).stream().filter(api -> api.word.equals(word)).findFirst().orElse(null);
  }
}
