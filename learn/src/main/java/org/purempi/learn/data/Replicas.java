package org.purempi.learn.data;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Op;
import org.purempi.learn.Model;
import org.purempi.learn.Parameter;

/** The same model on every rank: made the same, and looked after. All calls are collective. */
public final class Replicas {
  private Replicas() {}

  /**
   * All ranks get the values and buffers of one.
   *
   * @throws IllegalArgumentException on all ranks if their models do not have the same parameters
   */
  public static void broadcast(Communicator comm, Model model, int root) {
    requireSame(comm, model, root);
    MemorySegment all = model.values();
    if (all != null) {
      comm.bcast(Buf.of(all), root);
    } else {
      model.parameters().forEach(p -> comm.bcast(Buf.of(p.values()), root));
    }
    broadcastBuffers(comm, model, root);
  }

  /** All ranks get the buffers of one, as the running means of a batch normalisation. */
  public static void broadcastBuffers(Communicator comm, Model model, int root) {
    model.buffers().forEach(b -> comm.bcast(Buf.of(b), root));
  }

  private static String description(Model model) {
    var text = new StringBuilder();
    for (Parameter p : model.parameters()) {
      text.append("%s %s %s\n".formatted(p.name(), p.type(), p.shape()));
    }
    model.buffers().forEach(b -> text.append("a buffer of %d bytes\n".formatted(b.byteSize())));
    return text.toString();
  }

  private static void requireSame(Communicator comm, Model model, int root) {
    byte[] own = description(model).getBytes(StandardCharsets.UTF_8);
    int[] length = {own.length};
    comm.bcast(length, root);
    byte[] roots = comm.rank() == root ? own : new byte[length[0]];
    comm.bcast(roots, root);
    String[] here = new String(own, StandardCharsets.UTF_8).split("\n", -1);
    String[] there = new String(roots, StandardCharsets.UTF_8).split("\n", -1);
    int same = 0;
    while (same < Math.min(here.length, there.length) && here[same].equals(there[same])) {
      same++;
    }
    boolean differs = same < Math.max(here.length, there.length);
    int who = comm.allreduce(differs ? comm.rank() : -1, Op.MAX);
    if (who >= 0) {
      throw new IllegalArgumentException(
          differs
              ? "rank %d has another model than rank %d: %s, and not %s"
                  .formatted(comm.rank(), root, line(here, same), line(there, same))
              : "rank " + who + " has another model than rank " + root);
    }
  }

  private static String line(String[] lines, int at) {
    return at < lines.length && !lines[at].isEmpty() ? lines[at] : "nothing more";
  }

  /**
   * Checks that all ranks have the same values and buffers, bit by bit. It compares a hash of each.
   *
   * @throws IllegalStateException on all ranks, with the first parameter and the ranks that differ
   */
  public static void requireIdentical(Communicator comm, Model model) {
    requireIdentical(comm, model, true);
  }

  /** As {@link #requireIdentical(Communicator, Model)}, with the buffers or without. */
  static void requireIdentical(Communicator comm, Model model, boolean withBuffers) {
    List<Parameter> parameters = model.parameters();
    List<MemorySegment> all = new ArrayList<>();
    parameters.forEach(p -> all.add(p.values()));
    all.addAll(withBuffers ? model.buffers() : List.of());
    long[] hashes = all.stream().mapToLong(Replicas::hash).toArray();
    long[] everybodys = new long[hashes.length * comm.size()];
    comm.allgather(hashes, everybodys);
    for (int i = 0; i < hashes.length; i++) {
      List<Integer> others = new ArrayList<>();
      for (int rank = 1; rank < comm.size(); rank++) {
        if (everybodys[rank * hashes.length + i] != everybodys[i]) {
          others.add(rank);
        }
      }
      if (!others.isEmpty()) {
        String what =
            i < parameters.size()
                ? "parameter " + parameters.get(i).name()
                : "buffer " + (i - parameters.size());
        throw new IllegalStateException(
            what + " is not the same on all ranks: not as on rank 0 is it on ranks " + others);
      }
    }
  }

  /** A hash of all bytes. */
  private static long hash(MemorySegment memory) {
    long h = memory.byteSize();
    long end = memory.byteSize() / Long.BYTES * Long.BYTES;
    for (long i = 0; i < end; i += Long.BYTES) {
      h = (h ^ memory.get(JAVA_LONG_UNALIGNED, i)) * 0x9E37_79B9_7F4A_7C15L;
      h ^= h >>> 32;
    }
    for (long i = end; i < memory.byteSize(); i++) {
      h = (h ^ memory.get(JAVA_BYTE, i)) * 0x9E37_79B9_7F4A_7C15L;
      h ^= h >>> 32;
    }
    return h;
  }
}
