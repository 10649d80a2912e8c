package org.purempi.tests.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.purempi.Communicator;
import org.purempi.FileMode;
import org.purempi.Info;
import org.purempi.MpiFile;

/** Where the files of one case lie: rank 0 makes it, and deletes it when the case has ended. */
final class Folder {
  /** What each rank does in it. */
  interface Program {
    void run(Folder folder) throws Exception;
  }

  private final Communicator world;
  private final Path path;

  private Folder(Communicator world, Path path) {
    this.world = world;
    this.path = path;
  }

  /** Runs a case in a new folder. */
  static void with(Communicator world, Program program) throws Exception {
    boolean isFirst = world.rank() == 0;
    String made = isFirst ? Files.createTempDirectory("purempi-files") + "" : "";
    Path path = Path.of(world.bcastObject(made, String.class, 0));
    try {
      program.run(new Folder(world, path));
      world.barrier();
    } finally {
      if (isFirst) {
        delete(path);
      }
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  /** The path of a file. */
  Path at(String name) {
    return path.resolve(name);
  }

  /** As {@link #at}, as calls take it. */
  String name(String name) {
    return at(name) + "";
  }

  /** What lies in it. */
  List<String> names() throws IOException {
    try (Stream<Path> all = Files.list(path)) {
      return all.map(p -> p.getFileName() + "").sorted().toList();
    }
  }

  /** Opens a file, which is made if there is none, to read and write it; collective. */
  MpiFile open(String name) {
    return open(name, Info.EMPTY);
  }

  /** As {@link #open(String)}, with hints. */
  MpiFile open(String name, Info info) {
    return MpiFile.open(world, name(name), EnumSet.of(FileMode.RDWR, FileMode.CREATE), info);
  }

  /** Opens a file; collective. */
  MpiFile open(String name, FileMode... modes) {
    return MpiFile.open(world, name(name), Set.of(modes), Info.EMPTY);
  }

  /** Rank 0 makes a file of these bytes; collective. */
  void make(String name, byte... bytes) throws IOException {
    if (world.rank() == 0) {
      Files.write(at(name), bytes);
    }
    world.barrier();
  }

  /** As {@link #make(String, byte...)}, with numbers as this machine has them. */
  void make(String name, int... numbers) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(4 * numbers.length).order(ByteOrder.nativeOrder());
    bytes.asIntBuffer().put(numbers);
    make(name, bytes.array());
  }

  /** All bytes of a file that no rank writes any more, at all ranks; collective. */
  byte[] bytes(String name) throws IOException {
    world.barrier();
    byte[] bytes = Files.readAllBytes(at(name));
    world.barrier();
    return bytes;
  }

  /** As {@link #bytes}, as numbers. */
  int[] ints(String name) throws IOException {
    byte[] bytes = bytes(name);
    int[] numbers = new int[bytes.length / 4];
    ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).asIntBuffer().get(numbers);
    return numbers;
  }

  /** So many numbers: {@code first}, and each one more than that before. */
  static int[] count(int first, int n) {
    int[] numbers = new int[n];
    Arrays.setAll(numbers, i -> first + i);
    return numbers;
  }
}
