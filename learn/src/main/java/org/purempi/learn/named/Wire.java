package org.purempi.learn.named;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Bytes that ranks send to the coordinator and back. */
final class Wire {
  private Wire() {}

  interface Writer {
    void write(DataOutput out) throws IOException;
  }

  interface Reader<T> {
    T read(DataInput in) throws IOException;
  }

  static byte[] bytes(Writer writer) {
    var bytes = new ByteArrayOutputStream();
    try {
      writer.write(new DataOutputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // of a name that is too long: checked before
    }
    return bytes.toByteArray();
  }

  static <T> T read(byte[] bytes, int from, int count, Reader<T> reader) {
    try {
      return reader.read(new DataInputStream(new ByteArrayInputStream(bytes, from, count)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Of any length, other than writeUTF. */
  static void writeText(DataOutput out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  static String readText(DataInput in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
