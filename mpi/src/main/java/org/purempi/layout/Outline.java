package org.purempi.layout;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidObjectException;
import java.io.ObjectStreamConstants;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The outline of a serialized object, read without making it: how many steps the hash tables in it
 * will take to hash their keys. A set that holds another twice, which holds a third twice, and so
 * on, is a short message, and takes 2 to the power of its depth. Reads the grammar of section 6.4
 * of the Java Object Serialization Specification; one thread.
 *
 * <p>A hash code is taken to visit all that lies in a collection of the JDK and in a record, and to
 * go no further at arrays and at objects of other classes.
 */
final class Outline implements ObjectStreamConstants {
  private static final long MOST = Long.MAX_VALUE / 4;
  private static final int FIRST_HANDLES = 64;

  /** What a class does with the objects that it writes behind its fields. */
  private enum Kind {
    PLAIN,
    SET,
    MAP,

    /** {@code List.of}, {@code Set.of} and {@code Map.of}: a number says which. */
    CONSTANT
  }

  private static final int CONSTANT_SET = 2;
  private static final int CONSTANT_MAP = 3;

  private static final Map<String, Kind> KINDS =
      Map.of(
          "java.util.HashSet", Kind.SET,
          "java.util.HashMap", Kind.MAP,
          "java.util.Hashtable", Kind.MAP,
          "java.util.concurrent.ConcurrentHashMap", Kind.MAP,
          "java.util.CollSer", Kind.CONSTANT);

  /**
   * A class as the stream describes it; {@code above} is its superclass, null if it is the last.
   */
  private static final class Description {
    final String name;
    final Kind kind;
    int flags;
    int primitiveBytes;
    int objects;
    @Nullable Description above;

    Description(String name) {
      this.name = name;
      this.kind = KINDS.getOrDefault(name, Kind.PLAIN);
    }

    boolean isExternal() {
      return (flags & SC_EXTERNALIZABLE) != 0;
    }

    /** Whether objects of any number stand behind its fields. */
    boolean hasMore() {
      return isExternal() ? (flags & SC_BLOCK_DATA) != 0 : (flags & SC_WRITE_METHOD) != 0;
    }
  }

  /** An object or an array of which not all has been read. */
  private static final class Open {
    final int handle;
    final boolean isKey;
    final List<Description> parts;
    final boolean isWide;
    long left;
    int part;
    int field = -1;
    boolean isBehindFields;
    long behind;
    int constant;
    long steps = 1;

    Open(int handle, boolean isKey, List<Description> parts, boolean isWide, long left) {
      this.handle = handle;
      this.isKey = isKey;
      this.parts = parts;
      this.isWide = isWide;
      this.left = left;
    }

    /** Whether the next object behind the fields of this class is hashed. */
    boolean hashesNext(Kind kind) {
      long number = behind++;
      boolean isSet = kind == Kind.SET || (kind == Kind.CONSTANT && constant == CONSTANT_SET);
      boolean isMap = kind == Kind.MAP || (kind == Kind.CONSTANT && constant == CONSTANT_MAP);
      return isSet || (isMap && number % 2 == 0);
    }
  }

  private final DataInputStream in;
  private final Predicate<String> isRecord;
  private final long limit;
  private final Deque<Open> open = new ArrayDeque<>();
  private final Map<Integer, Description> descriptions = new HashMap<>();
  private long[] stepsOf = new long[FIRST_HANDLES];
  private int handles;
  private long total;

  private Outline(InputStream in, Predicate<String> isRecord, long limit) {
    this.in = new DataInputStream(in);
    this.isRecord = isRecord;
    this.limit = limit;
  }

  /** Whether a class hashes what it reads, so that its stream is worth a look. */
  static boolean hashes(Class<?> type) {
    return KINDS.containsKey(type.getName());
  }

  /**
   * How many steps of hashing the object in this stream costs; more than {@code limit} is as good
   * as any number.
   *
   * @param isRecord whether a class, by its name, is a record
   * @throws IOException when the stream is none of ours
   */
  static long steps(InputStream in, Predicate<String> isRecord, long limit) throws IOException {
    return new Outline(in, isRecord, limit).read();
  }

