package org.purempi.os;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * The version of purempi, from a resource beside this class: a manifest is lost when jars are
 * merged into one, and classes that have not been packed have none.
 */
public final class Version {
  private static final String FILE = "version.txt";

  private Version() {}

  /** The version, as {@code 0.1.0} or {@code 0.1.0-SNAPSHOT}. */
  public static String text() {
    try (InputStream file = Version.class.getResourceAsStream(FILE)) {
      if (file == null) {
        throw new IllegalStateException(
            "purempi is damaged: "
                + FILE
                + " is missing beside org.purempi.os.Version; keep the resources when merging"
                + " jars");
      }
      return new String(file.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + FILE + " of purempi", e);
    }
  }
}
