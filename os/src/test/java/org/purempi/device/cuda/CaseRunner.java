package org.purempi.device.cuda;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.purempi.device.Child;

/** Runs the cases of a class, which are its methods without parameters, in a JVM of their own. */
final class CaseRunner {
  private static final String CASE = "case ";
  private static final String FAILED = " failed";

  private CaseRunner() {}

  /** A test for each case, after all have been run. */
  static Stream<DynamicTest> run(Class<?> cases, Map<String, String> environment) throws Exception {
    List<DynamicTest> tests = new ArrayList<>();
    List<String> command = List.of(CaseRunner.class.getName(), cases.getName());
    try (Child child = new Child(environment, StandIn.OPTIONS, command)) {
      StringBuilder text = new StringBuilder();
      for (String line : child.lines()) {
        if (!line.startsWith(CASE)) {
          text.append(line).append('\n');
          continue;
        }
        String said = text.toString();
        String name = line.substring(CASE.length());
        text.setLength(0);
        tests.add(DynamicTest.dynamicTest(name, () -> check(name, said)));
      }
    }
    long all = methods(cases).count();
    tests.add(DynamicTest.dynamicTest("all", () -> checkCount(tests.size() - 1, all)));
    return tests.stream();
  }

  private static void check(String name, String said) {
    if (name.endsWith(FAILED) || !said.isEmpty()) {
      throw new AssertionError(said);
    }
  }

  private static void checkCount(long run, long all) {
    if (run != all) {
      throw new AssertionError(run + " of " + all + " cases were run");
    }
  }

  private static Stream<Method> methods(Class<?> cases) {
    return Stream.of(cases.getDeclaredMethods())
        .filter(m -> !m.isSynthetic() && m.getParameterCount() == 0)
        .filter(m -> m.getReturnType() == void.class)
        .sorted(Comparator.comparing(Method::getName));
  }

  /** In the child. */
  public static void main(String[] args) throws Exception {
    Class<?> cases = Class.forName(args[0]);
    for (Method method : methods(cases).toList()) {
      method.setAccessible(true);
      String result = "";
      try {
        method.invoke(cases.getDeclaredConstructor().newInstance());
      } catch (InvocationTargetException e) {
        StringWriter text = new StringWriter();
        Objects.requireNonNull(e.getCause()).printStackTrace(new PrintWriter(text));
        System.out.println(text);
        result = FAILED;
      }
      System.out.println(CASE + method.getName() + result);
    }
  }
}
