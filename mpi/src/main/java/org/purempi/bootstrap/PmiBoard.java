package org.purempi.bootstrap;

import java.io.IOException;
import java.util.Optional;
import org.purempi.pmi.PmiClient;

/** The key-value space that a launcher keeps for its job. */
record PmiBoard(PmiClient pmi) implements Board {
  @Override
  public int rank() {
    return pmi.rank();
  }

  @Override
  public int size() {
    return pmi.size();
  }

  @Override
  public String name() {
    return pmi.kvsName();
  }

  @Override
  public void put(String key, String value) throws IOException {
    pmi.put(key, value);
  }

  @Override
  public Optional<String> get(String key) throws IOException {
    return pmi.get(key);
  }

  @Override
  public void barrier() throws IOException {
    pmi.barrier();
  }
}
