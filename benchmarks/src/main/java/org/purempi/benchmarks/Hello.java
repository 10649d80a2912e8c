package org.purempi.benchmarks;

/** The floor of start-up: the least that a JVM can do. */
public final class Hello {

  private Hello() {}

  /** Greets. */
  public static void main(String[] arguments) {
    System.out.println("Hello!");
  }
}
