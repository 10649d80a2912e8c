package org.purempi.benchmarks.compare;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What contestants are called in drawings, and their colours: each has one of its own. */
final class Legend {

  private static final Map<String, String> NAMES =
      Map.ofEntries(
          Map.entry("shm", "purempi"),
          Map.entry("shm-heap", "purempi, arrays"),
          Map.entry("shm-native", "purempi, segments"),
          Map.entry("shm-shared", "purempi, segments of allocMem"),
          Map.entry("thread-heap", "purempi, threads, arrays"),
          Map.entry("thread-native", "purempi, threads, segments"),
          Map.entry("tcp-heap", "purempi, TCP, arrays"),
          Map.entry("tcp-native", "purempi, TCP, segments"),
          Map.entry("tls-heap", "purempi, TLS, arrays"),
          Map.entry("compat-heap", "purempi, Open MPI's API, arrays"),
          Map.entry("compat-native", "purempi, Open MPI's API, buffers"),
          Map.entry("abi-c", "purempi, in C"),
          Map.entry("mpich", "MPICH"),
          Map.entry("openmpi", "Open MPI"),
          Map.entry("floor-c", "C"),
          Map.entry("floor-java", "plain Java"));

  /**
   * Told apart by people who see few colours too (Okabe and Ito, and others), on light and on dark
   * ground; a contestant keeps its own in every drawing.
   */
  private static final Map<String, String> COLOURS =
      Map.ofEntries(
          Map.entry("shm", "#0072B2"),
          Map.entry("shm-heap", "#0072B2"),
          Map.entry("tcp-heap", "#0072B2"),
          Map.entry("shm-native", "#56B4E9"),
          Map.entry("tcp-native", "#56B4E9"),
          Map.entry("shm-shared", "#17BECF"),
          Map.entry("thread-heap", "#009E73"),
          Map.entry("thread-native", "#9ACD32"),
          Map.entry("tls-heap", "#9467BD"),
          Map.entry("compat-heap", "#009E73"),
          Map.entry("compat-native", "#9ACD32"),
          Map.entry("abi-c", "#117733"),
          Map.entry("mpich", "#D55E00"),
          Map.entry("openmpi", "#E69F00"),
          Map.entry("floor-java", "#CC79A7"),
          Map.entry("floor-c", "#7F7F7F"));

  private static final String ANY = "#8C564B";

  private static final List<String> SPARE =
      List.of("#E377C2", "#BCBD22", "#1F9E89", "#6A5ACD", "#A0522D", "#708090");

  private final Map<String, String> colours = new LinkedHashMap<>();

  /** Gives each of these a colour that none of the others has. */
  Legend(Collection<String> names) {
    names.forEach(name -> colours.put(name, COLOURS.getOrDefault(name, "")));
    var free = SPARE.stream().filter(spare -> !colours.containsValue(spare)).iterator();
    Set<String> taken = new HashSet<>();
    for (String name : names) {
      String wanted = colours.getOrDefault(name, "");
      if (wanted.isEmpty() || !taken.add(wanted)) {
        colours.put(name, free.hasNext() ? free.next() : ANY);
      }
    }
  }

  /** Who is drawn, in order. */
  Collection<String> names() {
    return colours.keySet();
  }

  String colour(String name) {
    return colours.getOrDefault(name, ANY);
  }

  /** The contestant as readers know it, with the JVM flags that it was given. */
  static String title(String name) {
    String[] words = name.split(Options.FLAG, 2);
    String title = NAMES.getOrDefault(words[0], words[0]);
    return words.length == 1 ? title : title + ", " + words[1].replace(Options.FLAG, " ");
  }
}
