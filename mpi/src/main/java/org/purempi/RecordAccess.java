package org.purempi;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;

/** Handles of a record's accessors and constructor, with the rights that could be had. */
final class RecordAccess {
  private final Class<? extends Record> type;
  private final MethodHandles.Lookup lookup;

  private RecordAccess(Class<? extends Record> type, MethodHandles.Lookup lookup) {
    this.type = type;
    this.lookup = lookup;
  }

  /**
   * Takes all rights if the caller's lookup or this module has them (always on the class path),
   * else tries with the caller's as they are, which do for public records in exported packages.
   */
  static RecordAccess to(Class<? extends Record> type, MethodHandles.Lookup caller) {
    RecordAccess.class.getModule().addReads(type.getModule());
    for (MethodHandles.Lookup l : new MethodHandles.Lookup[] {caller, MethodHandles.lookup()}) {
      try {
        return new RecordAccess(type, MethodHandles.privateLookupIn(type, l));
      } catch (IllegalAccessException | SecurityException e) {
        // the next one may have the right
      }
    }
    return new RecordAccess(type, caller);
  }

  MethodHandle accessor(RecordComponent component) {
    try {
      return lookup.unreflect(component.getAccessor());
    } catch (IllegalAccessException e) {
      throw inaccessible(e);
    }
  }

  MethodHandle constructor(Class<?>[] arguments) {
    try {
      return lookup.findConstructor(type, MethodType.methodType(void.class, arguments));
    } catch (IllegalAccessException | NoSuchMethodException e) {
      throw inaccessible(e);
    }
  }

  private MpiArgumentException inaccessible(ReflectiveOperationException cause) {
    String here = type.getModule().isNamed() ? type.getModule().getName() : "its module";
    var error =
        new MpiArgumentException(
            ErrorClass.TYPE,
            "record "
                + type.getName()
                + " cannot be read from here: write \"opens "
                + type.getPackageName()
                + " to org.purempi;\" in module-info.java of "
                + here
                + ", or call Datatype.of(MethodHandles.lookup(), "
                + type.getSimpleName()
                + ".class) once where the record is visible");
    error.initCause(cause);
    return error;
  }
}
