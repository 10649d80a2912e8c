package mpi;

import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.VBuf;
import org.purempi.compat.mpjexpress.Nullable;

/**
 * Collectives of objects: every rank's serialised objects travel as bytes, their lengths before
 * them. Reductions apply the user's function in the order of ranks.
 *
 * @param comm where
 */
record ObjectCollectives(Communicator comm) {
  private static final byte[] NOTHING = {};

  private boolean isRoot(int root) {
    return comm.rank() == root;
  }

  void bcast(Section section, int root) {
    byte[] bytes = bytesFrom(root, isRoot(root) ? section.encode() : NOTHING);
    if (!isRoot(root)) {
      section.decode(bytes);
    }
  }

  private byte[] bytesFrom(int root, byte[] mine) {
    int[] length = {mine.length};
    comm.bcast(length, root);
    byte[] bytes = isRoot(root) ? mine : new byte[length[0]];
    comm.bcast(bytes, root);
    return bytes;
  }

  /** Rank i's objects go to {@code place.apply(i)} at the root. */
  void gather(Section mine, IntFunction<Section> place, int root) {
    byte[][] all = gathered(mine.encode(), root);
    for (int i = 0; i < all.length; i++) {
      place.apply(i).decode(all[i]);
    }
  }

  /** The bytes of all ranks at the root; nothing elsewhere. */
  private byte[][] gathered(byte[] mine, int root) {
    int[] lengths = new int[comm.size()];
    comm.gather(Buf.of(new int[] {mine.length}), isRoot(root) ? Buf.of(lengths) : null, root);
    if (!isRoot(root)) {
      comm.gatherv(Buf.of(mine), null, root);
      return new byte[0][];
    }
    byte[] all = new byte[total(lengths)];
    comm.gatherv(Buf.of(mine), VBuf.of(Buf.of(all), lengths), root);
    return cut(all, lengths);
  }

  private static int total(int[] lengths) {
    return Math.toIntExact(Arrays.stream(lengths).asLongStream().sum());
  }

  private static byte[][] cut(byte[] all, int[] lengths) {
    byte[][] parts = new byte[lengths.length][];
    int at = 0;
    for (int i = 0; i < lengths.length; i++) {
      parts[i] = Arrays.copyOfRange(all, at, at + lengths[i]);
      at += lengths[i];
    }
    return parts;
  }

  private static byte[] joined(byte[][] parts) {
    byte[] all = new byte[total(lengths(parts))];
    int at = 0;
    for (byte[] part : parts) {
      System.arraycopy(part, 0, all, at, part.length);
      at += part.length;
    }
    return all;
  }

  private static int[] lengths(byte[][] parts) {
    return Arrays.stream(parts).mapToInt(p -> p.length).toArray();
  }

  /** Rank i's objects go to {@code place.apply(i)} at every rank. */
  void allgather(Section mine, IntFunction<Section> place) {
    byte[][] all = allgathered(mine.encode());
    for (int i = 0; i < all.length; i++) {
      place.apply(i).decode(all[i]);
    }
  }

  private byte[][] allgathered(byte[] mine) {
    int[] lengths = new int[comm.size()];
    comm.allgather(Buf.of(new int[] {mine.length}), Buf.of(lengths));
    byte[] all = new byte[total(lengths)];
    comm.allgatherv(Buf.of(mine), VBuf.of(Buf.of(all), lengths));
    return cut(all, lengths);
  }

  /** The objects of {@code part.apply(i)} go to rank i. */
  void scatter(@Nullable IntFunction<Section> part, Section mine, int root) {
    byte[][] parts =
        part == null
            ? new byte[0][]
            : IntStream.range(0, comm.size())
                .mapToObj(i -> part.apply(i).encode())
                .toArray(byte[][]::new);
    mine.decode(scattered(parts, root));
  }

  private byte[] scattered(byte[][] parts, int root) {
    int[] length = new int[1];
    int[] lengths = lengths(parts);
    comm.scatter(isRoot(root) ? Buf.of(lengths) : null, Buf.of(length), root);
    byte[] bytes = new byte[length[0]];
    comm.scatterv(
        isRoot(root) ? VBuf.of(Buf.of(joined(parts)), lengths) : null, Buf.of(bytes), root);
    return bytes;
  }

  /**
   * The objects of {@code part.apply(j)} go to rank j; those of rank i to {@code place.apply(i)}.
   */
  void alltoall(IntFunction<Section> part, IntFunction<Section> place) {
    int ranks = comm.size();
    byte[][] parts = new byte[ranks][];
    for (int i = 0; i < ranks; i++) {
      parts[i] = part.apply(i).encode();
    }
    int[] lengths = new int[ranks];
    comm.alltoall(Buf.of(lengths(parts)), Buf.of(lengths));
    byte[] all = new byte[total(lengths)];
    comm.alltoallv(VBuf.of(Buf.of(joined(parts)), lengths(parts)), VBuf.of(Buf.of(all), lengths));
    byte[][] received = cut(all, lengths);
    for (int i = 0; i < ranks; i++) {
      place.apply(i).decode(received[i]);
    }
  }

  /**
   * The operands of the first {@code ranks} ranks, combined in their order. What the function gets
   * is what MPJ Express gives it: on the left an array of the receive array's class, on the right
   * an {@code Object[]}.
   */
  private static Section combined(
      byte[][] all, int ranks, Section mine, Section result, User_function function) {
    Section left = mine.scratch(result.component());
    left.decode(all[0]);
    for (int i = 1; i < ranks; i++) {
      Section right = mine.scratch(Object.class);
      right.decode(all[i]);
      left.combineInto(right, function);
      left.take(right);
    }
    return left;
  }

  void reduce(Section mine, Section result, Op op, int root) {
    User_function function = op.onObjects();
    byte[][] all = gathered(mine.encode(), root);
    if (isRoot(root)) {
      result.decode(combined(all, all.length, mine, result, function).encode());
    }
  }

  void allreduce(Section mine, Section result, Op op) {
    User_function function = op.onObjects();
    byte[][] all = gathered(mine.encode(), 0);
    byte[] sum = isRoot(0) ? combined(all, all.length, mine, result, function).encode() : NOTHING;
    result.decode(bytesFrom(0, sum));
  }

  /** Rank i gets {@code counts[i]} elements of the combined ones. */
  void reduceScatter(Section mine, Section result, int[] counts, Op op) {
    User_function function = op.onObjects();
    byte[][] all = gathered(mine.encode(), 0);
    byte[][] parts = new byte[isRoot(0) ? counts.length : 0][];
    if (isRoot(0)) {
      Section sum = combined(all, all.length, mine, result, function);
      long first = 0;
      for (int i = 0; i < counts.length; i++) {
        parts[i] = sum.at(first, counts[i]).encode();
        first += counts[i];
      }
    }
    result.decode(scattered(parts, 0));
  }

  void scan(Section mine, Section result, Op op) {
    User_function function = op.onObjects();
    byte[][] all = allgathered(mine.encode());
    result.decode(combined(all, comm.rank() + 1, mine, result, function).encode());
  }
}
