package org.purempi.checkpoint;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.MpiException;
import org.purempi.checkpoint.Share.Layout;
import org.purempi.disk.CheckpointFolder;
import org.purempi.disk.CheckpointId;

/**
 * Finds the newest checkpoint that is complete, and fills in what is registered. All ranks take the
 * same one: what is wrong with one on any rank sends all to the one before. Nothing of the
 * program's is touched before all ranks have all that they need.
 */
final class Restoring {
  private static final int ROOT = 0;

  private final Communicator comm;
  private final List<Item> items;
  private final @Nullable Path folder;
  private final @Nullable MemoryCopies copies;

  /** Of the items; the folder is the same on all ranks. */
  Restoring(
      Communicator comm, List<Item> items, @Nullable Path folder, @Nullable MemoryCopies copies) {
    this.comm = comm;
    this.items = items;
    this.folder = folder;
    this.copies = copies;
  }

  /**
   * Does it; answers where it has found one, or null. Collective.
   *
   * @param wanted the generation that is to be restored; 0 for the newest
   * @throws MpiException if the checkpoint does not fit to what is registered, or the one that is
   *     wanted is not there
   */
  @Nullable Source run(long wanted) {
    Map<CheckpointId, Held> inMemory = Held.find(comm, copies);
    List<CheckpointId> inFiles = files();
    var all = new TreeSet<CheckpointId>(Comparator.reverseOrder());
    all.addAll(inMemory.keySet());
    all.addAll(inFiles);
    for (CheckpointId id : all) {
      if (wanted > 0 && id.generation() != wanted) {
        continue;
      }
      Held held = inMemory.get(id);
      Source source =
          held != null
              ? new Source.Memory(held, copies == null ? List.of() : copies.images())
              : files(id);
      if (source != null && fill(source)) {
        return source;
      }
    }
    if (wanted > 0) {
      String there = all.stream().map(id -> "" + id.generation()).collect(Collectors.joining(", "));
      throw new MpiException(
          ErrorClass.OTHER,
          "checkpoint %d is not there, or not complete; %s"
              .formatted(wanted, there.isEmpty() ? "there is none" : "there are " + there));
    }
    return null;
  }

  /** Those that have a manifest; rank 0 looks. */
  private List<CheckpointId> files() {
    if (folder == null) {
      return List.of();
    }
    IOException problem = null;
    String found = null;
    if (comm.rank() == ROOT) {
      try {
        found =
            CheckpointFolder.manifests(folder).stream()
                .map(CheckpointId::toString)
                .collect(Collectors.joining("\n"));
      } catch (IOException e) {
        problem = e;
      }
    }
    Agreement.require(comm, problem);
    return comm.bcastObject(found, String.class, ROOT).lines().map(CheckpointId::parse).toList();
  }

  /** The checkpoint in files; null if its manifest does not verify. Rank 0 reads it. */
  private @Nullable Source files(CheckpointId id) {
    if (folder == null) {
      return null;
    }
    String text = null;
    if (comm.rank() == ROOT) {
      text = "";
      try {
        List<String> lines = CheckpointFolder.manifest(folder, id);
        if (lines == null) {
          warn(id, "its manifest is not what was written");
        } else if (Manifest.parse(lines) == null) {
          warn(id, "it is of another version, or of a machine with another byte order");
        } else {
          text = String.join("\n", lines);
        }
      } catch (IOException e) {
        warn(id, Agreement.words(e));
      }
    }
    String known = comm.bcastObject(text, String.class, ROOT);
    Manifest manifest = known.isEmpty() ? null : Manifest.parse(known.lines().toList());
    return manifest == null ? null : new Source.Files(folder, manifest);
  }

  private static void warn(CheckpointId id, String why) {
    System.err.println(
        "purempi: warning: checkpoint %d is damaged, and the one before it is looked at: %s"
            .formatted(id.generation(), why));
  }

  /** Whether all ranks have got all of it. */
  private boolean fill(Source source) {
    Manifest manifest = source.manifest();
    Agreement.require(comm, misfit(manifest));
    try (Arena arena = Arena.ofShared()) {
      String problem = null;
      List<List<MemorySegment>> room = List.of();
      try {
        room = Transfer.room(arena, manifest, items, comm.rank(), comm.size());
        source.fetch(comm, items, room);
      } catch (IOException | OutOfMemoryError e) {
        problem = Agreement.words(e);
      }
      problem = Agreement.problem(comm, problem);
      if (problem != null) {
        if (comm.rank() == ROOT) {
          warn(manifest.id(), problem);
        }
        return false;
      }
      Agreement.require(comm, apply(manifest, room));
      return true;
    }
  }

  private @Nullable Exception apply(Manifest manifest, List<List<MemorySegment>> room) {
    boolean isMerged = manifest.ranks() != comm.size();
    for (int i = 0; i < items.size(); i++) {
      Item item = items.get(i);
      try {
        boolean isLocal = item.shape().layout() == Layout.LOCAL;
        item.fill(comm, room.get(i), isMerged && isLocal);
      } catch (RuntimeException e) {
        String what = "'" + item.shape().name() + "' of checkpoint " + manifest.id().generation();
        return new MpiException(ErrorClass.OTHER, what + ": " + Agreement.words(e), e);
      }
    }
    return null;
  }

  /** Why what is registered cannot be filled from a checkpoint; null if it can. */
  private @Nullable Exception misfit(Manifest manifest) {
    var wrong = new ArrayList<String>();
    for (Item item : items) {
      Shape shape = item.shape();
      int saved = manifest.item(shape.name());
      if (saved < 0) {
        wrong.add("it has no '" + shape.name() + "'");
      } else if (!manifest.shapes().get(saved).equals(shape)) {
        String its = manifest.shapes().get(saved).words();
        wrong.add("its '%s' is %s, and not %s".formatted(shape.name(), its, shape.words()));
      } else if (shape.layout() == Layout.LOCAL
          && manifest.ranks() != comm.size()
          && !item.isMerged()) {
        wrong.add(
            "its '%s' is local data of %d ranks, and there are %d: register how to merge it"
                .formatted(shape.name(), manifest.ranks(), comm.size()));
      } else if (!shape.isDealt() && !shape.isObject()) {
        sizes(manifest, item, saved, wrong);
      } else if (item instanceof Item.Memory) {
        mine(item, wrong);
      }
    }
    if (wrong.isEmpty()) {
      return null;
    }
    return new MpiException(
        ErrorClass.ARG,
        "checkpoint %d does not fit to what is registered: %s"
            .formatted(manifest.id().generation(), String.join("; ", wrong)));
  }

  private void sizes(Manifest manifest, Item item, int saved, List<String> wrong) {
    Shape shape = item.shape();
    int old = shape.layout() == Layout.REPLICATED ? 0 : comm.rank();
    long its = manifest.parts().get(old).lengths().get(saved);
    try {
      long mine = item.bytes(item.take(comm));
      if (mine != its) {
        wrong.add("its '%s' has %d bytes, and not %d".formatted(shape.name(), its, mine));
      }
    } catch (RuntimeException e) {
      wrong.add(Agreement.words(e));
    }
  }

  private void mine(Item item, List<String> wrong) {
    try {
      var unused = item.take(comm);
    } catch (RuntimeException e) {
      wrong.add(Agreement.words(e));
    }
  }
}
