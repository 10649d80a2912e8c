package org.purempi.junit;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;
import org.purempi.Communicator;

/** A call as it travels to a rank's process: names instead of objects. */
@SuppressWarnings("ArrayRecordComponent") // handed on, never compared
record SavedCall(String type, String method, List<String> parameters, @Nullable Object[] arguments)
    implements Serializable {
  static SavedCall of(RankCall call) {
    var parameters = new ArrayList<String>();
    for (Class<?> type : call.method().getParameterTypes()) {
      parameters.add(type.getName());
    }
    Object target = call.target();
    Class<?> type = target == null ? call.method().getDeclaringClass() : target.getClass();
    return new SavedCall(type.getName(), call.method().getName(), parameters, call.arguments());
  }

  void write(Path file) throws IOException {
    try (var out = new ObjectOutputStream(Files.newOutputStream(file))) {
      out.writeObject(this);
    }
  }

  /** Reads a file that this class has written, of a folder that only this user can write to. */
  @SuppressWarnings("BanSerializableRead")
  static SavedCall read(Path file) throws IOException, ClassNotFoundException {
    try (var in = new ObjectInputStream(Files.newInputStream(file))) {
      return (SavedCall) in.readObject();
    }
  }

  /** Makes the call in this process, between the methods that belong before and after it. */
  void run(Communicator world) throws Throwable {
    Class<?> test = Class.forName(type);
    Method called = find(test);
    Object target = Modifier.isStatic(called.getModifiers()) ? null : instance(test);
    for (Method before : around(test, BeforeEach.class)) {
      before.invoke(target);
    }
    new RankCall(target, called, arguments).on(world);
    for (Method after : around(test, AfterEach.class)) {
      after.invoke(target);
    }
  }

  private Method find(Class<?> test) throws NoSuchMethodException {
    for (Class<?> at = test; at != null; at = at.getSuperclass()) {
      for (Method one : at.getDeclaredMethods()) {
        List<String> its = Arrays.stream(one.getParameterTypes()).map(Class::getName).toList();
        if (one.getName().equals(method) && its.equals(parameters)) {
          return one;
        }
      }
    }
    throw new NoSuchMethodException(type + "." + method + parameters);
  }

  private static Object instance(Class<?> test) throws ReflectiveOperationException {
    var constructor = test.getDeclaredConstructor();
    constructor.setAccessible(true);
    return constructor.newInstance();
  }

  private static List<Method> around(
      Class<?> test, Class<? extends java.lang.annotation.Annotation> mark) {
    return ReflectionSupport.findMethods(
            test,
            m -> AnnotationSupport.isAnnotated(m, mark) && m.getParameterCount() == 0,
            HierarchyTraversalMode.TOP_DOWN)
        .stream()
        .peek(m -> m.setAccessible(true))
        .toList();
  }
}
