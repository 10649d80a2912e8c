package org.purempi.checkpoint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.ErrorHandler;
import org.purempi.Group;
import org.purempi.MpiException;
import org.purempi.Op;
import org.purempi.ProcessFailedException;
import org.purempi.RevokedException;
import org.purempi.checkpoint.Share.Layout;
import org.purempi.disk.CheckpointFolder;
import org.purempi.disk.CheckpointId;
import org.purempi.setting.Setting;

/**
 * Checkpoints of a program: it registers its data, restores it at the start, and asks at a safe
 * point of its loop whether it is time for the next one.
 *
 * <pre>{@code
 * try (var checkpoint = Checkpoint.of(world, Path.of("run7"))) {
 *   double[] u = new double[Share.block(n, world).intLength()];
 *   int[] step = {0};
 *   checkpoint.block("u", Buf.of(u), n);
 *   checkpoint.replicated("step", Buf.of(step));
 *   checkpoint.restore();
 *   for (; step[0] < steps; step[0]++) {
 *     checkpoint.maybe();
 *     …
 *   }
 * }
 * }</pre>
 *
 * <p>A checkpoint in files is complete if and only if its manifest is there and verifies; a job may
 * end at any moment, and the last complete one is what the next job begins with. {@link #restore},
 * {@link #save} and {@link #maybe} are collective and called by one thread of each rank. {@link
 * #close} is not: a rank may leave after an exception.
 */
public final class Checkpoint extends Registry implements AutoCloseable {
  private static final int ROOT = 0;

  /** How often rank 0 looks whether somebody has asked for a checkpoint. */
  private static final long REQUEST_NANOS = 100_000_000;

  // What ranks tell each other in maybe() and save().
  private static final long FILES = 1;
  private static final long MEMORY = 2;
  private static final long PARTNER = 4;
  private static final long BUSY = 8;
  private static final long FAILED = 16;

  private final Communicator comm;
  private final CheckpointSetup setup;
  private final @Nullable FileLevel files;
  private final @Nullable MemoryCopies copies;
  private @Nullable Partners partners;
  private final long stamp;
  private long next;
  private long wanted;
  private long lookedNanos = System.nanoTime() - REQUEST_NANOS;
  private boolean isRequested;
  private long costNanos;
  private final ImageMemory memory = new ImageMemory();

  Checkpoint(CheckpointSetup setup) {
    this.setup = setup;
    this.comm = setup.comm.dup();
    comm.setErrhandler(ErrorHandler.RETURN);
    comm.setName("checkpoint of " + setup.comm.name());
    this.copies = setup.copies;
    this.wanted = setup.wanted;
    this.stamp = comm.bcast(new SecureRandom().nextLong(), ROOT);
    Path folder = setup.folder;
    IOException problem = null;
    long last = 0;
    try {
      if (folder != null && comm.rank() == ROOT) {
        Files.createDirectories(folder);
        for (String name : CheckpointFolder.files(folder)) {
          last = Math.max(last, Objects.requireNonNull(CheckpointFolder.owner(name)).generation());
        }
      }
    } catch (IOException e) {
      problem = new IOException("the folder of checkpoints cannot be used: " + e, e);
    }
    Agreement.require(comm, problem);
    for (Image image : copies == null ? List.<Image>of() : copies.images()) {
      last = Math.max(last, image.id.generation());
    }
    this.next = comm.allreduce(last, Op.MAX) + 1;
    String command = Setting.CHECKPOINT_COMMAND.text();
    this.files =
        folder == null
            ? null
            : new FileLevel(
                comm,
                setup.storage,
                folder.toAbsolutePath(),
                setup.keep,
                setup.isIncremental,
                command == null ? "" : command);
  }

  /** Says more about it than {@link #of} does. */
  public static CheckpointSetup setup(Communicator comm) {
    return new CheckpointSetup(comm);
  }

  /**
   * As mpiexec's options have it; without {@code -ckpoint-prefix} nothing is kept, and nothing
   * restored. Collective.
   */
  public static Checkpoint of(Communicator comm) {
    return setup(comm).open();
  }

  /**
   * In a folder, which all ranks see. Collective.
   *
   * @throws MpiException if the folder cannot be made
   */
  public static Checkpoint of(Communicator comm, Path prefix) {
    return setup(comm).prefix(prefix).open();
  }

