package org.purempi.launch;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.purempi.disk.CheckpointFolder;

/**
 * How a user asks a running job for a checkpoint: SIGUSR1 to mpiexec makes a file in the folder of
 * checkpoints, which rank 0 takes away at its next safe point. It reaches ranks on any host, and
 * waits for those that are not there yet. Any thread.
 */
final class CheckpointRequests {
  private final Path folder;
  private final Consumer<String> say;

  /**
   * Of a job.
   *
   * @param folder that of the checkpoints
   * @param say takes lines for the user
   */
  CheckpointRequests(Path folder, Consumer<String> say) {
    this.folder = folder;
    this.say = say;
  }

  /** Asks. */
  void ask() {
    try {
      Files.createDirectories(folder);
      Files.createFile(CheckpointFolder.request(folder));
      say.accept("mpiexec: asked the ranks for a checkpoint");
    } catch (FileAlreadyExistsException e) {
      say.accept("mpiexec: the ranks have been asked for a checkpoint, and will take it");
    } catch (IOException e) {
      say.accept("mpiexec: the ranks cannot be asked for a checkpoint: " + e);
    }
  }

  /** What somebody has asked of an earlier job is past. */
  void forget() {
    try {
      Files.deleteIfExists(CheckpointFolder.request(folder));
    } catch (IOException e) {
      say.accept("mpiexec: warning: a request for a checkpoint of an earlier job is left: " + e);
    }
  }
}
