package org.purempi.launch.options;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.text.ShellWords;

/** Which of mpiexec's variables a program gets, and which are set for it. */
public final class EnvironmentChoice {
  /** What belongs to the launcher above us, if any, and would mislead our ranks. */
  private static final List<String> FOREIGN =
      List.of("PMI_", "PMIX_", "OMPI_COMM_WORLD_", "MPI_LOCAL", "HYDI_", "PALS_RANKID");

  private @Nullable List<String> inherited;
  private boolean everything;
  private final Map<String, String> set = new LinkedHashMap<>();
  private final List<String> passed = new ArrayList<>();

  /** Ranks get this variable, whatever mpiexec itself has. */
  public void set(String name, String value) {
    set.put(name, value);
  }

  /** The words of {@code -env}: {@code NAME VALUE}, or {@code NAME=VALUE}. */
  public void set(List<String> words) {
    if (words.size() > 1) {
      set(words.getFirst(), words.getLast());
    } else {
      export(words.getFirst());
    }
  }

  /** Open MPI's {@code -x}: {@code NAME=VALUE} sets, {@code NAME} passes on. */
  void export(String text) {
    int equals = text.indexOf('=');
    if (equals >= 0) {
      set(text.substring(0, equals), text.substring(equals + 1));
    } else {
      passed.add(text);
    }
  }

  void only(String names) {
    inherited = ShellWords.parts(names, ",");
    everything = false;
  }

  void all() {
    everything = true;
    inherited = null;
  }

  void none() {
    inherited = List.of();
    everything = false;
  }

  /** The environment of a program with this choice, under a global one, from mpiexec's own. */
  Map<String, String> apply(EnvironmentChoice global, Map<String, String> mine) {
    EnvironmentChoice decides = inherited == null && !everything ? global : this;
    var result = new HashMap<String, String>();
    List<String> names = new ArrayList<>(mine.keySet());
    if (decides.inherited != null) {
      var wanted = new ArrayList<>(decides.inherited);
      wanted.addAll(passed);
      names.retainAll(wanted);
    }
    for (String name : names) {
      if (FOREIGN.stream().noneMatch(name::startsWith)) {
        result.put(name, mine.getOrDefault(name, ""));
      }
    }
    result.putAll(global.set);
    result.putAll(set);
    return result;
  }
}