  @Override
  Communicator comm() {
    return comm;
  }

  /**
   * Fills what is registered from the newest checkpoint that is complete; collective. The number of
   * ranks may be another one than then: distributed arrays are dealt out again.
   *
   * @return whether there was one; else nothing has changed
   * @throws MpiException if the checkpoint holds other data than is registered: by name, type,
   *     distribution or size
   */
  public boolean restore() {
    return together(this::restored);
  }

  private boolean restored() {
    Path folder = files == null ? null : files.folder();
    Source source = new Restoring(comm, items, folder, copies).run(wanted);
    if (source == null) {
      return false;
    }
    wanted = 0;
    PieceTable table = source.table();
    if (files != null && table != null) {
      files.continueFrom(table);
    }
    return true;
  }

  /**
   * Takes a checkpoint now, at every level there is; collective. Unless it is asynchronous, it is
   * complete when this returns.
   *
   * @throws MpiException on all ranks if it has failed on one; older checkpoints stay
   */
  public void save() {
    boolean unused = together(this::saved);
  }

  private boolean saved() {
    String failure = files == null ? "" : files.outcome();
    if (files != null) {
      failure = files.takeFailure();
    }
    long flags = comm.allreduce(failure.isEmpty() ? 0 : FAILED, Op.BOR);
    if (flags != 0) {
      throw failed(failure);
    }
    long levels = (files == null ? 0 : FILES) | (copies == null ? 0 : MEMORY | PARTNER);
    take(levels, setup.isAsynchronous);
    return true;
  }

  /** In jobs that survive failures, no rank waits for one that has seen a failure and left. */
  private boolean together(BooleanSupplier call) {
    try {
      return call.getAsBoolean();
    } catch (ProcessFailedException e) {
      comm.revoke();
      throw e;
    }
  }

  /**
   * Takes a checkpoint if one is due, or mpiexec was told to ask for one; collective, and cheap:
   * all ranks decide alike. Called where what is registered belongs together, as a rule at the
   * begin of a loop.
   *
   * @return whether one was taken, or begun
   * @throws MpiException on all ranks if it has failed on one, or the last one has that was written
   *     meanwhile; older checkpoints stay
   */
  public boolean maybe() {
    return together(this::takenIfDue);
  }

  private boolean takenIfDue() {
    long now = System.nanoTime();
    long mine = 0;
    if (files != null) {
      mine |= files.isIdle() ? 0 : BUSY;
      mine |= files.hasFailed() ? FAILED : 0;
    }
    mine |= comm.rank() == ROOT ? due(now) : 0;
    long all = comm.allreduce(mine, Op.BOR);
    if ((all & BUSY) != 0) {
      all &= ~(FILES | FAILED);
    }
    if ((all & FAILED) != 0) {
      throw failed(files == null ? "" : files.takeFailure());
    }
    long levels = all & (FILES | MEMORY | PARTNER);
    if (levels != 0) {
      take(levels, setup.isAsynchronous);
    }
    return levels != 0;
  }

  private long due(long now) {
    boolean isFiles = setup.files.call(now);
    boolean isMemory = setup.memory.call(now);
    boolean isPartner = setup.partner.call(now);
    long levels = copies != null && isMemory ? MEMORY : 0;
    levels |= copies != null && isPartner ? MEMORY | PARTNER : 0;
    if (files != null) {
      if (now - lookedNanos >= REQUEST_NANOS) {
        lookedNanos = now;
        isRequested |= takeRequest(files.folder());
      }
      levels |= isFiles || isRequested ? FILES : 0;
    }
    return levels;
  }

  /** Whether somebody has asked; from now on the request is that of this checkpoint. */
  private static boolean takeRequest(Path folder) {
    try {
      return Files.deleteIfExists(CheckpointFolder.request(folder));
    } catch (IOException e) {
      return false; // looked at again
    }
  }

  /** Where ranks survive others it is these that have failed, and not the disk. */
  private MpiException failed(String why) {
    String words =
        "a checkpoint has failed, older ones stay: " + (why.isEmpty() ? "on another rank" : why);
    if (comm.isRevoked()) {
      return new RevokedException(words);
    }
    Group gone = comm.getFailed();
    if (gone.size() > 0) {
      int[] its = IntStream.range(0, gone.size()).toArray();
      int[] ranks = gone.translateRanks(its, comm.group());
      return new ProcessFailedException(ErrorClass.PROC_FAILED, ranks, words);
    }
    return new MpiException(ErrorClass.IO, words);
  }

