package org.purempi.file;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.purempi.BasicDatatype;
import org.purempi.Buf;
import org.purempi.Datarep;
import org.purempi.Datatype;
import org.purempi.ErrorClass;
import org.purempi.MpiException;
import org.purempi.layout.Converter;
import org.purempi.layout.Layout;

/**
 * How data lies in a file (section 14.5). Data that must be converted goes through a copy of all of
 * it, packed.
 */
sealed interface Representation {
  /** As in memory: {@code native} and {@code internal}. */
  Representation NATIVE = new Native();

  /** Big-endian ({@code external32}). */
  Representation EXTERNAL32 = new External();

  /** A datatype as it is in the file. */
  Datatype fileType(Datatype type);

  /** Bytes in the file of a buffer's data. */
  long fileBytes(Buf buf);

  /** What is written to the file for a buffer's data. */
  Buf toFile(Buf buf);

  /** Where the file's bytes are to be read to, for a buffer; the buffer itself if it will do. */
  Buf room(Buf buf);

  /**
   * Brings {@code bytes} bytes that were read to {@link #room} to the buffer.
   *
   * @return how many bytes they are in memory
   */
  long fromFile(Buf read, long bytes, Buf buf);

  /** As in memory. */
  record Native() implements Representation {
    @Override
    public Datatype fileType(Datatype type) {
      return type;
    }

    @Override
    public long fileBytes(Buf buf) {
      return buf.bytes();
    }

    @Override
    public Buf toFile(Buf buf) {
      return buf;
    }

    @Override
    public Buf room(Buf buf) {
      return buf;
    }

    @Override
    public long fromFile(Buf read, long bytes, Buf buf) {
      return bytes;
    }
  }

  /** Big-endian; elements are as long as in memory, for those types that Java has. */
  record External() implements Representation {
    private static final FileTypes TYPES = new FileTypes(BasicDatatype::size);

    @Override
    public Datatype fileType(Datatype type) {
      return TYPES.of(type);
    }

    @Override
    public long fileBytes(Buf buf) {
      return buf.bytes();
    }

    @Override
    public Buf toFile(Buf buf) {
      MemorySegment packed = packed(buf);
      Converter.external32(buf.datatype(), buf.count(), packed, true);
      return Buf.of(packed);
    }

    @Override
    public Buf room(Buf buf) {
      return Buf.of(memory(buf.bytes()));
    }

    @Override
    public long fromFile(Buf read, long bytes, Buf buf) {
      Converter.external32(buf.datatype(), buf.count(), (MemorySegment) read.base(), false);
      Layout.copy(read.slice(0, bytes), buf);
      return bytes;
    }
  }

  /** A user's own. */
  record User(String name, Datarep datarep) implements Representation {
    @Override
    public Datatype fileType(Datatype type) {
      return new FileTypes(this::lengthBytes).of(type);
    }

    private int lengthBytes(BasicDatatype type) {
      int bytes = users("tell a length", () -> datarep.extent().bytes(type));
      if (bytes <= 0) {
        throw failed("says that a " + type + " has " + bytes + " bytes in a file");
      }
      return bytes;
    }

    private <T> T users(String what, Supplier<T> function) {
      try {
        return function.get();
      } catch (RuntimeException | Error e) {
        throw new MpiException(ErrorClass.CONVERSION, about("threw " + e + " to " + what), e);
      }
    }

    private String about(String why) {
      return "the data representation " + name + " " + why;
    }

    private MpiException failed(String why) {
      return new MpiException(ErrorClass.CONVERSION, about(why));
    }

    @Override
    public long fileBytes(Buf buf) {
      return buf.count() * fileType(buf.datatype()).size();
    }

    @Override
    public Buf toFile(Buf buf) {
      MemorySegment memory = packed(buf);
      MemorySegment file = memory(fileBytes(buf));
      convert("write", datarep.write(), buf, memory, file, file.byteSize());
      return Buf.of(file);
    }

    @Override
    public Buf room(Buf buf) {
      return Buf.of(memory(fileBytes(buf)));
    }

    @Override
    public long fromFile(Buf read, long bytes, Buf buf) {
      MemorySegment memory = memory(buf.bytes());
      MemorySegment file = (MemorySegment) read.base();
      long converted = convert("read", datarep.read(), buf, memory, file, bytes);
      Layout.copy(Buf.of(memory).slice(0, converted), buf);
      return converted;
    }

    /** Converts the whole elements among the file's first bytes; their bytes in memory. */
    private long convert(
        String what,
        Datarep.@Nullable Conversion conversion,
        Buf buf,
        MemorySegment memory,
        MemorySegment file,
        long fileBytes) {
      long[] done = {0, 0}; // in memory, in the file
      boolean[] isAtEnd = {false};
      Converter.forEachBasic(
          buf.datatype(),
          buf.count(),
          (at, type, count) -> {
            int each = lengthBytes(type);
            long n = Math.min(count, (fileBytes - done[1]) / each);
            if (n > 0 && !isAtEnd[0]) {
              MemorySegment here = memory.asSlice(at, n * type.size());
              MemorySegment there = file.asSlice(done[1], n * each);
              convert(what, conversion, here, type, n, there);
              done[0] += here.byteSize();
              done[1] += there.byteSize();
            }
            isAtEnd[0] |= n < count;
          });
      return done[0];
    }

    private void convert(
        String what,
        Datarep.@Nullable Conversion conversion,
        MemorySegment memory,
        BasicDatatype type,
        long n,
        MemorySegment file) {
      if (conversion != null) {
        users(
            what,
            () -> {
              conversion.convert(memory, type, n, file);
              return n;
            });
      } else if (memory.byteSize() != file.byteSize()) {
        throw failed("has no function to " + what + " elements of another length");
      } else if (what.equals("read")) {
        memory.copyFrom(file);
      } else {
        file.copyFrom(memory);
      }
    }
  }

  private static MemorySegment packed(Buf buf) {
    MemorySegment copy = memory(buf.bytes());
    Layout.copy(buf, Buf.of(copy));
    return copy;
  }

  private static MemorySegment memory(long bytes) {
    return Arena.ofAuto().allocate(Math.max(1, bytes)).asSlice(0, bytes);
  }
}
