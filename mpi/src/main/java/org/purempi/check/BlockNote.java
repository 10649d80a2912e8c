package org.purempi.check;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;

/**
 * What goes from one rank to another in a collective call in which blocks may differ, as the one
 * that sends it or the one that receives it says.
 *
 * @param call how many collective calls came before on the communicator
 * @param name as the program writes it
 * @param signature {@link TypeSignature#whole}; 0: not known
 * @param bytes its length
 * @param place where in the program
 */
public record BlockNote(int call, String name, long signature, long bytes, String place) {
  /** No note takes more bytes. */
  public static final int MOST_BYTES = 1024;

  private static final int LONGEST_PLACE = 200;

  /** Of a block. */
  public static BlockNote of(int call, String name, Buf block, String place) {
    return new BlockNote(call, name, TypeSignature.whole(block), block.bytes(), place);
  }

  /** The note in a message. */
  public byte[] encoded() {
    var bytesOut = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytesOut)) {
      out.writeInt(call);
      out.writeUTF(name);
      out.writeLong(signature);
      out.writeLong(bytes);
      out.writeUTF(place.substring(0, Math.min(LONGEST_PLACE, place.length())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytesOut.toByteArray();
  }

  /** The note in such a message. */
  public static BlockNote decoded(byte[] message) {
    try (var in = new DataInputStream(new ByteArrayInputStream(message))) {
      return new BlockNote(in.readInt(), in.readUTF(), in.readLong(), in.readLong(), in.readUTF());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What is wrong if {@code sent} is what comes; null if nothing is. */
  @Nullable Mistake mistake(BlockNote sent) {
    if (!name.equals(sent.name)) {
      return null; // which is told of the calls themselves
    }
    if (bytes != sent.bytes) {
      return Mistake.COLLECTIVE_SIZE;
    }
    boolean isKnown = signature != 0 && sent.signature != 0;
    return isKnown && signature != sent.signature ? Mistake.COLLECTIVE_TYPE : null;
  }
}
