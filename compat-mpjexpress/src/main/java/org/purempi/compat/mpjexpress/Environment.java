package org.purempi.compat.mpjexpress;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.MpiException;

/** The rank's environment, which {@code MPI.Init} opens. */
public final class Environment {
  /** Every jar with a package {@code mpi} of purempi's says here which one it is. */
  static final String MARK = "META-INF/purempi/compat-api";

  private static volatile @Nullable Mpi mpi;

  private Environment() {}

  /**
   * The environment of this rank.
   *
   * @throws MpiException ({@code OTHER}) before {@code MPI.Init}
   */
  public static Mpi mpi() {
    Mpi now = mpi;
    if (now == null) {
      throw new MpiException(
          ErrorClass.OTHER, "MPI has not been started in this rank: call MPI.Init(args) first");
    }
    return now;
  }

  /** Whether {@code MPI.Init} has been called. */
  public static boolean started() {
    return mpi != null;
  }

  /** {@code MPI.Init} has started this rank. */
  public static void start(Mpi environment) {
    mpi = environment;
  }

  /**
   * Refuses to run with two packages {@code mpi} on one class path: classes of one would meet those
   * of the other.
   *
   * @throws MpiException ({@code OTHER}) that names both
   */
  public static void requireOneApi(ClassLoader loader) {
    Set<String> names = new TreeSet<>();
    Set<String> places = new TreeSet<>();
    try {
      for (URL mark : Collections.list(loader.getResources(MARK))) {
        try (InputStream in = mark.openStream()) {
          names.add(new String(in.readAllBytes(), StandardCharsets.UTF_8).strip());
          places.add(mark.toString().replaceAll("(^jar:)|(!?/" + MARK + "$)", ""));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (names.size() > 1) {
      throw new MpiException(
          ErrorClass.OTHER,
          "two APIs have a package mpi on this class path, "
              + String.join(" and ", names)
              + " ("
              + String.join(", ", places)
              + "): leave the jar of the one that the program was written for");
    }
  }
}
