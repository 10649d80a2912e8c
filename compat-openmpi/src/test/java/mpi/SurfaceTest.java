package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Every public class and member of Open MPI's API, with its descriptor, flags, constant and checked
 * exceptions, against our compiled classes. Both are brought into sentences, which are compared. Of
 * {@link Struct}, which programs extend, the protected members too: read from the original's
 * sources, as the list of its public members was made without them.
 */
@Timeout(30)
class SurfaceTest {
  /** What is ours beside theirs: equals without hashCode would be wrong. */
  private static final Set<String> MORE = Set.of("mpi.Count public method hashCode()I throws []");

  /** How theirs does its work; ours needs no native code. */
  private static final String HOW = "native";

  /** A cell, with or without quotes. */
  private static final Pattern CELL = Pattern.compile("\"([^\"]*)\"|([^,]*)");

  /** The classes that programs extend by their own; of others nobody sees protected members. */
  private static final Set<Class<?>> EXTENDED = Set.of(Struct.class, Struct.Data.class);

  private static TreeSet<String> theirs;
  private static TreeSet<String> ours;

  @BeforeAll
  static void read() throws Exception {
    theirs = new TreeSet<>();
    for (String list : List.of("surface.csv", "surface-of-structs.csv")) {
      try (var in = SurfaceTest.class.getResourceAsStream(list)) {
        String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        text.lines().skip(1).map(SurfaceTest::cells).forEach(c -> theirs.add(sentence(c)));
      }
    }
    ours = new TreeSet<>();
    for (Class<?> c : compiled()) {
      if (Modifier.isPublic(c.getModifiers())) {
        add(c);
      }
    }
  }

  private static List<String> cells(String line) {
    var cells = new ArrayList<String>();
    Matcher m = CELL.matcher(line);
    int at = 0;
    while (at <= line.length() && m.find(at)) {
      cells.add(m.group(1) != null ? m.group(1) : m.group(2));
      at = m.end() + 1;
    }
    return cells;
  }

  private static String sentence(List<String> c) {
    String flags = flags(Set.of(c.get(4).split(" ")));
    return switch (c.get(1)) {
      case "class" -> c.get(0) + " " + flags + " class extends " + c.get(7);
      case "field" ->
          c.get(0) + " " + flags + " field " + c.get(2) + " " + c.get(3) + " = " + c.get(5);
      default ->
          c.get(0)
              + " "
              + flags
              + " method "
              + c.get(2)
              + c.get(3)
              + " throws "
              + exceptions(c.get(6));
    };
  }

  private static String exceptions(String cell) {
    return cell.isEmpty() ? "[]" : cell;
  }

  private static String flags(Set<String> words) {
    return words.stream().filter(w -> !w.equals(HOW)).sorted().collect(Collectors.joining(" "));
  }

