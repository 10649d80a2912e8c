package org.purempi.checkpoint;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.purempi.disk.CheckpointFolder;
import org.purempi.disk.CheckpointId;

/**
 * Deletes what no checkpoint that stays needs: older ones, and what torn ones have left. Only rank
 * 0 does, and only when a newer one is complete, so that whatever happens one is left. Manifests go
 * at once, and the files of ranks, which take long to delete, when nobody waits any more.
 */
final class Sweeper {
  private final Storage storage;
  private final Path folder;
  private final int keep;

  /** Files that nobody needs, all of them older than the last checkpoint. */
  private List<Path> left = List.of();

  Sweeper(Storage storage, Path folder, int keep) {
    this.storage = storage;
    this.folder = folder;
    this.keep = keep;
  }

  /**
   * Deletes manifests, and notes which files are to be swept; what cannot be deleted is tried again
   * after the next checkpoint.
   */
  void forget() {
    try {
      Set<CheckpointId> kept = new TreeSet<>();
      Set<CheckpointId> needed = new HashSet<>();
      for (CheckpointId id : CheckpointFolder.manifests(folder)) {
        List<String> lines = CheckpointFolder.manifest(folder, id);
        Manifest manifest = lines == null ? null : Manifest.parse(lines);
        boolean isForeign = lines != null && manifest == null;
        if (isForeign || (manifest != null && kept.size() < keep)) {
          kept.add(id);
          needed.add(id);
        }
        if (manifest != null && kept.contains(id)) {
          needed.addAll(manifest.refers());
        }
      }
      List<String> files = CheckpointFolder.files(folder);
      // Manifests first: a checkpoint that lacks a file must not look complete.
      boolean any = false;
      for (String name : files) {
        CheckpointId owner = CheckpointFolder.owner(name);
        if (owner != null && name.equals(owner.manifest()) && !kept.contains(owner)) {
          storage.delete(folder.resolve(name));
          any = true;
        }
      }
      if (any) {
        storage.sync(folder);
      }
      left =
          files.stream()
              .filter(
                  name -> !needed.contains(Objects.requireNonNull(CheckpointFolder.owner(name))))
              .map(folder::resolve)
              .toList();
    } catch (IOException e) {
      warn(e);
    }
  }

  /** Deletes files that {@link #forget} has noted. */
  void sweep() {
    List<Path> old = left;
    left = List.of();
    try {
      for (Path file : old) {
        storage.delete(file);
      }
    } catch (IOException e) {
      warn(e);
    }
  }

  private void warn(IOException e) {
    System.err.println(
        "purempi: warning: old checkpoints are left in %s: %s"
            .formatted(folder, Agreement.words(e)));
  }
}
