package org.purempi.watch;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.purempi.ErrorClass;
import org.purempi.MpiException;

/** Where ranks put their files: each world into a folder of its own. */
final class Folder {
  private Folder() {}

  /**
   * The folder that the user has named; if another world has had this rank there, one in it.
   *
   * @throws MpiException if nothing can be written there
   */
  static Path of(String named, int rank) {
    try {
      Path folder = Path.of(named);
      for (int world = 1; ; world++) {
        Files.createDirectories(folder);
        try {
          Files.createFile(folder.resolve("rank-" + rank + ".begun"));
          return folder;
        } catch (FileAlreadyExistsException e) {
          folder = Path.of(named, "%d-%d".formatted(ProcessHandle.current().pid(), world));
        }
      }
    } catch (IOException e) {
      throw new MpiException(
          ErrorClass.IO, "nothing can be recorded in the folder " + named + ": " + e, e);
    }
  }
}
