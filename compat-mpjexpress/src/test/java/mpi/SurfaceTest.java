package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.invoke.MethodType;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What was compiled against MPJ Express 0.44 links with our classes: every public member of its API
 * is here, with the same descriptor, flags, constant and checked exceptions.
 */
@Timeout(60)
class SurfaceTest {
  private static final int COLUMNS = 8;

  /** Modifiers that a caller's class file depends on. */
  private static final Set<AccessFlag> COMPARED =
      Set.of(AccessFlag.PUBLIC, AccessFlag.STATIC, AccessFlag.FINAL, AccessFlag.ABSTRACT);

  /** A line of the list. */
  private record Member(
      Class<?> in, String kind, String name, String descriptor, String flags, List<String> rest) {
    @Override
    public String toString() {
      return in.getName() + " " + kind + " " + name + " " + descriptor;
    }
  }

  private static List<Member> members() throws IOException {
    try (InputStream in = SurfaceTest.class.getResourceAsStream("/surface.csv");
        var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      return lines.lines().skip(1).map(SurfaceTest::member).toList();
    }
  }

  private static Member member(String line) {
    List<String> cells = new ArrayList<>(Arrays.asList(line.replace("\"", "").split(",", -1)));
    assertThat(cells).as(line).hasSize(COLUMNS);
    try {
      Class<?> in = Class.forName(cells.get(0), false, SurfaceTest.class.getClassLoader());
      return new Member(
          in, cells.get(1), cells.get(2), cells.get(3), cells.get(4), cells.subList(5, COLUMNS));
    } catch (ClassNotFoundException e) {
      throw new AssertionError("class " + cells.get(0) + " is missing", e);
    }
  }

  @Test
  void everyPublicMemberIsThereAndTheSame() throws Exception {
    List<String> wrong = new ArrayList<>();
    List<Member> members = members();
    for (Member member : members) {
      difference(member).ifPresent(text -> wrong.add(member + ": " + text));
    }
    assertThat(members).hasSizeGreaterThan(200);
    assertThat(wrong).isEmpty();
  }

  private static Optional<String> difference(Member m) throws IllegalAccessException {
    return switch (m.kind) {
      case "class" -> ofClass(m);
      case "field" -> ofField(m);
      case "method" -> ofMethod(m);
      default -> Optional.of("unknown kind");
    };
  }

  private static String words(Set<AccessFlag> flags) {
    return flags.stream()
        .filter(COMPARED::contains)
        .map(f -> f.name().toLowerCase(Locale.ROOT))
        .sorted()
        .collect(Collectors.joining(" "));
  }

  private static Optional<String> unequal(String what, Object expected, Object found) {
    return expected.equals(found)
        ? Optional.empty()
        : Optional.of(what + " should be " + expected + ", is " + found);
  }

  private static Optional<String> ofClass(Member m) {
    String interfaces =
        Arrays.stream(m.in.getInterfaces()).map(Class::getName).collect(Collectors.joining(" "));
    String parents = m.in.getSuperclass().getName() + " [" + interfaces + "]";
    return unequal("flags", m.flags, words(m.in.accessFlags()))
        .or(() -> unequal("parents", m.rest.get(2), parents));
  }

  private static Optional<String> ofField(Member m) throws IllegalAccessException {
    Field field;
    try {
      field = m.in.getField(m.name);
    } catch (NoSuchFieldException e) {
      return Optional.of("is missing");
    }
    Optional<String> constant = Optional.empty();
    if (!m.rest.get(0).isEmpty()) {
      Object value = field.get(null);
      String text = value instanceof Boolean b ? (b ? "1" : "0") : String.valueOf(value);
      constant = unequal("the constant", m.rest.get(0), text);
    }
    Optional<String> wrong = constant;
    return unequal("type", m.descriptor, field.getType().descriptorString())
        .or(() -> unequal("flags", m.flags, words(field.accessFlags())))
        .or(() -> wrong);
  }

  private static Optional<String> ofMethod(Member m) {
    Stream<Executable> candidates =
        m.name.equals("<init>")
            ? Arrays.<Executable>stream(m.in.getConstructors())
            : Arrays.<Executable>stream(m.in.getMethods()).filter(x -> x.getName().equals(m.name));
    Optional<Executable> found =
        candidates.filter(x -> descriptor(x).equals(m.descriptor)).findFirst();
    if (found.isEmpty()) {
      return Optional.of("is missing");
    }
    Set<String> declared = new TreeSet<>();
    for (Class<?> type : found.get().getExceptionTypes()) {
      declared.add(type.getName());
    }
    return unequal("flags", m.flags, words(found.get().accessFlags()))
        .or(
            () ->
                unequal(
                    "exceptions",
                    m.rest.get(1).replaceAll("[\\[\\]]", ""),
                    String.join(" ", declared)));
  }

  private static String descriptor(Executable x) {
    Class<?> returned =
        switch (x) {
          case Method method -> method.getReturnType();
          case Constructor<?> constructor -> void.class;
        };
    return MethodType.methodType(returned, x.getParameterTypes()).toMethodDescriptorString();
  }
}
