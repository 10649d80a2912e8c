package org.purempi.checkpoint;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.EnumSet;
import java.util.Objects;
import org.purempi.disk.Disk;
import org.purempi.disk.OpenFile;

/** How files come to the disk: every step of it, so that a test can stop behind each. */
interface Storage {
  /** A new file. */
  interface Sink extends AutoCloseable {
    /** Writes from a position on; mostly one stretch behind the other. */
    void write(MemorySegment bytes, long at) throws IOException;

    /** Waits until all is on the disk. */
    void sync() throws IOException;

    @Override
    void close() throws IOException;
  }

  /** An empty file, in the place of one that may be there. */
  Sink create(Path file) throws IOException;

  /** Gives a file another name, in one step. */
  void rename(Path from, Path to) throws IOException;

  /** Waits until the names in a folder are on the disk. */
  void sync(Path folder) throws IOException;

  /** Deletes a file if it is there. */
  void delete(Path file) throws IOException;

  /** What is to stand in a file. */
  interface Content {
    void write(Sink sink) throws IOException;
  }

  /** Writes a file so that under its name there is either all of it or nothing. */
  default void put(Path file, Path temporary, Content content) throws IOException {
    try (Sink sink = create(temporary)) {
      content.write(sink);
      sink.sync();
    }
    rename(temporary, file);
    sync(Objects.requireNonNull(file.toAbsolutePath().getParent()));
  }

  /** The disk itself. */
  Storage DISK =
      new Storage() {
        private static final int PERMISSIONS = 0666;

        /** After so many bytes the disk begins with them, while the next ones are made. */
        private static final long STRETCH_BYTES = 8 << 20;

        @Override
        public Sink create(Path file) throws IOException {
          OpenFile open =
              Disk.ofThisProcess()
                  .open(
                      file.toString(),
                      EnumSet.of(Disk.Option.WRITE, Disk.Option.CREATE),
                      PERMISSIONS);
          open.size(0);
          return new Sink() {
            private long written;

            @Override
            public void write(MemorySegment bytes, long at) throws IOException {
              open.write(bytes, 0, bytes.byteSize(), at);
              written += bytes.byteSize();
              if (written >= STRETCH_BYTES) {
                open.startSync(at + bytes.byteSize() - written, written);
                written = 0;
              }
            }

            @Override
            public void sync() throws IOException {
              open.sync();
            }

            @Override
            public void close() throws IOException {
              open.close();
            }
          };
        }

        @Override
        public void rename(Path from, Path to) throws IOException {
          Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        }

        @Override
        public void sync(Path folder) throws IOException {
          try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
          }
        }

        @Override
        public void delete(Path file) throws IOException {
          Files.deleteIfExists(file);
        }
      };
}
