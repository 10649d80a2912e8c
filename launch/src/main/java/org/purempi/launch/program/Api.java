package org.purempi.launch.program;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.text.UsageException;

/** An older API named {@code mpi}, for whose programs purempi has a jar. */
public enum Api {
  OPENMPI("openmpi", "Open MPI's", null),
  MPJEXPRESS("mpjexpress", "MPJ Express's", "org.purempi.compat.mpjexpress.Program");

  /** What {@code -api} calls it; its jar is {@code purempi-compat-NAME}. */
  final String word;

  final String whose;

  /** The class that its programs are started by; null if by nothing but themselves. */
  final @Nullable String starter;

  Api(String word, String whose, @Nullable String starter) {
    this.word = word;
    this.whose = whose;
    this.starter = starter;
  }

  String artifact() {
    return "purempi-compat-" + word;
  }

  /** The API of that name; null if there is none. */
  public static @Nullable Api named(String word) {
    return List.of(values()).stream().filter(api -> api.word.equals(word)).findFirst().orElse(null);
  }

  /**
   * What {@code -api} has named, unless the program uses the other one's methods and none of this:
   * it would end at the first of them.
   *
   * @param own a use of this one's; null if there is none
   * @param others a use of the other one's; null if there is none
   * @return this
   */
  Api unlessOther(@Nullable String own, @Nullable String others) throws UsageException {
    if (own != null || others == null) {
      return this;
    }
    Api other = this == OPENMPI ? MPJEXPRESS : OPENMPI;
    throw new UsageException(
        "-api %s: %s, which is of %s API: leave -api out, or write -api %s"
            .formatted(word, others, other.whose, other.word));
  }
}
