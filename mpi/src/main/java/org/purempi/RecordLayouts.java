package org.purempi;

import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Lays records out as C structs. */
final class RecordLayouts {
  private static final Map<Class<?>, Datatype> PRIMITIVES =
      Map.of(
          byte.class, Datatype.INT8_T,
          short.class, Datatype.SHORT,
          char.class, Datatype.CHAR,
          int.class, Datatype.INT,
          long.class, Datatype.LONG,
          float.class, Datatype.FLOAT,
          double.class, Datatype.DOUBLE,
          boolean.class, Datatype.BOOLEAN);

  private RecordLayouts() {}

  static <R extends Record> StructDatatype of(MethodHandles.Lookup lookup, Class<R> type) {
    List<StructDatatype.Block> blocks = new ArrayList<>();
    long at = 0;
    long alignment = 1;
    for (var c : type.getRecordComponents()) {
      Datatype t = component(lookup, type, c.getType());
      long a = alignment(t);
      at = (at + a - 1) / a * a;
      blocks.add(new StructDatatype.Block(at, 1, t));
      at += t.extent();
      alignment = Math.max(alignment, a);
    }
    long extent = (at + alignment - 1) / alignment * alignment;
    return new StructDatatype(type.getSimpleName(), blocks, extent);
  }

  private static Datatype component(
      MethodHandles.Lookup lookup, Class<?> record, Class<?> component) {
    Datatype primitive = PRIMITIVES.get(component);
    if (primitive != null) {
      return primitive;
    }
    if (component.isRecord()) {
      return of(lookup, component.asSubclass(Record.class));
    }
    throw new MpiArgumentException(
        ErrorClass.TYPE,
        "record "
            + record.getName()
            + " has a component of "
            + component.getName()
            + ": only primitives and such records have a fixed layout; send it with sendObject");
  }

  private static long alignment(Datatype type) {
    return switch (type) {
      case BasicDatatype b -> b.width();
      case StructDatatype s -> {
        long a = 1;
        for (var block : s.blocks()) {
          a = Math.max(a, alignment(block.type()));
        }
        yield a;
      }
    };
  }
}
