package org.purempi.learn.data;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * An array of bytes in the IDX format, in which MNIST, Fashion-MNIST and their like come; plain, or
 * packed by gzip if the name ends with {@code .gz}.
 */
public final class IdxFile {
  private static final int UNSIGNED_BYTES = 8;

  private final List<Integer> shape;
  private final byte[] bytes;

  private IdxFile(List<Integer> shape, byte[] bytes) {
    this.shape = shape;
    this.bytes = bytes;
  }

  /**
   * Reads a file.
   *
   * @throws IOException if it is not there, ends early, or is of another format
   */
  public static IdxFile read(Path file) throws IOException {
    try (var in = new DataInputStream(open(file))) {
      int magic = in.readInt();
      if (magic >>> 16 != 0 || (magic >>> 8 & 0xFF) != UNSIGNED_BYTES) {
        throw new IOException(
            "%s begins with %08x: it is no IDX file of unsigned bytes".formatted(file, magic));
      }
      List<Integer> shape = new ArrayList<>();
      long size = 1;
      for (int i = magic & 0xFF; i > 0; i--) {
        int length = in.readInt();
        size = length < 0 ? -1 : Math.multiplyExact(size, (long) length);
        if (size < 0 || size > Integer.MAX_VALUE - 8) {
          throw new IOException(file + " says that it is too large for an array");
        }
        shape.add(length);
      }
      byte[] bytes = in.readNBytes((int) size);
      if (bytes.length < size) {
        throw new IOException("%s ends after %d of %d bytes".formatted(file, bytes.length, size));
      }
      return new IdxFile(List.copyOf(shape), bytes);
    } catch (EOFException e) {
      String where = e.getMessage() == null ? "within its header" : "too early: " + e.getMessage();
      throw new IOException(file + " ends " + where, e);
    } catch (ZipException e) {
      throw new IOException(file + " is not what gzip has packed: " + e.getMessage(), e);
    }
  }

  private static InputStream open(Path file) throws IOException {
    InputStream in;
    try {
      in = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
    } catch (NoSuchFileException e) {
      throw new IOException(file + " is not there", e);
    }
    return file.toString().endsWith(".gz") ? new GZIPInputStream(in, 1 << 16) : in;
  }

  /** How many records: the first dimension. */
  public int records() {
    return shape.isEmpty() ? 1 : shape.getFirst();
  }

  /** How many bytes a record has: the product of the other dimensions. */
  public int recordBytes() {
    return records() == 0 ? 0 : bytes.length / records();
  }

  /** The length of each dimension. */
  public List<Integer> shape() {
    return shape;
  }

  /**
   * A byte of a record, 0 … 255.
   *
   * @throws IndexOutOfBoundsException if the record has no such byte, or there is no such record
   */
  public int get(int record, int index) {
    int width = recordBytes();
    return bytes[record * width + Objects.checkIndex(index, width)] & 0xFF;
  }
}
