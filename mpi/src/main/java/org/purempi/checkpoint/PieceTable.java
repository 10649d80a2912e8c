package org.purempi.checkpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.purempi.disk.CheckpointId;

/**
 * The begin of a rank's file: whose it is, and where each block of its piece lies, in this file or
 * in the same rank's file of an earlier checkpoint.
 *
 * @param id which checkpoint
 * @param rank whose file it is
 * @param ranks how many ranks the checkpoint is of
 * @param entries the blocks, in their order
 */
record PieceTable(CheckpointId id, int rank, int ranks, List<Entry> entries) {
  private static final byte[] MAGIC = {'p', 'u', 'r', 'e', 'm', 'p', 'i', 'C'};
  private static final int VERSION = 1;
  private static final int HEADER_BYTES = 64;
  private static final int DIGEST_BYTES = 32;
  private static final int ENTRY_BYTES = Long.BYTES * 3 + Integer.BYTES * 2 + DIGEST_BYTES;

  /**
   * Where a block lies.
   *
   * @param file the checkpoint whose file has it
   * @param offset where in the file
   * @param bytes its length
   * @param checksum its CRC32C
   * @param digest its SHA-256; zeros where nobody will ask
   */
  @SuppressWarnings("ArrayRecordComponent") // only compared by sameBytes
  record Entry(CheckpointId file, long offset, int bytes, int checksum, byte[] digest) {
    /** Whether it is certain that a block of that length and digest is this one. */
    boolean isOf(int length, byte[] other) {
      return bytes == length && Arrays.equals(digest, other) && !Arrays.equals(digest, none());
    }
  }

  PieceTable {
    entries = List.copyOf(entries);
  }

  /** The digest of a block that was not digested. */
  static byte[] none() {
    return new byte[DIGEST_BYTES];
  }

  /** The digest of a block. */
  static byte[] digest(ByteBuffer block) {
    try {
      var sha = MessageDigest.getInstance("SHA-256");
      sha.update(block);
      return sha.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  static int checksum(ByteBuffer bytes) {
    var crc = new CRC32C();
    crc.update(bytes);
    return (int) crc.getValue();
  }

  /** The bytes that a table of so many blocks takes. */
  static long bytes(int blocks) {
    return HEADER_BYTES + (long) ENTRY_BYTES * blocks;
  }

  /** The checkpoints whose files have blocks of this one, but for itself. */
  Set<CheckpointId> refers() {
    var others = new TreeSet<CheckpointId>();
    entries.forEach(entry -> others.add(entry.file));
    others.remove(id);
    return others;
  }

  /** As it stands in a file. */
  ByteBuffer encode() {
    var bytes =
        ByteBuffer.allocate(Math.toIntExact(bytes(entries.size()))).order(ByteOrder.LITTLE_ENDIAN);
    bytes.put(MAGIC).putInt(VERSION).putInt(rank).putLong(id.generation()).putLong(id.stamp());
    bytes.putInt(ranks).putInt(entries.size());
    bytes.position(HEADER_BYTES);
    for (Entry entry : entries) {
      bytes.putLong(entry.file.generation()).putLong(entry.file.stamp()).putLong(entry.offset);
      bytes.putInt(entry.bytes).putInt(entry.checksum).put(entry.digest);
    }
    return bytes.flip();
  }

  /**
   * Reads it.
   *
   * @param bytes what {@link #encode} has made, as its checksum says
   * @throws IOException if it is of another version
   */
  static PieceTable decode(ByteBuffer bytes) throws IOException {
    bytes.order(ByteOrder.LITTLE_ENDIAN);
    byte[] magic = new byte[MAGIC.length];
    bytes.get(magic);
    int version = bytes.getInt();
    if (!Arrays.equals(magic, MAGIC) || version != VERSION) {
      throw new IOException("it is no file of a checkpoint, or of version " + version);
    }
    int rank = bytes.getInt();
    var id = new CheckpointId(bytes.getLong(), bytes.getLong());
    int ranks = bytes.getInt();
    Entry[] entries = new Entry[bytes.getInt()];
    bytes.position(HEADER_BYTES);
    for (int i = 0; i < entries.length; i++) {
      var file = new CheckpointId(bytes.getLong(), bytes.getLong());
      long offset = bytes.getLong();
      int length = bytes.getInt();
      int checksum = bytes.getInt();
      byte[] digest = none();
      bytes.get(digest);
      entries[i] = new Entry(file, offset, length, checksum, digest);
    }
    return new PieceTable(id, rank, ranks, List.of(entries));
  }

  /**
   * Where a block of an image lies.
   *
   * @param at where in the image's own file, if it is to lie there
   * @param before the blocks of the same rank's last file, to which equal ones refer; null if none
   *     shall
   * @param isDigested whether later tables may refer to this one
   */
  static Entry entry(
      Image image, int block, long at, @Nullable PieceTable before, boolean isDigested) {
    ByteBuffer bytes = image.block(block).asByteBuffer();
    byte[] digest = isDigested ? digest(bytes.duplicate()) : none();
    Entry same = before != null && block < before.entries.size() ? before.entries.get(block) : null;
    return same != null && same.isOf(bytes.remaining(), digest)
        ? same
        : new Entry(image.id, at, bytes.remaining(), checksum(bytes.duplicate()), digest);
  }

  /** The bytes of the file: the table, and the blocks that it has itself. */
  private long fileBytes() {
    return bytes(entries.size())
        + entries.stream()
            .filter(entry -> entry.file.equals(id))
            .mapToLong(entry -> entry.bytes)
            .sum();
  }

  /**
   * What the manifest is to say of it.
   *
   * @param lengths the bytes of each item
   */
  Manifest.Part part(List<Long> lengths) {
    return new Manifest.Part(fileBytes(), checksum(encode()), lengths);
  }
}
