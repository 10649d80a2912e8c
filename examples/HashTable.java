import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.Op;
import org.purempi.Window;

/**
 * A hash table spread over all ranks, each slot a key and a value: a key takes its slot by
 * compare-and-swap, and nobody answers a question.
 *
 * <pre>
 * bin/mpiexec -n 4 examples/HashTable.java
 * </pre>
 */
public final class HashTable implements AutoCloseable {
  private static final int SLOTS = 1024;
  private static final long FREE = 0;

  private final Window window;

  HashTable(Communicator comm) {
    window = Window.allocate(comm, 2L * SLOTS * Long.BYTES, Long.BYTES);
    window.lockAll();
  }

  public static void main(String[] args) {
    Mpi.run(4, HashTable::run);
  }

  static void run(Communicator world) {
    try (HashTable table = new HashTable(world)) {
      // Every rank counts the same words, so they meet at every key.
      for (long word = 1; word <= 100; word++) {
        table.add(word, word * (world.rank() + 1));
      }
      world.barrier();
      if (world.rank() == world.size() - 1) {
        long sum = 0;
        for (long word = 1; word <= 100; word++) {
          sum += table.get(word);
        }
        IO.println("100 words, their sums add up to " + sum);
      }
      world.barrier();
    }
  }

  private static long hash(long key) {
    return (key * 0x9E3779B97F4A7C15L) >>> 1;
  }

  /** The slot of a key, taken if it is new; in all of the table, rank by rank. */
  private long slot(long key) {
    long slots = (long) SLOTS * window.size();
    for (long slot = hash(key) % slots; ; slot = (slot + 1) % slots) {
      long there = window.compareAndSwap((int) (slot / SLOTS), slot % SLOTS * 2, FREE, key);
      if (there == FREE || there == key) {
        return slot;
      }
    }
  }

  /** Adds to the value of a key; not more keys than slots. */
  void add(long key, long value) {
    long slot = slot(key);
    window.fetchAndAdd((int) (slot / SLOTS), slot % SLOTS * 2 + 1, value);
  }

  /** The value of a key. */
  long get(long key) {
    long slot = slot(key);
    long[] value = new long[1];
    int rank = (int) (slot / SLOTS);
    window.getAccumulate(
        null, Buf.of(value), rank, slot % SLOTS * 2 + 1, 1, Buf.of(value).datatype(), Op.NO_OP);
    window.flush(rank);
    return value[0];
  }

  @Override
  public void close() {
    window.unlockAll();
    window.close();
  }
}
