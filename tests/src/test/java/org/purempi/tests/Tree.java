package org.purempi.tests;

import java.nio.file.Path;

/** Where the source tree lies. */
public final class Tree {
  /** The root; Maven runs the tests in the folder of their module. */
  public static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private Tree() {}
}
