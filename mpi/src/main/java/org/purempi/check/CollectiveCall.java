package org.purempi.check;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * A collective call of a rank, as the next rank is told.
 *
 * @param name as the program writes it
 * @param root {@link #NO_ROOT} if it has none; {@link #rootOf} where there are two groups
 * @param operator empty if it has none, or the rank need not know it
 * @param signature of what all ranks must give alike, {@link TypeSignature#whole}; 0: not known
 * @param bytes its length; {@link #NO_LENGTH} if ranks may give other ones
 * @param place where in the program
 */
public record CollectiveCall(
    String name, int root, String operator, long signature, long bytes, String place) {
  /** In place of a root. */
  public static final int NO_ROOT = -1;

  /** In place of a length. */
  public static final long NO_LENGTH = -1;

  /** No call takes more bytes. */
  public static final int MOST_BYTES = 1024;

  private static final int LONGEST_PLACE = 200;

  /** A root of two groups is this or twice this, for its group, and one more than its rank. */
  private static final int GROUP = 1 << 24;

  /** A rank of a group that is not known. */
  public static final int UNKNOWN = -1;

  /**
   * A root where there are two groups.
   *
   * @param rank in its group; {@link #UNKNOWN} if it is another of the caller's group
   */
  public static int rootOf(boolean isOfFirst, int rank) {
    return (isOfFirst ? GROUP : 2 * GROUP) + rank + 1;
  }

  /** The call in a message. */
  public byte[] encoded() {
    var bytesOut = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytesOut)) {
      out.writeUTF(name);
      out.writeInt(root);
      out.writeUTF(operator);
      out.writeLong(signature);
      out.writeLong(bytes);
      out.writeUTF(place.substring(0, Math.min(LONGEST_PLACE, place.length())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytesOut.toByteArray();
  }

  /** The call in such a message. */
  public static CollectiveCall decoded(byte[] message) {
    try (var in = new DataInputStream(new ByteArrayInputStream(message))) {
      return new CollectiveCall(
          in.readUTF(), in.readInt(), in.readUTF(), in.readLong(), in.readLong(), in.readUTF());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What is wrong if another rank's call at the same time is {@code other}; null if nothing is. */
  @Nullable Mistake mistake(CollectiveCall other) {
    if (!name.equals(other.name)) {
      return Mistake.OPERATION;
    }
    if (root != other.root && !isKnownToOne(root, other.root)) {
      return Mistake.ROOT;
    }
    boolean haveOperators = !operator.isEmpty() && !other.operator.isEmpty();
    if (haveOperators && !operator.equals(other.operator)) {
      return Mistake.COLLECTIVE_OPERATOR;
    }
    if (bytes != other.bytes && bytes != NO_LENGTH && other.bytes != NO_LENGTH) {
      return Mistake.COLLECTIVE_SIZE;
    }
    boolean isKnown = signature != 0 && other.signature != 0;
    return isKnown && signature != other.signature ? Mistake.COLLECTIVE_TYPE : null;
  }

  /** Whether both are in one group, and one of them is not known. */
  private static boolean isKnownToOne(int a, int b) {
    return a / GROUP == b / GROUP && a >= GROUP && (a % GROUP == 0 || b % GROUP == 0);
  }

  /** The call in words. */
  String text() {
    StringBuilder text = new StringBuilder(name);
    if (root >= GROUP) {
      String group = root / GROUP == 1 ? "first" : "second";
      text.append(root % GROUP == 0 ? ", a root" : ", root " + (root % GROUP - 1));
      text.append(" of the ").append(group).append(" group");
    } else if (root != NO_ROOT) {
      text.append(", root ").append(root);
    }
    if (!operator.isEmpty()) {
      text.append(", ").append(operator);
    }
    if (bytes != NO_LENGTH) {
      text.append(", ").append(bytes).append(" bytes");
    }
    return place.isEmpty() ? text.toString() : text.append(", at ").append(place).toString();
  }
}
