package org.purempi.progress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Access to fields by memory order. */
public final class Fields {
  private Fields() {}

  /** The handle of a field of the class that looks. */
  public static VarHandle handle(MethodHandles.Lookup of, String name, Class<?> type) {
    try {
      return of.findVarHandle(of.lookupClass(), name, type);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }
}
