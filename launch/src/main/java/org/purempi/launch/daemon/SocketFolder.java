package org.purempi.launch.daemon;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The folder where managers call their daemon; only this user can enter it. */
final class SocketFolder {
  private static final String PREFIX = "purempi-smpd-";
  private static final Path NAMESPACE = Path.of("/proc/self/ns/pid");

  private SocketFolder() {}

  /** Makes it, and removes those of this user's daemons that were killed. */
  static Path make() throws IOException {
    // Containers may share the folder for temporary files and number processes each by itself.
    String mine = PREFIX + Files.readSymbolicLink(NAMESPACE).toString().replaceAll("[^0-9]", "");
    Path made = Files.createTempDirectory(mine + "-" + ProcessHandle.current().pid() + "-");
    Pattern ofMine = Pattern.compile(mine + "-([0-9]{1,10})-.*");
    try (DirectoryStream<Path> all =
        Files.newDirectoryStream(made.resolveSibling(""), mine + "*")) {
      for (Path folder : all) {
        Matcher name = ofMine.matcher("" + folder.getFileName());
        if (name.matches()
            && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty()
            && Files.getOwner(folder).equals(Files.getOwner(made))) {
          remove(folder);
        }
      }
    }
    return made;
  }

  /** Removes a folder and the sockets in it. */
  static void remove(Path folder) throws IOException {
    try (DirectoryStream<Path> sockets = Files.newDirectoryStream(folder)) {
      for (Path socket : sockets) {
        Files.deleteIfExists(socket);
      }
    }
    Files.deleteIfExists(folder);
  }
}