  private long read() throws IOException {
    in.skipNBytes(Short.BYTES + Short.BYTES); // magic number and version, checked by the reader
    content(in.readByte(), null, false);
    for (Open top = open.peek(); top != null && total <= limit; top = open.peek()) {
      advance(top);
    }
    return total;
  }

  private void advance(Open top) throws IOException {
    if (top.parts.isEmpty()) {
      if (top.left-- > 0) {
        content(in.readByte(), top, false);
      } else {
        close(top);
      }
    } else if (top.part == top.parts.size()) {
      close(top);
    } else {
      Description its = top.parts.get(top.part);
      if (top.isBehindFields) {
        behindFields(top, its);
      } else {
        fields(top, its);
      }
    }
  }

  private void fields(Open top, Description its) throws IOException {
    if (top.field < 0) {
      top.field = 0;
      if (its.kind == Kind.CONSTANT && its.primitiveBytes == Integer.BYTES) {
        top.constant = in.readInt() & 0xFF;
      } else {
        in.skipNBytes(its.primitiveBytes);
      }
    }
    if (top.field < its.objects) {
      top.field++;
      content(in.readByte(), top, false);
    } else if (its.hasMore()) {
      top.isBehindFields = true;
      top.behind = 0;
    } else {
      nextPart(top);
    }
  }

  private void behindFields(Open top, Description its) throws IOException {
    byte word = in.readByte();
    switch (word) {
      case TC_ENDBLOCKDATA -> nextPart(top);
      case TC_BLOCKDATA -> in.skipNBytes(in.readUnsignedByte());
      case TC_BLOCKDATALONG -> in.skipNBytes(length(in.readInt()));
      default -> content(word, top, top.hashesNext(its.kind));
    }
  }

  private static void nextPart(Open top) {
    top.isBehindFields = false;
    top.field = -1;
    top.part++;
  }

  /** All of it has been read. */
  private void close(Open top) {
    open.pop();
    long steps = top.isWide ? top.steps : 1;
    stepsOf[top.handle] = steps;
    add(open.peek(), top.isKey, steps);
  }

  private void add(@Nullable Open to, boolean isKey, long steps) {
    if (isKey) {
      total = Math.min(MOST, total + steps);
    }
    if (to != null) {
      to.steps = Math.min(MOST, to.steps + steps);
    }
  }

  /** One object, or the beginning of one. */
  private void content(byte word, @Nullable Open within, boolean isKey) throws IOException {
    switch (word) {
      case TC_NULL -> add(within, isKey, 1);
      case TC_REFERENCE -> add(within, isKey, stepsOf[handle()]);
      case TC_STRING, TC_LONGSTRING -> {
        string(word);
        add(within, isKey, 1);
      }
      case TC_CLASS -> {
        var unused = description(in.readByte());
        newHandle();
        add(within, isKey, 1);
      }
      case TC_CLASSDESC, TC_PROXYCLASSDESC -> {
        var unused = description(word);
        add(within, isKey, 1);
      }
      case TC_ENUM -> {
        var unused = description(in.readByte());
        newHandle();
        string(in.readByte());
        add(within, isKey, 1);
      }
      case TC_ARRAY -> array(within, isKey);
      case TC_OBJECT -> object(isKey);
      default -> throw none("0x%02x where an object begins".formatted(word));
    }
  }

  private void array(@Nullable Open within, boolean isKey) throws IOException {
    Description its = description(in.readByte());
    int handle = newHandle();
    long length = length(in.readInt());
    char type = its == null || its.name.length() < 2 ? 0 : its.name.charAt(1);
    int bytes = primitiveBytes(type);
    if (bytes > 0) {
      in.skipNBytes(length * bytes);
      add(within, isKey, 1);
    } else {
      open.push(new Open(handle, isKey, List.of(), false, length));
    }
  }

