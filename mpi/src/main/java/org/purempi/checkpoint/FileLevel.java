package org.purempi.checkpoint;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.purempi.Communicator;
import org.purempi.MpiException;
import org.purempi.disk.CheckpointFolder;
import org.purempi.disk.CheckpointId;

/**
 * Writes checkpoints to files, one after the other, on a thread beside the rank's own. Every rank
 * that has begun one tells rank 0 how its file has come out; when it has heard of all, rank 0
 * writes the manifest and tells all of them. A rank that has begun always tells, so nobody waits
 * for more than files and for ranks that have ended.
 */
final class FileLevel {
  private static final int REPORT = 1;
  private static final int OUTCOME = 2;
  private static final int ROOT = 0;

  /** What a rank tells that has written its file. */
  private static final String WRITTEN = "written";

  private final Communicator comm;
  private final Storage storage;
  private final Sweeper sweeper;
  private final Path folder;
  private final boolean isIncremental;
  private final String command;

  /** The last whole file of this rank; used by one thread at a time. */
  private @Nullable PieceTable last;

  private @Nullable Thread writer;
  private CountDownLatch decided = new CountDownLatch(0);
  private volatile String failure = "";

  /**
   * Of the ranks of a communicator.
   *
   * @param keep how many checkpoints stay
   * @param isIncremental whether blocks that have not changed stay in earlier files
   * @param command the job's command line, or empty
   */
  FileLevel(
      Communicator comm,
      Storage storage,
      Path folder,
      int keep,
      boolean isIncremental,
      String command) {
    this.comm = comm;
    this.storage = storage;
    this.folder = folder;
    this.sweeper = new Sweeper(storage, folder, keep);
    this.isIncremental = isIncremental;
    this.command = command;
  }

  Path folder() {
    return folder;
  }

  /** The next file may refer to this one, which has just been read. */
  void continueFrom(PieceTable table) {
    last = table;
  }

  /** Starts to write an image, which it holds meanwhile; only if {@link #isIdle}. */
  void begin(Image image) {
    image.hold();
    start(image.id, () -> written(image));
  }

  /** This rank cannot take part in a checkpoint that others may have begun. */
  void refuse(CheckpointId id, String why) {
    start(id, () -> why);
  }

  /** What a rank does for its own file; answers what it tells rank 0. */
  private interface Work {
    String run();
  }

  private void start(CheckpointId id, Work work) {
    String unused = await();
    failure = "";
    var its = new CountDownLatch(1);
    Thread.Builder builder =
        Thread.currentThread().isVirtual() ? Thread.ofVirtual() : Thread.ofPlatform().daemon();
    writer = builder.name("purempi checkpoint " + id.generation()).start(() -> run(id, work, its));
    decided = its;
  }

  /** Whether nothing is being written; older ones may still be on their way out. */
  boolean isIdle() {
    return decided.getCount() == 0;
  }

  /**
   * Waits until the last one is complete or has failed; older ones may still be on their way out.
   * Answers why it has failed, or empty.
   */
  String outcome() {
    return after(decided::await);
  }

  /** Waits until nothing is being written or deleted; answers why the last one has failed. */
  String await() {
    Thread its = writer;
    return its == null ? failure : after(its::join);
  }

  /** Something to wait for. */
  private interface Wait {
    void run() throws InterruptedException;
  }

