package org.purempi.launch.system;

/**
 * Prints how many processors this process may use, a container's share included, which {@code
 * nproc} does not know: for {@code mpjrun}, whose default it is.
 */
public final class Processors {
  private Processors() {}

  /** Prints it. */
  public static void main(String[] args) {
    System.out.println(Runtime.getRuntime().availableProcessors());
  }
}
