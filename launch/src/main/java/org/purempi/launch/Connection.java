package org.purempi.launch;

/** Two worlds that wait for each other's messages, by the names of their key-value spaces. */
record Connection(String one, String other) {
  boolean has(String kvsName) {
    return one.equals(kvsName) || other.equals(kvsName);
  }
}
