package org.purempi.checkpoint;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.purempi.disk.CheckpointFolder;
import org.purempi.disk.CheckpointId;
import org.purempi.disk.Disk;
import org.purempi.disk.OpenFile;

/** A rank's file of a checkpoint: written once, and read with every block verified. */
final class PieceFile implements Piece, AutoCloseable {
  private final Path folder;
  private final PieceTable table;
  private final Blocks blocks;
  private final Map<CheckpointId, OpenFile> files = new HashMap<>();
  private final MemorySegment room = MemorySegment.ofArray(new byte[Blocks.BYTES]);

  /**
   * Opens it.
   *
   * @param manifest the checkpoint
   * @param rank whose file
   * @throws IOException if it cannot be read, or is not the one that the manifest speaks of
   */
  PieceFile(Path folder, Manifest manifest, int rank) throws IOException {
    this.folder = folder;
    Manifest.Part part = manifest.parts().get(rank);
    this.blocks = new Blocks(part.lengths());
    OpenFile file = open(manifest.id(), rank);
    try {
      long size = file.size();
      if (size != part.bytes()) {
        throw new IOException(
            "%s has %d bytes instead of %d"
                .formatted(path(manifest.id(), rank), size, part.bytes()));
      }
      byte[] begin = new byte[Math.toIntExact(PieceTable.bytes(blocks.count()))];
      read(file, MemorySegment.ofArray(begin), 0, path(manifest.id(), rank));
      if (PieceTable.checksum(ByteBuffer.wrap(begin)) != part.checksum()) {
        throw new IOException("the table of " + path(manifest.id(), rank) + " is damaged");
      }
      table = PieceTable.decode(ByteBuffer.wrap(begin));
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  private Path path(CheckpointId id, int rank) {
    return folder.resolve(id.piece(rank));
  }

  private OpenFile open(CheckpointId id, int rank) throws IOException {
    OpenFile known = files.get(id);
    if (known == null) {
      known = Disk.ofThisProcess().open(path(id, rank).toString(), EnumSet.of(Disk.Option.READ), 0);
      files.put(id, known);
    }
    return known;
  }

  private static void read(OpenFile file, MemorySegment to, long at, Path name) throws IOException {
    if (file.read(to, 0, to.byteSize(), at) < to.byteSize()) {
      throw new IOException(name + " ends too early");
    }
  }

  /** Where its blocks lie. */
  PieceTable table() {
    return table;
  }

  @Override
  public Blocks blocks() {
    return blocks;
  }

  @Override
  public MemorySegment block(int block) throws IOException {
    PieceTable.Entry entry = table.entries().get(block);
    MemorySegment bytes = room.asSlice(0, entry.bytes());
    Path name = path(entry.file(), table.rank());
    read(open(entry.file(), table.rank()), bytes, entry.offset(), name);
    if (PieceTable.checksum(bytes.asByteBuffer()) != entry.checksum()) {
      throw new IOException("block %d of %s is damaged".formatted(block, name));
    }
    return bytes;
  }

  @Override
  public void close() throws IOException {
    for (OpenFile file : files.values()) {
      file.close();
    }
  }

  /**
   * Writes the file of an image: each block while a processor's cache has it from being summed up,
   * and then the table in front of them.
   *
   * @param before the blocks of the same rank's last file, to which equal ones refer; null if none
   *     shall
   * @param isDigested whether later tables may refer to this one
   */
  static PieceTable write(
      Storage storage, Path folder, Image image, @Nullable PieceTable before, boolean isDigested)
      throws IOException {
    Path file = folder.resolve(image.id.piece(image.rank));
    PieceTable.Entry[] entries = new PieceTable.Entry[image.blocks().count()];
    storage.put(
        file,
        CheckpointFolder.temporary(file),
        sink -> {
          long at = PieceTable.bytes(entries.length);
          for (int i = 0; i < entries.length; i++) {
            entries[i] = PieceTable.entry(image, i, at, before, isDigested);
            if (entries[i].file().equals(image.id)) {
              sink.write(image.block(i), at);
              at += entries[i].bytes();
            }
          }
          sink.write(MemorySegment.ofBuffer(table(image, entries).encode()), 0);
        });
    return table(image, entries);
  }

  private static PieceTable table(Image image, PieceTable.Entry... entries) {
    return new PieceTable(image.id, image.rank, image.ranks, List.of(entries));
  }
}
