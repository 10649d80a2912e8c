package org.purempi.tests.recovery;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.ErrorHandler;
import org.purempi.FileMode;
import org.purempi.FileView;
import org.purempi.Info;
import org.purempi.Mpi;
import org.purempi.MpiFile;
import org.purempi.ProcessFailedException;

/**
 * Ranks that write and read a file in a folder, the first argument, until one of them has killed
 * itself, at a moment that the second argument, a seed, decides. The others write a file without it
 * then, and say so. Which kind of file the third argument tells: kept, deleted or replaced.
 */
public final class FileProgram {
  private static final int INTS = 2000;
  private static final int LONGEST_MILLIS = 1000;
  private static final int ROUNDS = 10;

  private final Communicator comm;
  private final Path path;
  private final String kind;

  private FileProgram(Communicator comm, Path path, String kind) {
    this.comm = comm;
    this.path = path;
    this.kind = kind;
  }

  public static void main(String[] args) throws Exception {
    try (Mpi mpi = Mpi.init(args)) {
      Communicator world = mpi.world();
      world.setErrhandler(ErrorHandler.RETURN);
      var random = new Random(Long.parseLong(args[1]));
      int victim = random.nextInt(world.size());
      int millis = random.nextInt(LONGEST_MILLIS);
      Runnable death = world.rank() == victim ? () -> dieIn(millis) : () -> {};
      Path folder = Path.of(args[0]);
      String ended = new FileProgram(world, folder.resolve("first"), args[2]).untilOneDies(death);
      Communicator left = world.shrink();
      while (left.size() == world.size()) { // it has not died yet
        left = world.shrink();
      }
      left.setErrhandler(ErrorHandler.RETURN);
      new FileProgram(left, folder.resolve("second"), "kept").round(0);
      System.out.println("survived with " + Files.size(folder.resolve("second")) / left.size());
      System.err.println(ended);
    }
  }

  private static void dieIn(int millis) {
    try {
      Thread.sleep(millis);
      new ProcessBuilder("kill", "-9", Long.toString(ProcessHandle.current().pid())).start();
      Thread.sleep(Long.MAX_VALUE);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private MpiFile open() {
    Set<FileMode> modes = EnumSet.of(FileMode.CREATE, FileMode.RDWR);
    if (kind.equals("deleted")) {
      modes.add(FileMode.DELETE_ON_CLOSE);
    }
    Info info = kind.equals("replaced") ? Info.of("atomicReplace", "true") : Info.EMPTY;
    return MpiFile.open(comm, path.toString(), modes, info);
  }

  private String untilOneDies(Runnable death) {
    for (int round = 0; true; round++) {
      try {
        round(round);
        if (round == 0) {
          Thread.ofPlatform().daemon().start(death);
        }
      } catch (ProcessFailedException e) {
        return e + Arrays.toString(e.getSuppressed());
      }
    }
  }

  private void round(int round) {
    try (MpiFile file = open()) {
      int rank = comm.rank();
      Datatype mine = Datatype.vector(INTS, 1, comm.size(), Datatype.INT);
      for (int i = 0; i < ROUNDS; i++) {
        file.setView(new FileView(4L * rank, Datatype.INT, mine, "native"), Info.EMPTY);
        int[] data = new int[INTS];
        Arrays.fill(data, round + rank);
        file.writeAll(Buf.of(data));
        int[] back = new int[INTS];
        file.readAtAll(0, Buf.of(back));
        if (!Arrays.equals(data, back)) {
          throw new IllegalStateException("wrong data");
        }
        file.writeAt(0, Buf.of(data)); // holes: under a lock
        file.writeShared(Buf.of(new int[] {rank}));
        file.iwriteAtAll(0, Buf.of(data)).waitFor();
        file.writeOrdered(Buf.of(new int[] {rank}));
        file.sync();
        file.setSize(4L * INTS * comm.size());
      }
    }
  }
}
