package org.purempi;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.purempi.setting.Setting;

/**
 * Hints as pairs of key and value, in the order in which they were added (chapter 10). Immutable:
 * {@link #with} and {@link #without}, which are {@code MPI_Info_set} and {@code MPI_Info_delete},
 * give a new one; so there is nothing to duplicate or free.
 */
public final class Info {
  /** The longest key ({@code MPI_MAX_INFO_KEY} − 1). */
  public static final int LONGEST_KEY = 254;

  /** The longest value ({@code MPI_MAX_INFO_VAL} − 1). */
  public static final int LONGEST_VALUE = 1023;

  /** Main classes that start the program's. */
  private static final Set<String> STARTERS =
      Set.of("org.purempi.world.ThreadedProgram", "org.purempi.compat.mpjexpress.Program");

  /** No hints ({@code MPI_INFO_NULL}, and {@code MPI_Info_create}). */
  public static final Info EMPTY = new Info(Map.of());

  private final Map<String, String> pairs;

  private Info(Map<String, String> pairs) {
    this.pairs = pairs;
  }

  /** One hint. */
  public static Info of(String key, String value) {
    return EMPTY.with(key, value);
  }

  /**
   * What is known of how this process was started ({@code MPI_Info_create_env}, section 11.2.4):
   * the Standard's keys for the command, which is java, and its arguments, of which the main class
   * is the first; {@code maxprocs}, {@code arch} as {@code uname -m} tells it, {@code wdir}, {@code
   * thread_level}, and {@code mpi_initial_errhandler} and {@code mpi_memory_alloc_kinds} if mpiexec
   * was told them.
   *
   * @param args the arguments of {@code main}
   */
  public static Info createEnv(String... args) {
    Info info = EMPTY.with("command", "java");
    String handler = Setting.INITIAL_ERRHANDLER.text();
    if (handler != null) {
      info = info.with("mpi_initial_errhandler", shortened(handler));
    }
    String kinds = Setting.MEMORY_KINDS.text();
    if (kinds != null) {
      info = info.with("mpi_memory_alloc_kinds", shortened(kinds));
    }
    String size = System.getenv("PMI_SIZE");
    String argv = (program() + " " + String.join(" ", args)).strip();
    return info.with("argv", shortened(argv))
        .with("maxprocs", size == null ? "1" : size)
        .with("arch", architecture())
        .with("wdir", shortened(System.getProperty("user.dir")))
        .with("thread_level", "MPI_THREAD_MULTIPLE");
  }

  /** The main class, or {@code -jar} and its jar, without what the library puts before it. */
  private static String program() {
    String[] words = System.getProperty("sun.java.command", "").split(" ", -1);
    String main = "";
    for (int i = 0; i < words.length && (i == 0 || STARTERS.contains(main)); i++) {
      main = words[i];
    }
    return main.endsWith(".jar") ? "-jar " + main : main.substring(main.indexOf('/') + 1);
  }

  /** The machine's name for itself: Java calls one of them otherwise. */
  private static String architecture() {
    String name = System.getProperty("os.arch");
    return name.equals("amd64") ? "x86_64" : name;
  }

  private static String shortened(String value) {
    return value.length() <= LONGEST_VALUE ? value : value.substring(0, LONGEST_VALUE);
  }

  /** These hints and another one, which replaces one of the same key ({@code MPI_Info_set}). */
  public Info with(String key, String value) {
    if (key.isEmpty() || key.length() > LONGEST_KEY) {
      throw new MpiArgumentException(
          ErrorClass.INFO_KEY, "a key has 1 … " + LONGEST_KEY + " characters, not " + key.length());
    }
    if (value.length() > LONGEST_VALUE) {
      throw new MpiArgumentException(
          ErrorClass.INFO_VALUE,
          "the value of "
              + key
              + " has "
              + value.length()
              + " characters: at most "
              + LONGEST_VALUE
              + " are allowed");
    }
    Map<String, String> more = new LinkedHashMap<>(pairs);
    more.put(key, value);
    return new Info(Collections.unmodifiableMap(more));
  }

  /**
   * These hints without one ({@code MPI_Info_delete}).
   *
   * @throws MpiArgumentException ({@code INFO_NOKEY}) if there is no such key
   */
  public Info without(String key) {
    if (!pairs.containsKey(key)) {
      throw new MpiArgumentException(ErrorClass.INFO_NOKEY, "there is no key " + key);
    }
    Map<String, String> fewer = new LinkedHashMap<>(pairs);
    fewer.remove(key);
    return new Info(Collections.unmodifiableMap(fewer));
  }

  /** The value of a key, if it is there ({@code MPI_Info_get_string}). */
  public Optional<String> get(String key) {
    return Optional.ofNullable(pairs.get(key));
  }

  /** The number of keys ({@code MPI_Info_get_nkeys}). */
  public int nkeys() {
    return pairs.size();
  }

  /** The {@code n}-th key, from 0 ({@code MPI_Info_get_nthkey}). */
  public String nthkey(int n) {
    if (n < 0 || n >= pairs.size()) {
      throw new MpiArgumentException(
          ErrorClass.ARG, "key number " + n + " of an info with " + pairs.size() + " keys");
    }
    return new ArrayList<>(pairs.keySet()).get(n);
  }

  /** All pairs, in order; cannot be changed. */
  public Map<String, String> pairs() {
    return pairs;
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof Info other && pairs.equals(other.pairs);
  }

  @Override
  public int hashCode() {
    return pairs.hashCode();
  }

  @Override
  public String toString() {
    return "Info" + pairs;
  }
}
