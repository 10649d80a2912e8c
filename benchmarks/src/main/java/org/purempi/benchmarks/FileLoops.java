package org.purempi.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.purempi.ArrayOrder;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.FileMode;
import org.purempi.FileView;
import org.purempi.Mpi;
import org.purempi.MpiFile;
import org.purempi.Whence;

/** Files: the loops of files.c, which tells what they are. Each has a file of its own. */
final class FileLoops {
  private static final String PREFIX = "file_";
  private static final int WINDOW = PairLoops.WINDOW;
  private static final int STRIDED_BYTES = 4 << 20;
  private static final int EDGE = 128;
  private static final int DIMENSIONS = 3;
  private static final int CELL = 4;
  private static final int CELLS = 8;
  private static final int PLANES = 64;
  private static final int POINT = 5;

  private final Communicator world;
  private final Memory memory;
  private final int rank;
  private final int ranks;
  private final Path path;
  private final MpiFile file;

  private FileLoops(Communicator world, Memory memory) {
    this.world = world;
    this.memory = memory;
    this.rank = world.rank();
    this.ranks = world.size();
    this.path = Path.of(world.bcastObject(rank == 0 ? created() : null, String.class, 0));
    this.file = MpiFile.open(world, path, FileMode.RDWR, FileMode.DELETE_ON_CLOSE);
    memory.atEnd(file::close);
  }

  private static String created() {
    try {
      Path folder = Path.of(System.getenv().getOrDefault("TMPDIR", "/tmp"));
      return Files.createTempFile(folder, "race-", "").toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The loop of this name over a file of its own; null if there is none. */
  static @Nullable Loop named(String name, int bytes, Communicator world, Memory memory) {
    if (!name.startsWith(PREFIX)) {
      return null;
    }
    var loops = new FileLoops(world, memory);
    return switch (name.substring(PREFIX.length())) {
      case "write", "write_all", "read", "read_all", "overlap" ->
          loops.access(name, loops.contiguous(bytes));
      case "strided_write", "strided_write_all", "strided_read", "strided_read_all" ->
          loops.access(name, loops.strided(bytes));
      case "block3d_write_all", "block3d_read_all" -> loops.access(name, loops.block());
      case "nested_write_all" -> loops.access(name, loops.nested());
      case "shared" -> loops.appends(memory.bytes(bytes));
      case "open" -> call(loops::openAndClose);
      default -> throw new IllegalArgumentException("no benchmark is called '" + name + "'");
    };
  }

  private static Loop call(Runnable body) {
    return new Loop(Loop.Kind.CALL, 0, body);
  }

  private static Loop alone(Runnable body) {
    return new Loop(Loop.Kind.TOGETHER, 0, body);
  }

  /** All the data of a view; written once before, so that its pages are there. */
  private Loop access(String name, Buf data) {
    file.writeAtAll(0, data);
    if (name.endsWith("overlap")) {
      return new Overlap(world).of(() -> file.iwriteAtAll(0, data));
    }
    boolean writes = name.contains("write");
    if (name.endsWith("_all")) {
      return call(writes ? () -> file.writeAtAll(0, data) : () -> file.readAtAll(0, data));
    }
    return alone(writes ? () -> file.writeAt(0, data) : () -> file.readAt(0, data));
  }

  private Loop appends(Buf data) {
    return alone(
        () -> {
          for (int i = 0; i < WINDOW; i++) {
            file.writeShared(data);
          }
          file.seekShared(0, Whence.SET);
        });
  }

  private void openAndClose() {
    MpiFile.open(world, path, FileMode.RDWR).close();
  }

  private Buf contiguous(int bytes) {
    file.setView(new FileView((long) bytes * rank, Datatype.BYTE));
    return memory.bytes(bytes);
  }

  private Buf strided(int piece) {
    Datatype one = Datatype.contiguous(piece, Datatype.BYTE);
    Datatype mine = Datatype.resized(one, 0, (long) piece * ranks);
    file.setView(new FileView((long) piece * rank, Datatype.BYTE, mine));
    return memory.bytes(STRIDED_BYTES);
  }

  private Buf block() {
    int[] grid = Mpi.dimsCreate(ranks, new int[DIMENSIONS]);
    int[] sizes = new int[DIMENSIONS];
    int[] parts = new int[DIMENSIONS];
    int[] begins = new int[DIMENSIONS];
    int rest = rank;
    int count = 1;
    for (int d = 0; d < DIMENSIONS; d++) {
      int place = rest % grid[d];
      rest /= grid[d];
      sizes[d] = EDGE;
      begins[d] = EDGE * place / grid[d];
      parts[d] = EDGE * (place + 1) / grid[d] - begins[d];
      count *= parts[d];
    }
    Datatype mine = Datatype.subarray(sizes, parts, begins, ArrayOrder.FORTRAN, Datatype.DOUBLE);
    file.setView(new FileView(0, Datatype.DOUBLE, mine));
    return memory.doubles(count);
  }

  private Buf nested() {
    int[] grid = Mpi.dimsCreate(ranks, new int[2]);
    long cell = CELL * POINT * Double.BYTES;
    long line = cell * CELLS * grid[0];
    long row = line * CELL;
    long plane = row * CELLS * grid[1];
    Datatype mine = Datatype.contiguous(CELL * POINT, Datatype.DOUBLE);
    mine = Datatype.hvector(CELLS, 1, cell * grid[0], mine);
    mine = Datatype.hvector(CELL, 1, line, mine);
    mine = Datatype.hvector(CELLS, 1, row * grid[1], mine);
    mine = Datatype.hvector(PLANES, 1, plane, mine);
    long begin = cell * (rank % grid[0]) + row * (rank / grid[0]);
    file.setView(new FileView(begin, Datatype.DOUBLE, mine));
    return memory.doubles(CELL * CELL * CELLS * CELLS * PLANES * POINT);
  }
}
