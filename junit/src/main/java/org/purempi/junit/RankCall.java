package org.purempi.junit;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.purempi.Communicator;

/**
 * The call of a test's method, the same on every rank but for the world.
 *
 * @param target the test's instance; null for a static method
 * @param arguments as JUnit found them, null where the world belongs
 */
@SuppressWarnings("ArrayRecordComponent") // handed on, never compared
record RankCall(@Nullable Object target, Method method, @Nullable Object[] arguments) {
  /** Makes the call on one rank; throws what the test throws. */
  void on(Communicator world) throws Throwable {
    @Nullable Object[] own = arguments.clone();
    Class<?>[] types = method.getParameterTypes();
    for (int i = 0; i < own.length; i++) {
      if (types[i] == Communicator.class) {
        own[i] = world;
      }
    }
    method.setAccessible(true);
    try {
      method.invoke(target, own);
    } catch (InvocationTargetException e) {
      Throwable cause = e.getCause();
      throw cause == null ? e : cause;
    }
  }
}
