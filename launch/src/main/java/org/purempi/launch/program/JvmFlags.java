package org.purempi.launch.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Flags of the JVM: which words are one, and which of ours give way to the user's. */
public final class JvmFlags {
  private static final String SOURCE = "--source";
  private static final Set<String> WITH_VALUE =
      Set.of(
          "-p",
          "--module-path",
          "--upgrade-module-path",
          "--add-modules",
          "--add-exports",
          "--add-opens",
          "--add-reads",
          "--limit-modules",
          "--patch-module",
          "--enable-native-access",
          SOURCE);
  private static final List<String> PREFIXES =
      List.of(
          "-X",
          "-D",
          "-ea",
          "-da",
          "-esa",
          "-dsa",
          "-enableassertions",
          "-disableassertions",
          "-agentlib:",
          "-agentpath:",
          "-javaagent:",
          "-verbose:",
          "-splash:");
  private static final String LITERALLY = "--disable-@files";
  private static final Set<String> ALONE =
      Set.of(
          "--enable-preview",
          "-server",
          "-client",
          "-verbose",
          "-enablesystemassertions",
          "-disablesystemassertions",
          "-showversion",
          "--show-version",
          "--show-module-resolution",
          "--dry-run",
          LITERALLY);
  private static final Set<String> CLASS_PATH = Set.of("-cp", "-classpath", "--class-path");
  private static final String CLASS_CACHE = "-XX:AOTCache=";

  /** Otherwise each JVM whose other flags rule the cache out says so, on the program's output. */
  private static final String ABOUT_THE_CACHE = "-Xlog:aot=off";

  private JvmFlags() {}

  /** What makes a JVM use a class cache of ours. */
  public static List<String> ofClassCache(String file) {
    return List.of(CLASS_CACHE + file, ABOUT_THE_CACHE);
  }

  /** Whether it is one of {@link #ofClassCache}. */
  static boolean isOfClassCache(String flag) {
    return flag.startsWith(CLASS_CACHE) || flag.equals(ABOUT_THE_CACHE);
  }

  /** Whether the word is a JVM flag complete in itself. */
  public static boolean isFlag(String word) {
    if (ALONE.contains(word) || PREFIXES.stream().anyMatch(word::startsWith)) {
      return true;
    }
    int equals = word.indexOf('=');
    String name = equals < 0 ? word : word.substring(0, equals);
    boolean known =
        WITH_VALUE.contains(name)
            || name.equals("--finalization")
            || name.startsWith("--sun-misc-unsafe");
    return name.startsWith("--") && equals > 0 && (known || name.startsWith("--illegal-"));
  }

  /** Whether from this flag on {@code @FILE} is a word as any other. */
  static boolean endsFiles(String flag) {
    return flag.equals(LITERALLY);
  }

  /** Whether the next word is the class path. */
  public static boolean namesClassPath(String word) {
    return CLASS_PATH.contains(word);
  }

  /** Whether flags choose the Java of a source file, which java then compiles itself. */
  static boolean chooseSource(List<String> flags) {
    return flags.stream().anyMatch(f -> f.equals(SOURCE) || f.startsWith(SOURCE + "="));
  }

  /** Whether the word is a JVM flag whose value is the next word. */
  public static boolean takesValue(String word) {
    return WITH_VALUE.contains(word);
  }

  /**
   * Our flags as far as the user's leave room for them, then the user's.
   *
   * @param ambient flags the JVM takes from its environment, in one line
   */
  static List<String> merge(List<String> ours, List<String> users, String ambient) {
    var all = new ArrayList<>(users);
    all.addAll(List.of(ambient.split("\\s+", -1)));
    boolean moved =
        anyMatch(
            all,
            "-XX:.*(AOT|SharedArchive|CompressedOops|CompactObject).*|-Xshare:.*|-p|-javaagent:.*"
                + "|-agentlib:.*|-agentpath:.*"
                + "|--(module-path|upgrade-module-path|limit-modules|patch-module).*");
    var result = new ArrayList<String>();
    for (String flag : ours) {
      if (!moved || !isOfClassCache(flag)) {
        result.add(flag);
      }
    }
    result.addAll(users);
    return result;
  }

  private static boolean anyMatch(List<String> flags, String pattern) {
    Predicate<String> matches = flag -> flag.matches(pattern);
    return flags.stream().anyMatch(matches);
  }
}