  private static List<Class<?>> compiled() throws IOException, ClassNotFoundException {
    Path folder = Path.of("target/classes/mpi");
    var classes = new ArrayList<Class<?>>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.sorted().toList()) {
        String name = file.getFileName().toString().replace(".class", "");
        if (!name.equals("package-info")) {
          classes.add(Class.forName("mpi." + name, false, SurfaceTest.class.getClassLoader()));
        }
      }
    }
    return classes;
  }

  private static void add(Class<?> c) throws Exception {
    String name = c.getName();
    String parent = c.getSuperclass() == null ? "java.lang.Object" : c.getSuperclass().getName();
    int ofClass = Modifier.classModifiers() | Modifier.INTERFACE;
    int flags = c.getModifiers() & ofClass & ~Modifier.STATIC;
    ours.add(
        name
            + " "
            + words(flags, "")
            + " class extends "
            + parent
            + " "
            + names(c.getInterfaces()));
    for (Field f : c.getDeclaredFields()) {
      if (Modifier.isPublic(f.getModifiers())) {
        String type = f.getType().descriptorString();
        String constant = isConstant(c, f) ? f.get(null).toString() : "";
        ours.add(
            name
                + " "
                + words(f.getModifiers(), "")
                + " field "
                + f.getName()
                + " "
                + type
                + " = "
                + constant);
      }
    }
    for (Method m : c.getDeclaredMethods()) {
      addExecutable(m, m.getName(), m.getReturnType(), (m.isBridge() ? "bridge synthetic" : ""));
    }
    for (Constructor<?> m : c.getDeclaredConstructors()) {
      addExecutable(m, "<init>", void.class, "");
    }
  }

  private static void addExecutable(Executable m, String name, Class<?> result, String more) {
    boolean isInherited =
        Modifier.isProtected(m.getModifiers()) && EXTENDED.contains(m.getDeclaringClass());
    if (!Modifier.isPublic(m.getModifiers()) && !isInherited) {
      return;
    }
    int known = m instanceof Method ? Modifier.methodModifiers() : Modifier.constructorModifiers();
    String type =
        MethodTypeDesc.of(
                descriptor(result),
                Arrays.stream(m.getParameterTypes()).map(SurfaceTest::descriptor).toList())
            .descriptorString();
    ours.add(
        m.getDeclaringClass().getName()
            + " "
            + words(m.getModifiers() & known, more)
            + " method "
            + name
            + type
            + " throws "
            + names(m.getExceptionTypes()));
  }

  private static ClassDesc descriptor(Class<?> c) {
    return c.describeConstable().orElseThrow();
  }

  private static String words(int modifiers, String more) {
    var words = new TreeSet<String>();
    Stream.of((Modifier.toString(modifiers) + " " + more).split(" "))
        .filter(w -> !w.isEmpty())
        .forEach(words::add);
    return flags(words);
  }

  private static String names(Class<?>[] classes) {
    return Arrays.stream(classes).map(Class::getName).toList().toString();
  }

  /** Whether the value is in the class file, for compilers to copy. */
  private static boolean isConstant(Class<?> c, Field f) throws IOException {
    try (var in = c.getResourceAsStream(c.getSimpleName() + ".class")) {
      return java.lang.classfile.ClassFile.of().parse(in.readAllBytes()).fields().stream()
          .filter(field -> field.fieldName().equalsString(f.getName()))
          .anyMatch(
              field ->
                  field.findAttribute(java.lang.classfile.Attributes.constantValue()).isPresent());
    }
  }

  @Test
  void everyMemberOfTheirsThatProgramsSeeIsOurs() {
    assertThat(theirs).hasSizeGreaterThan(750);
    var missing = new TreeSet<>(theirs);
    missing.removeAll(ours);
    assertThat(missing).isEmpty();
  }

  @Test
  void programsSeeNothingBesideTheirs() {
    var more = new TreeSet<>(ours);
    more.removeAll(theirs);
    assertThat(more).containsExactlyInAnyOrderElementsOf(MORE);
  }

  @Test
  void theFortyOneTypesAreCounted() {
    assertThat(theirs.stream().filter(s -> s.contains(" class extends "))).hasSize(41);
  }

  @Test
  void constantsOfOneKindDiffer() throws Exception {
    for (String kind : List.of("ERR_", "MODE_", "THREAD_", "SEEK_", "LOCK_")) {
      var values = new TreeMap<Integer, String>();
      for (Field f : MPI.class.getFields()) {
        boolean ofFiles = kind.equals("MODE_") && f.getName().startsWith("MODE_NO");
        if (f.getName().startsWith(kind) && !ofFiles && !f.getName().equals("ERR_LASTCODE")) {
          assertThat(values.put(f.getInt(null), f.getName())).as(f.getName()).isNull();
        }
      }
      assertThat(values).isNotEmpty();
    }
    assertThat(Set.of(MPI.ANY_SOURCE, MPI.PROC_NULL, MPI.ROOT, MPI.UNDEFINED)).hasSize(4);
  }
}
