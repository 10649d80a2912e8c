package org.purempi.launch.smpd1;

import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The key-value spaces of a job: that of its ranks, and the one of published names. */
final class Smpd1Spaces {
  private final Supplier<String> names;
  private final Smpd1Database database = new Smpd1Database();
  private @Nullable String domain;

  /**
   * @param names names of spaces, each another one
   */
  Smpd1Spaces(Supplier<String> names) {
    this.names = names;
  }

  /** Makes them, with the pairs that the command brings; completes the answer. */
  Smpd1Command start(Smpd1Command command, Smpd1Command answer) throws Smpd1Exception {
    String space = names.get();
    String shared = domain == null ? names.get() : domain;
    domain = shared;
    boolean made = database.create(space) && database.create(shared);
    String preput = command.get("preput");
    if (made && preput != null) {
      int count = command.getInt("npreput", 0);
      Map<String, String> numbered = Smpd1Text.read(preput);
      for (int i = 0; i < count && made; i++) {
        String pair = numbered.get(Integer.toString(i));
        for (var one : Smpd1Text.read(pair == null ? "" : pair).entrySet()) {
          made = database.put(space, one.getKey(), one.getValue());
        }
      }
    }
    return made
        ? answer
            .with("kvs_name", space)
            .with("domain_name", shared)
            .with(Smpd1Command.RESULT, Smpd1Command.SUCCESS)
        : answer.with(Smpd1Command.RESULT, "FAIL");
  }

  /** Carries a command of a process out; completes the answer. */
  Smpd1Command serve(Smpd1Command command, Smpd1Command answer) throws Smpd1Exception {
    return domain != null
        ? database.serve(command, answer)
        : answer.with(Smpd1Command.RESULT, "FAIL - smpd does not have an initialized database.");
  }
}