  /** All ranks are here. */
  private void take(long levels, boolean isAsynchronous) {
    long begin = System.nanoTime();
    CheckpointId id = new CheckpointId(next++, stamp);
    boolean isFiles = (levels & FILES) != 0;
    Image image = agreedSnapshot(id, isFiles);
    if (files != null && isFiles) {
      isRequested = false;
      files.begin(image);
    }
    if (copies != null && (levels & MEMORY) != 0) {
      keep(image, (levels & PARTNER) != 0, copies); // if it throws, a message may need the memory
    }
    image.release();
    String failure = files == null || !isFiles || isAsynchronous ? "" : files.outcome();
    long now = System.nanoTime();
    taken(levels, now, now - begin);
    if (!failure.isEmpty() && files != null) {
      throw failed(files.takeFailure());
    }
  }

  private void taken(long levels, long now, long cost) {
    if ((levels & FILES) != 0) {
      setup.files.taken(now);
      setup.files.cost(cost);
      costNanos = cost;
    }
    if ((levels & MEMORY) != 0) {
      setup.memory.taken(now);
    }
    if ((levels & PARTNER) != 0) {
      setup.partner.taken(now);
    }
  }

  /** How long the last checkpoint in files has kept this rank from computing, in nanoseconds. */
  public long costNanos() {
    return costNanos;
  }

  private void keep(Image image, boolean isShared, MemoryCopies where) {
    if (!isShared) {
      where.keep(image, false);
      return;
    }
    Partners chosen = partners == null ? new Partners(comm, memory) : partners;
    partners = chosen;
    if (chosen.isAny()) {
      Image others = chosen.exchange(image);
      where.keep(others, true);
      others.release();
    }
    where.keep(image, true);
  }

  /**
   * A snapshot of this rank, if all ranks have one.
   *
   * @param isFiles whether other ranks will write files if this one cannot know
   */
  private Image agreedSnapshot(CheckpointId id, boolean isFiles) {
    Image image = null;
    Exception problem = null;
    try {
      image = snapshot(id);
    } catch (RuntimeException e) {
      problem = e;
    } catch (OutOfMemoryError e) {
      problem = new MpiException(ErrorClass.NO_MEM, "no memory for a copy: " + e.getMessage(), e);
    }
    String words = null;
    try {
      words = Agreement.problem(comm, problem == null ? null : Agreement.words(problem));
    } catch (MpiException e) {
      words = Agreement.words(e);
      problem = e;
      if (files != null && isFiles) {
        files.refuse(id, words);
      }
    }
    if (image == null || words != null) {
      if (image != null) {
        image.release();
      }
      throw Agreement.exception(String.valueOf(words), problem);
    }
    return image;
  }

  private Image snapshot(CheckpointId id) {
    var taken = new ArrayList<Object>();
    var shapes = new ArrayList<Shape>();
    var lengths = new ArrayList<Long>();
    for (Item item : items) {
      Object its = item.take(comm);
      boolean isSaved = item.shape().layout() != Layout.REPLICATED || comm.rank() == ROOT;
      taken.add(its);
      shapes.add(item.shape());
      lengths.add(isSaved ? item.bytes(its) : 0);
    }
    var image = new Image(memory, id, comm.rank(), comm.size(), shapes, lengths);
    for (int i = 0; i < items.size(); i++) {
      if (lengths.get(i) > 0) {
        items.get(i).store(comm, taken.get(i), image.item(i));
      }
    }
    return image;
  }

  /**
   * Waits until the last checkpoint is complete that was begun; not for other ranks to close
   * theirs.
   *
   * @throws MpiException if it has failed
   */
  @Override
  public void close() {
    String failure = files == null ? "" : files.await();
    memory.close();
    MpiException problem = failure.isEmpty() ? null : failed(failure);
    if (Setting.RECOVERY.isOn() && (setup.comm.isRevoked() || comm.getFailed().size() > 0)) {
      comm.revoke(); // others may have begun a checkpoint of which this rank has not heard
    }
    comm.close();
    if (problem != null) {
      throw problem;
    }
  }
}