  private void object(boolean isKey) throws IOException {
    Description its = description(in.readByte());
    int handle = newHandle();
    var parts = new ArrayList<Description>();
    boolean isWide = its != null && isRecord.test(its.name);
    boolean writesAllItself = its != null && its.isExternal();
    for (Description one = its; one != null; one = one.above) {
      isWide |= one.name.startsWith("java.");
      if (parts.isEmpty() || !writesAllItself) {
        parts.add(one);
      }
    }
    if (parts.isEmpty()) {
      throw none("an object without a class");
    }
    Collections.reverse(parts);
    open.push(new Open(handle, isKey, parts, isWide, 0));
  }

  /** A class and those above it; null if there is none. */
  private @Nullable Description description(byte first) throws IOException {
    Description lowest = null;
    Description last = null;
    for (byte word = first; word != TC_NULL; word = in.readByte()) {
      boolean isKnown = word == TC_REFERENCE;
      Description one =
          switch (word) {
            case TC_REFERENCE -> known(handle());
            case TC_CLASSDESC -> described();
            case TC_PROXYCLASSDESC -> proxy();
            default -> throw none("0x%02x where a class begins".formatted(word));
          };
      if (last == null) {
        lowest = one;
      } else {
        last.above = one;
      }
      last = one;
      if (isKnown) {
        break; // and so are those above it
      }
    }
    return lowest;
  }

  private Description known(int handle) throws IOException {
    Description its = descriptions.get(handle);
    if (its == null) {
      throw none("a reference to no class where a class is due");
    }
    return its;
  }

  private Description described() throws IOException {
    Description its = new Description(in.readUTF());
    in.skipNBytes(Long.BYTES); // its version
    descriptions.put(newHandle(), its);
    its.flags = in.readByte();
    for (int fields = in.readUnsignedShort(); fields > 0; fields--) {
      int bytes = primitiveBytes((char) in.readByte());
      in.skipNBytes(in.readUnsignedShort()); // its name
      if (bytes > 0) {
        its.primitiveBytes += bytes;
      } else {
        string(in.readByte());
        its.objects++;
      }
    }
    if (its.isExternal() && (its.flags & SC_BLOCK_DATA) == 0) {
      throw none("class " + its.name + " in the protocol of 1997");
    }
    noAnnotation();
    return its;
  }

  private Description proxy() throws IOException {
    Description its = new Description("a proxy");
    descriptions.put(newHandle(), its);
    for (long names = length(in.readInt()); names > 0; names--) {
      in.skipNBytes(in.readUnsignedShort());
    }
    noAnnotation();
    its.flags = SC_SERIALIZABLE;
    return its;
  }

  /** Our streams say no more of a class. */
  private void noAnnotation() throws IOException {
    if (in.readByte() != TC_ENDBLOCKDATA) {
      throw none("a class with annotations");
    }
  }

  private void string(byte word) throws IOException {
    switch (word) {
      case TC_REFERENCE -> {
        var unused = handle();
      }
      case TC_STRING -> {
        newHandle();
        in.skipNBytes(in.readUnsignedShort());
      }
      case TC_LONGSTRING -> {
        newHandle();
        in.skipNBytes(in.readLong());
      }
      default -> throw none("0x%02x where a text begins".formatted(word));
    }
  }

  private int newHandle() {
    if (handles == stepsOf.length) {
      stepsOf = Arrays.copyOf(stepsOf, 2 * handles);
    }
    stepsOf[handles] = 1;
    return handles++;
  }

  private int handle() throws IOException {
    int handle = in.readInt() - baseWireHandle;
    if (handle < 0 || handle >= handles) {
      throw none("a reference to nothing");
    }
    return handle;
  }

  private static long length(int length) throws IOException {
    if (length < 0) {
      throw none("a negative length");
    }
    return length;
  }

  private static int primitiveBytes(char type) {
    return switch (type) {
      case 'B', 'Z' -> Byte.BYTES;
      case 'C', 'S' -> Short.BYTES;
      case 'I', 'F' -> Integer.BYTES;
      case 'J', 'D' -> Long.BYTES;
      default -> 0;
    };
  }

  private static IOException none(String what) {
    return new InvalidObjectException("its bytes are no object as purempi writes it: " + what);
  }
}
