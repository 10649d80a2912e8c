package org.purempi.launch.remote;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.local.Guardian;
import org.purempi.launch.program.StableArchive;
import org.purempi.launch.smpd.SmpdCommand;
import org.purempi.launch.smpd.SmpdException;
import org.purempi.os.PrivateFiles;

/**
 * A manager's files of a job's programs: those that are here already, and those that mpiexec sends,
 * in a directory of this user alone, which the guardian removes when the manager is gone. Any
 * thread.
 */
public final class StagedFiles {
  private static final String PREFIX = "purempi-stage-";

  private final Guardian guardian;
  private @Nullable Path directory;
  private @Nullable OutputStream open;
  private @Nullable MessageDigest sum;
  private String name = "";
  private String digest = "";
  private int count;

  /** None yet; the guardian removes what will be here when this process is killed. */
  public StagedFiles(Guardian guardian) {
    this.guardian = guardian;
  }

  /**
   * Carries out a command: {@code path digest [program]} asks for a file, {@code data} brings bytes
   * of it, {@code end} says that these were all. One without any of them only says that the job has
   * such files.
   *
   * @return where the file is, if it is here or has come
   * @throws IOException when it cannot be kept, or did not arrive whole
   */
  public synchronized @Nullable String take(SmpdCommand command) throws IOException {
    String data = command.get("data");
    String path = command.get("path");
    if (data != null) {
      receive(data);
    } else if (path != null) {
      return begin(path, command);
    } else if (command.get("end") != null) {
      return finish();
    }
    return null;
  }

  private @Nullable String begin(String path, SmpdCommand command) throws IOException {
    digest = command.require("digest");
    if (isHere(path)) {
      return path;
    }
    String plain = String.valueOf(Path.of(path).getFileName()).replaceAll("[^A-Za-z0-9_.-]", "_");
    Path file = directory().resolve(count++ + "-" + plain);
    boolean isProgram = command.get("program") != null;
    Files.createFile(
        file,
        PosixFilePermissions.asFileAttribute(
            PosixFilePermissions.fromString(isProgram ? "rwx------" : "rw-------")));
    MessageDigest its = StableArchive.sum();
    sum = its;
    open = new DigestOutputStream(Files.newOutputStream(file), its);
    name = file.toString();
    return null;
  }

  private boolean isHere(String path) throws SmpdException {
    try {
      Path place = Path.of(path);
      return Files.exists(place) && StableArchive.digest(place).equals(digest);
    } catch (InvalidPathException e) {
      throw new SmpdException("stage: no path: " + e.getMessage());
    } catch (IOException e) {
      return false; // it is there, but of no use
    }
  }

  private void receive(String data) throws IOException {
    OutputStream file = open;
    if (file == null) {
      throw new SmpdException("stage: bytes of no file");
    }
    try {
      file.write(HexFormat.of().parseHex(data));
    } catch (IllegalArgumentException e) {
      throw new SmpdException("stage: no bytes in hexadecimal digits");
    }
  }

  private String finish() throws IOException {
    OutputStream file = open;
    MessageDigest its = sum;
    if (file == null || its == null) {
      throw new SmpdException("stage: the end of no file");
    }
    open = null;
    file.close();
    if (!HexFormat.of().formatHex(its.digest()).equals(digest)) {
      throw new IOException(name + " is not what was sent; was it changed meanwhile?");
    }
    return name;
  }

  /** The job's directory, made when it is first needed. */
  public synchronized Path directory() throws IOException {
    Path known = directory;
    if (known == null) {
      String place = System.getenv().getOrDefault("TMPDIR", "");
      known = PrivateFiles.temporary(PREFIX, place.isEmpty() ? null : Path.of(place));
      directory = known;
      guardian.remove(known);
    }
    return known;
  }
}
