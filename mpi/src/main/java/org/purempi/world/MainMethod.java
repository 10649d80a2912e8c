package org.purempi.world;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;

/**
 * Where a program begins, found as the java launcher finds it: main with arguments before one
 * without, static or not (JEP 512).
 */
record MainMethod(Class<?> type, Method method) {
  static MainMethod of(Class<?> type) throws NoSuchMethodException {
    try {
      return new MainMethod(type, find(type, String[].class));
    } catch (NoSuchMethodException e) {
      return new MainMethod(type, find(type));
    }
  }

  private static Method find(Class<?> type, Class<?>... parameters) throws NoSuchMethodException {
    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
      for (Method one : at.getDeclaredMethods()) {
        if (one.getName().equals("main") && Arrays.equals(one.getParameterTypes(), parameters)) {
          return one;
        }
      }
    }
    throw new NoSuchMethodException(type.getName() + " has no main method");
  }

  /** Runs the program; throws what it throws. */
  void call(String[] arguments) throws Throwable {
    method.setAccessible(true);
    Object target = null;
    if (!Modifier.isStatic(method.getModifiers())) {
      var constructor = type.getDeclaredConstructor();
      constructor.setAccessible(true);
      target = constructor.newInstance();
    }
    try {
      if (method.getParameterCount() == 0) {
        method.invoke(target);
      } else {
        method.invoke(target, (Object) arguments.clone());
      }
    } catch (InvocationTargetException e) {
      Throwable cause = e.getCause();
      throw cause == null ? e : cause;
    }
  }
}