  /** What is on its way to the disk is waited for although somebody interrupts. */
  private String after(Wait wait) {
    boolean isInterrupted = false;
    while (true) {
      try {
        wait.run();
        break;
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
    return failure;
  }

  /** Whether the last one has failed, and nobody has been told. */
  boolean hasFailed() {
    return isIdle() && !failure.isEmpty();
  }

  /** Why the last one has failed; from now on somebody has been told. */
  String takeFailure() {
    String why = failure;
    failure = "";
    return why;
  }

  private @Nullable PieceTable current;

  private void run(CheckpointId id, Work work, CountDownLatch its) {
    try {
      failure = outcomeOf(id, work);
    } finally {
      its.countDown();
    }
    sweeper.sweep();
  }

  /** Writes, and answers what has come of it. */
  private String outcomeOf(CheckpointId id, Work work) {
    current = null;
    String report = work.run();
    String outcome;
    try {
      outcome = comm.rank() == ROOT ? decide(id, report) : hear(id, report);
    } catch (RuntimeException e) {
      outcome = Agreement.words(e);
    }
    if (outcome.isEmpty() && current != null) {
      last = current;
    }
    return outcome;
  }

  private String written(Image image) {
    try {
      PieceTable before = isIncremental ? last : null;
      PieceTable table = PieceFile.write(storage, folder, image, before, isIncremental);
      current = table;
      var lines = new ArrayList<>(List.of(WRITTEN, table.part(image.lengths).text()));
      table.refers().forEach(other -> lines.add(other.toString()));
      image.shapes.forEach(shape -> lines.add(shape.text()));
      return String.join("\n", lines);
    } catch (IOException | RuntimeException | Error e) {
      return Agreement.words(e);
    } finally {
      image.release();
    }
  }

  private static byte[] message(CheckpointId id, String text) {
    return (id + "\n" + text).getBytes(StandardCharsets.UTF_8);
  }

  /** What a rank says of a checkpoint; what it has said of others before is past. */
  private String receive(CheckpointId id, int rank, int tag) {
    while (true) {
      String text = new String(comm.recvBytes(rank, tag).value(), StandardCharsets.UTF_8);
      if (text.startsWith(id + "\n")) {
        return text.substring(text.indexOf('\n') + 1);
      }
    }
  }

  /** Tells rank 0, and hears what has come of it. */
  private String hear(CheckpointId id, String report) {
    comm.send(message(id, report), ROOT, REPORT);
    return receive(id, ROOT, OUTCOME);
  }

  /** Hears all ranks, and tells them what has come of it. */
  private String decide(CheckpointId id, String own) {
    String[] reports = new String[comm.size()];
    reports[ROOT] = own;
    String outcome = own.startsWith(WRITTEN) ? "" : "rank 0: " + own;
    for (int rank = 1; rank < reports.length; rank++) {
      try {
        reports[rank] = receive(id, rank, REPORT);
        if (outcome.isEmpty() && !reports[rank].startsWith(WRITTEN)) {
          outcome = "rank " + rank + ": " + reports[rank];
        }
      } catch (MpiException e) {
        outcome = outcome.isEmpty() ? "rank " + rank + ": " + Agreement.words(e) : outcome;
      }
    }
    if (outcome.isEmpty()) {
      outcome = commit(id, reports);
    }
    for (int rank = 1; rank < reports.length; rank++) {
      try {
        comm.send(message(id, outcome), rank, OUTCOME);
      } catch (MpiException e) {
        // It has ended, and its own report has said so, or it will be missed elsewhere.
      }
    }
    return outcome;
  }

  /** Writes the manifest; answers why that is impossible, or empty. */
  private String commit(CheckpointId id, String[] reports) {
    var parts = new ArrayList<Manifest.Part>();
    Set<CheckpointId> refers = new TreeSet<>();
    List<Shape> shapes = List.of();
    for (String report : reports) {
      List<String> lines = Arrays.asList(report.split("\n", -1));
      parts.add(Manifest.Part.parse(lines.get(1)));
      List<String> rest = lines.subList(2, lines.size());
      rest.stream()
          .filter(line -> !line.contains(" "))
          .map(CheckpointId::parse)
          .forEach(refers::add);
      List<Shape> its = rest.stream().filter(line -> line.contains(" ")).map(Shape::parse).toList();
      if (parts.size() == 1) {
        shapes = its;
      } else if (!its.equals(shapes)) {
        return "rank %d has registered other items than rank 0".formatted(parts.size() - 1);
      }
    }
    var manifest = new Manifest(id, shapes, parts, refers, command);
    Path file = folder.resolve(id.manifest());
    byte[] text = CheckpointFolder.text(manifest.lines());
    try {
      storage.put(
          file,
          CheckpointFolder.temporary(file),
          sink -> sink.write(MemorySegment.ofArray(text), 0));
    } catch (IOException | RuntimeException e) {
      return "the manifest: " + Agreement.words(e);
    }
    sweeper.forget();
    return "";
  }
}
