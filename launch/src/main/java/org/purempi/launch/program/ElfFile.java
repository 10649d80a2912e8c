package org.purempi.launch.program;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads which shared libraries a native program needs (elf(5)): a few hundred bytes of the file.
 */
final class ElfFile {
  private static final int MAGIC = 0x7f454c46;
  private static final int HEADER_BYTES = 64;
  private static final int CLASS = 4;
  private static final int CLASS_64 = 2;
  private static final int DATA = 5;
  private static final int LITTLE_ENDIAN = 1;

  private static final int SEGMENT_LOAD = 1;
  private static final int SEGMENT_DYNAMIC = 2;
  private static final int MOST_SEGMENTS = 1024;

  private static final int TAG_END = 0;
  private static final int TAG_NEEDED = 1;
  private static final int TAG_STRINGS = 5;
  private static final int MOST_DYNAMIC_BYTES = 1 << 16;
  private static final int MOST_NAME_BYTES = 256;

  /** A part of the file and where it lies in memory. */
  private record AppContext(int type, long offset, long address, long bytes) {}

  private final FileChannel file;
  private final boolean wide;
  private final ByteOrder order;

  private ElfFile(FileChannel file, boolean wide, ByteOrder order) {
    this.file = file;
    this.wide = wide;
    this.order = order;
  }

  /** The libraries by name; none when the file is no native program, or needs none. */
  static List<String> needed(Path program) {
    try (FileChannel file = FileChannel.open(program)) {
      ByteBuffer header = read(file, 0, HEADER_BYTES, ByteOrder.BIG_ENDIAN);
      if (header.remaining() < HEADER_BYTES || header.getInt(0) != MAGIC) {
        return List.of();
      }
      boolean little = header.get(DATA) == LITTLE_ENDIAN;
      ByteOrder order = little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
      return new ElfFile(file, header.get(CLASS) == CLASS_64, order).needed(header.order(order));
    } catch (IOException | IndexOutOfBoundsException | IllegalArgumentException e) {
      return List.of(); // whoever runs it will say what is wrong with it
    }
  }

  private List<String> needed(ByteBuffer header) throws IOException {
    List<AppContext> apps = apps(header);
    var names = new ArrayList<Long>();
    long strings = 0;
    for (AppContext app : apps) {
      if (app.type == SEGMENT_DYNAMIC) {
        int bytes = (int) Math.min(app.bytes, MOST_DYNAMIC_BYTES);
        ByteBuffer entries = read(file, app.offset, bytes, order);
        int word = wide ? Long.BYTES : Integer.BYTES;
        long tag = TAG_NEEDED;
        for (int at = 0; tag != TAG_END && at + 2 * word <= entries.limit(); at += 2 * word) {
          tag = word(entries, at);
          long value = word(entries, at + word);
          if (tag == TAG_NEEDED) {
            names.add(value);
          } else if (tag == TAG_STRINGS) {
            strings = value;
          }
        }
      }
    }
    var libraries = new ArrayList<String>();
    for (long name : names) {
      libraries.add(string(offset(apps, strings) + name));
    }
    return libraries;
  }

  private List<AppContext> apps(ByteBuffer header) throws IOException {
    long table = wide ? header.getLong(32) : header.getInt(28);
    int entryBytes = header.getShort(wide ? 54 : 42) & 0xffff;
    int count = Math.min(header.getShort(wide ? 56 : 44) & 0xffff, MOST_SEGMENTS);
    ByteBuffer entries = read(file, table, entryBytes * count, order);
    var apps = new ArrayList<AppContext>();
    for (int i = 0; i < count; i++) {
      int at = i * entryBytes;
      apps.add(
          new AppContext(
              entries.getInt(at),
              word(entries, at + (wide ? 8 : 4)),
              word(entries, at + (wide ? 16 : 8)),
              word(entries, at + (wide ? 32 : 16))));
    }
    return apps;
  }

  /** Where in the file an address of memory lies. */
  private static long offset(List<AppContext> apps, long address) throws IOException {
    for (AppContext app : apps) {
      long inside = address - app.address;
      if (app.type == SEGMENT_LOAD && inside >= 0 && inside < app.bytes) {
        return app.offset + inside;
      }
    }
    throw new IOException("no such address");
  }

  private String string(long offset) throws IOException {
    ByteBuffer bytes = read(file, offset, MOST_NAME_BYTES, order);
    int end = 0;
    while (end < bytes.limit() && bytes.get(end) != 0) {
      end++;
    }
    var name = new byte[end];
    bytes.get(0, name);
    return new String(name, StandardCharsets.US_ASCII);
  }

  private long word(ByteBuffer bytes, int at) {
    return wide ? bytes.getLong(at) : Integer.toUnsignedLong(bytes.getInt(at));
  }

  /** So many bytes, or those that are there. */
  private static ByteBuffer read(FileChannel file, long offset, int bytes, ByteOrder order)
      throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(bytes).order(order);
    long at = offset;
    for (int got = 0; got >= 0 && buffer.hasRemaining(); at += got) {
      got = file.read(buffer, at);
    }
    return buffer.flip();
  }
}
