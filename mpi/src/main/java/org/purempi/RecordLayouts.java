package org.purempi;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Lays records out as C structs; one layout and one codec for each class, made once. */
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

  /**
   * A class made known by a lookup is known to calls without one from then on. Failures are not
   * kept: the next caller may have more rights.
   */
  private static final ClassValue<AtomicReference<@Nullable Compiled>> KNOWN =
      new ClassValue<>() {
        @Override
        protected AtomicReference<@Nullable Compiled> computeValue(Class<?> type) {
          return new AtomicReference<>();
        }
      };

  private static final RecordComponent[] NO_COMPONENTS = {};

  /** What is kept for a class; the handles have the record's own type. */
  private record Compiled(
      StructDatatype datatype,
      MethodHandle reader,
      MethodHandle writer,
      RecordCodec<? extends Record> codec) {}

  private RecordLayouts() {}

  static <R extends Record> StructDatatype of(MethodHandles.Lookup lookup, Class<R> type) {
    return compiled(lookup, type).datatype;
  }

  @SuppressWarnings("unchecked") // made for this class
  static <R extends Record> RecordCodec<R> codec(Class<R> type) {
    return (RecordCodec<R>) compiled(MethodHandles.publicLookup(), type).codec;
  }

  private static Compiled compiled(MethodHandles.Lookup lookup, Class<? extends Record> type) {
    AtomicReference<@Nullable Compiled> slot = KNOWN.get(type);
    Compiled known = slot.getAcquire();
    if (known != null) {
      return known;
    }
    requireFinite(type, List.of(type));
    Compiled made = compile(lookup, type);
    return slot.compareAndSet(null, made) ? made : compiled(lookup, type);
  }

  private static void requireFinite(Class<?> record, List<Class<?>> within) {
    RecordComponent[] components = record.getRecordComponents();
    for (RecordComponent component : components == null ? NO_COMPONENTS : components) {
      Class<?> type = component.getType();
      Class<?> lone = type.isArray() ? type.getComponentType() : type;
      if (within.contains(lone)) {
        throw noField(record, component, "it would contain itself without end");
      }
      if (lone.isRecord()) {
        var deeper = new ArrayList<>(within);
        deeper.add(lone);
        requireFinite(lone, deeper);
      }
    }
  }

  private static Compiled compile(MethodHandles.Lookup lookup, Class<? extends Record> type) {
    RecordComponent[] components = type.getRecordComponents();
    if (components == null) {
      throw new MpiArgumentException(
          ErrorClass.TYPE, type.getName() + " is not a record: send it with sendObject");
    }
    RecordAccess access = RecordAccess.to(type, lookup);
    List<StructDatatype.Block> blocks = new ArrayList<>();
    MethodHandle[] readers = new MethodHandle[components.length];
    MethodHandle writer = RecordHandles.nothing(type);
    long at = 0;
    for (int i = 0; i < components.length; i++) {
      Field field = field(lookup, type, components[i]);
      long alignment = Bounds.of(field.datatype).alignment();
      at = (at + alignment - 1) / alignment * alignment;
      blocks.add(new StructDatatype.Block(at, field.length, field.datatype));
      readers[i] = RecordHandles.shifted(field.reader, at);
      MethodHandle component =
          RecordHandles.ofComponent(
              RecordHandles.shifted(field.writer, at), access.accessor(components[i]));
      writer = i == 0 ? component : RecordHandles.both(writer, component);
      at += field.length * field.datatype.extent();
    }
    var datatype = StructDatatype.of(type.getSimpleName(), blocks);
    Class<?>[] arguments =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    MethodHandle reader = RecordHandles.construct(access.constructor(arguments), readers);
    return new Compiled(datatype, reader, writer, codec(datatype, reader, writer));
  }

  private static RecordCodec<? extends Record> codec(
      StructDatatype datatype, MethodHandle reader, MethodHandle writer) {
    return new RecordCodec<>(
        datatype,
        reader.asType(MethodType.methodType(Record.class, MemorySegment.class, long.class)),
        writer.asType(
            MethodType.methodType(void.class, MemorySegment.class, long.class, Record.class)));
  }

  /** A component: {@code length} elements of a datatype, their reader and writer. */
  private record Field(Datatype datatype, long length, MethodHandle reader, MethodHandle writer) {}

  private static Field field(
      MethodHandles.Lookup lookup, Class<?> record, RecordComponent component) {
    Class<?> type = component.getType();
    Class<?> element = type.getComponentType();
    Field field = lone(lookup, element == null ? type : element);
    if (field == null) {
      throw noField(record, component, "only primitives, records and arrays of such have one");
    }
    if (element == null) {
      return field;
    }
    Length length = component.getAnnotation(Length.class);
    if (length == null || length.value() < 1) {
      throw noField(record, component, "write @Length(n) before it, n > 0, if it always has n");
    }
    int n = length.value();
    String where = record.getName() + "." + component.getName();
    return new Field(
        field.datatype,
        n,
        RecordArrays.reader(element, n, field.datatype.extent(), field.reader),
        RecordArrays.writer(where, element, n, field.datatype.extent(), field.writer));
  }

  private static @Nullable Field lone(MethodHandles.Lookup lookup, Class<?> type) {
    Datatype primitive = PRIMITIVES.get(type);
    if (primitive != null) {
      return new Field(primitive, 1, RecordHandles.reader(type), RecordHandles.writer(type));
    }
    if (type.isRecord()) {
      Compiled nested = compiled(lookup, type.asSubclass(Record.class));
      return new Field(nested.datatype, 1, nested.reader, nested.writer);
    }
    return null;
  }

  private static MpiArgumentException noField(
      Class<?> record, RecordComponent component, String hint) {
    return new MpiArgumentException(
        ErrorClass.TYPE,
        "component "
            + component.getName()
            + " of record "
            + record.getName()
            + " is a "
            + component.getType().getTypeName()
            + ", which has no fixed size: "
            + hint
            + "; or send it with sendObject");
  }
}
