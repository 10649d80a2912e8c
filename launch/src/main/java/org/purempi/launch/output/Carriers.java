package org.purempi.launch.output;

/** Makes what carries a stream of a rank. */
@FunctionalInterface
public interface Carriers {
  /** For one stream of one rank; always the same. */
  Carrier of(int rank, Output.Stream stream);
}
