package mpi;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.function.IntFunction;
import org.purempi.Buf;
import org.purempi.CartCommunicator;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.GraphCommunicator;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.VBuf;
import org.purempi.compat.mpjexpress.Nullable;

/**
 * A group of ranks and its collectives (MPI 4.1, chapter 6), which all ranks call in the same
 * order. Arguments that matter at the root only may be anything elsewhere. The buffers may be one
 * array: what is sent is then copied first.
 */
public class Intracomm extends Comm {
  /** Groups made at the same time are told apart by their ranks. */
  private static final int TAG_OF_CREATE = 0;

  Intracomm(@Nullable Communicator purempi) {
    super(purempi);
  }

  // ---- making communicators

  /**
   * One communicator for each colour, ranks ordered by key, ties by old rank; null for {@code
   * MPI.UNDEFINED} (section 7.4.2).
   */
  public @Nullable Intracomm Split(int color, int key) throws MPIException {
    return made(
        Errors.get(() -> purempi().split(color == MPI.UNDEFINED ? Mpi.UNDEFINED : color, key)));
  }

  /**
   * A communicator of a part of this one's group; null for ranks outside (section 7.4.2), which
   * need not call.
   */
  public @Nullable Intracomm Create(Group group) throws MPIException {
    return made(Errors.get(() -> purempi().createGroup(group.purempi(), TAG_OF_CREATE)));
  }

  private static @Nullable Intracomm made(@Nullable Communicator purempi) {
    return purempi == null ? null : new Intracomm(purempi);
  }

  /**
   * A grid of the first ranks; null for the ranks that are left over (section 8.5.1).
   *
   * @param dims the ranks in each dimension
   * @param periods whether each dimension is a ring
   */
  public @Nullable Cartcomm Create_cart(int[] dims, boolean[] periods, boolean reorder)
      throws MPIException {
    CartCommunicator cart =
        Errors.get(() -> purempi().cartCreate(dims, First.of(dims.length, periods), reorder));
    return cart == null ? null : new Cartcomm(cart);
  }

  /**
   * A graph of the first ranks; null for the ranks that are left over (section 8.5.3).
   *
   * @param index for each node the number of edges up to its last
   * @param edges the neighbours of all nodes, node by node
   */
  public @Nullable Graphcomm Create_graph(int[] index, int[] edges, boolean reorder) {
    GraphCommunicator graph =
        Errors.get(() -> purempi().graphCreate(index, First.edges(index, edges), reorder));
    return graph == null ? null : new Graphcomm(graph);
  }

  // ---- data from one to all, from all to one, from all to all

  /** Returns when all ranks have called (section 6.3). */
  public void Barrier() throws MPIException {
    Errors.run(() -> purempi().barrier());
  }

  /** The root's data goes to all (section 6.4). */
  public void Bcast(@Nullable Object buf, int offset, int count, Datatype type, int root)
      throws MPIException {
    try {
      Communicator c = purempi();
      if (type.isOfObjects()) {
        new ObjectCollectives(c).bcast(new Section(buf, offset, count, type), root);
        return;
      }
      Buf data = data(c, buf, offset, count, type);
      if (c.rank() != root && type.overlaps()) {
        Section to = new Section(buf, offset, count, type);
        Object packed = to.packed();
        c.bcast(to.data(packed), root);
        to.put(packed, Array.getLength(packed));
      } else {
        c.bcast(data, root);
      }
    } catch (RuntimeException e) {
      throw Errors.translated(e);
    }
  }

  /** Every rank's data goes to the root, in rank order (section 6.5). */
  public void Gather(
      @Nullable Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvoffset,
      int recvcount,
      Datatype recvtype,
      int root)
      throws MPIException {
    Errors.run(
        () -> {
          Communicator c = purempi();
          if (ofObjects(c, sendtype, c.rank() == root ? recvtype : sendtype)) {
            new ObjectCollectives(c)
                .gather(
                    new Section(sendbuf, sendoffset, sendcount, sendtype),
                    blocks(recvbuf, recvoffset, recvcount, recvtype),
                    root);
            return;
          }
          Buf in =
              c.rank() == root
                  ? data(c, recvbuf, recvoffset, (long) recvcount * c.size(), recvtype)
                  : null;
          Object from = c.rank() == root ? apart(sendbuf, recvbuf) : sendbuf;
          c.gather(data(c, from, sendoffset, sendcount, sendtype), in, root);
        });
  }

  /** As Gather, with a block of its own size for each rank (section 6.5). */
  public void Gatherv(
      @Nullable Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvoffset,
      int[] recvcounts,
      int[] displs,
      Datatype recvtype,
      int root)
      throws MPIException {
    Errors.run(
        () -> {
          Communicator c = purempi();
          if (ofObjects(c, sendtype, c.rank() == root ? recvtype : sendtype)) {
            new ObjectCollectives(c)
                .gather(
                    new Section(sendbuf, sendoffset, sendcount, sendtype),
                    blocks(recvbuf, recvoffset, recvcounts, displs, recvtype),
                    root);
            return;
          }
          VBuf in =
              c.rank() == root ? vdata(c, recvbuf, recvoffset, recvcounts, displs, recvtype) : null;
          Object from = c.rank() == root ? apart(sendbuf, recvbuf) : sendbuf;
          c.gatherv(data(c, from, sendoffset, sendcount, sendtype), in, root);
        });
  }

  /** The root's data is cut in equal blocks, one for each rank (section 6.6). */
  public void Scatter(
      @Nullable Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvoffset,
      int recvcount,
      Datatype recvtype,
      int root)
      throws MPIException {
    Errors.run(
        () -> {
          Communicator c = purempi();
          boolean isRoot = c.rank() == root;
          if (ofObjects(c, isRoot ? sendtype : recvtype, recvtype)) {
            new ObjectCollectives(c)
                .scatter(
                    isRoot ? blocks(sendbuf, sendoffset, sendcount, sendtype) : null,
                    new Section(recvbuf, recvoffset, recvcount, recvtype),
                    root);
            return;
          }
          Buf out =
              isRoot
                  ? data(
                      c, apart(sendbuf, recvbuf), sendoffset, (long) sendcount * c.size(), sendtype)
                  : null;
          c.scatter(out, data(c, recvbuf, recvoffset, recvcount, recvtype), root);
        });
  }

  /** As Scatter, with a block of its own size for each rank (section 6.6). */
  public void Scatterv(
      @Nullable Object sendbuf,
      int sendoffset,
      int[] sendcounts,
      int[] displs,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvoffset,
      int recvcount,
      Datatype recvtype,
      int root)
      throws MPIException {
    Errors.run(
        () -> {
          Communicator c = purempi();
          boolean isRoot = c.rank() == root;
          if (ofObjects(c, isRoot ? sendtype : recvtype, recvtype)) {
            new ObjectCollectives(c)
                .scatter(
                    isRoot ? blocks(sendbuf, sendoffset, sendcounts, displs, sendtype) : null,
                    new Section(recvbuf, recvoffset, recvcount, recvtype),
                    root);
            return;
          }
          VBuf out =
              isRoot
                  ? vdata(c, apart(sendbuf, recvbuf), sendoffset, sendcounts, displs, sendtype)
                  : null;
          int most = isRoot ? atMost(recvcount, recvtype, sendcounts[root], sendtype) : recvcount;
          c.scatterv(out, data(c, recvbuf, recvoffset, most, recvtype), root);
        });
  }

  /** The root, as any rank, may have room for more than comes. */
  private static int atMost(int recvcount, Datatype recvtype, int sendcount, Datatype sendtype) {
    long bytes = (long) sendcount * sendtype.getByteSize();
    int each = recvtype.getByteSize();
    return each == 0 || bytes % each != 0 ? recvcount : (int) Math.min(recvcount, bytes / each);
  }

  /** Every rank's data goes to all, in rank order (section 6.7). */
  public void Allgather(
      @Nullable Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvoffset,
      int recvcount,
      Datatype recvtype)
      throws MPIException {
    Errors.run(
        () -> {
          Communicator c = purempi();
          if (ofObjects(c, sendtype, recvtype)) {
            new ObjectCollectives(c)
                .allgather(
                    new Section(sendbuf, sendoffset, sendcount, sendtype),
                    blocks(recvbuf, recvoffset, recvcount, recvtype));
            return;
          }
          c.allgather(
              data(c, apart(sendbuf, recvbuf), sendoffset, sendcount, sendtype),
              data(c, recvbuf, recvoffset, (long) recvcount * c.size(), recvtype));
        });
  }

  /** As Allgather, with a block of its own size for each rank (section 6.7). */
  public void Allgatherv(
      @Nullable Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvoffset,
      int[] recvcounts,
      int[] displs,
      Datatype recvtype)
      throws MPIException {
    Errors.run(
        () -> {
          Communicator c = purempi();
          if (ofObjects(c, sendtype, recvtype)) {
            new ObjectCollectives(c)
                .allgather(
                    new Section(sendbuf, sendoffset, sendcount, sendtype),
                    blocks(recvbuf, recvoffset, recvcounts, displs, recvtype));
            return;
          }
          c.allgatherv(
              data(c, apart(sendbuf, recvbuf), sendoffset, sendcount, sendtype),
              vdata(c, recvbuf, recvoffset, recvcounts, displs, recvtype));
        });
  }

  /** Block j of rank i becomes block i of rank j (section 6.8). */
  public void Alltoall(
      @Nullable Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvoffset,
      int recvcount,
      Datatype recvtype)
      throws MPIException {
    Errors.run(
        () -> {
          Communicator c = purempi();
          if (ofObjects(c, sendtype, recvtype)) {
            new ObjectCollectives(c)
                .alltoall(
                    blocks(sendbuf, sendoffset, sendcount, sendtype),
                    blocks(recvbuf, recvoffset, recvcount, recvtype));
            return;
          }
          c.alltoall(
              data(c, apart(sendbuf, recvbuf), sendoffset, (long) sendcount * c.size(), sendtype),
              data(c, recvbuf, recvoffset, (long) recvcount * c.size(), recvtype));
        });
  }

  /** As Alltoall, with blocks of any size (section 6.8). */
  public void Alltoallv(
      @Nullable Object sendbuf,
      int sendoffset,
      int[] sendcounts,
      int[] sdispls,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvoffset,
      int[] recvcounts,
      int[] rdispls,
      Datatype recvtype)
      throws MPIException {
    Errors.run(
        () -> {
          Communicator c = purempi();
          if (ofObjects(c, sendtype, recvtype)) {
            new ObjectCollectives(c)
                .alltoall(
                    blocks(sendbuf, sendoffset, sendcounts, sdispls, sendtype),
                    blocks(recvbuf, recvoffset, recvcounts, rdispls, recvtype));
            return;
          }
          c.alltoallv(
              vdata(c, apart(sendbuf, recvbuf), sendoffset, sendcounts, sdispls, sendtype),
              vdata(c, recvbuf, recvoffset, recvcounts, rdispls, recvtype));
        });
  }

  // ---- reductions

  /** All data combined, at the root (section 6.9.1). */
  public void Reduce(
      @Nullable Object sendbuf,
      int sendoffset,
      @Nullable Object recvbuf,
      int recvoffset,
      int count,
      Datatype datatype,
      Op op,
      int root)
      throws MPIException {
    Errors.run(
        () -> {
          Communicator c = purempi();
          if (datatype.isOfObjects()) {
            new ObjectCollectives(c)
                .reduce(
                    new Section(sendbuf, sendoffset, count, datatype),
                    new Section(recvbuf, recvoffset, count, datatype),
                    op,
                    root);
            return;
          }
          boolean isRoot = c.rank() == root;
          Object from = isRoot ? apart(sendbuf, recvbuf) : sendbuf;
          c.reduce(
              data(c, from, sendoffset, count, datatype),
              isRoot ? data(c, recvbuf, recvoffset, count, datatype) : null,
              op.on(datatype),
              root);
        });
  }

  /** All data combined, at every rank (section 6.9.6). */
  public void Allreduce(
      @Nullable Object sendbuf,
      int sendoffset,
      @Nullable Object recvbuf,
      int recvoffset,
      int count,
      Datatype datatype,
      Op op)
      throws MPIException {
    try {
      Communicator c = purempi();
      if (datatype.isOfObjects()) {
        new ObjectCollectives(c)
            .allreduce(
                new Section(sendbuf, sendoffset, count, datatype),
                new Section(recvbuf, recvoffset, count, datatype),
                op);
        return;
      }
      c.allreduce(
          data(c, apart(sendbuf, recvbuf), sendoffset, count, datatype),
          data(c, recvbuf, recvoffset, count, datatype),
          op.on(datatype));
    } catch (RuntimeException e) {
      throw Errors.translated(e);
    }
  }

  /** All data combined, {@code recvcounts[i]} elements of it to rank i (section 6.10.2). */
  public void Reduce_scatter(
      @Nullable Object sendbuf,
      int sendoffset,
      @Nullable Object recvbuf,
      int recvoffset,
      int[] recvcounts,
      Datatype datatype,
      Op op)
      throws MPIException {
    Errors.run(
        () -> {
          Communicator c = purempi();
          int[] blocks = oneForEachRank(c, "recvcounts", recvcounts);
          long[] counts = Arrays.stream(blocks).asLongStream().toArray();
          int all = Math.toIntExact(Arrays.stream(counts).sum());
          int mine = blocks[c.rank()];
          if (datatype.isOfObjects()) {
            new ObjectCollectives(c)
                .reduceScatter(
                    new Section(sendbuf, sendoffset, all, datatype),
                    new Section(recvbuf, recvoffset, mine, datatype),
                    blocks,
                    op);
            return;
          }
          c.reduceScatter(
              data(c, apart(sendbuf, recvbuf), sendoffset, all, datatype),
              data(c, recvbuf, recvoffset, mine, datatype),
              counts,
              op.on(datatype));
        });
  }

  /** The data of ranks 0 … this rank combined (section 6.11.1). */
  public void Scan(
      @Nullable Object sendbuf,
      int sendoffset,
      @Nullable Object recvbuf,
      int recvoffset,
      int count,
      Datatype datatype,
      Op op)
      throws MPIException {
    Errors.run(
        () -> {
          Communicator c = purempi();
          if (datatype.isOfObjects()) {
            new ObjectCollectives(c)
                .scan(
                    new Section(sendbuf, sendoffset, count, datatype),
                    new Section(recvbuf, recvoffset, count, datatype),
                    op);
            return;
          }
          c.scan(
              data(c, apart(sendbuf, recvbuf), sendoffset, count, datatype),
              data(c, recvbuf, recvoffset, count, datatype),
              op.on(datatype));
        });
  }

  // ---- arguments

  /** What is sent, in an array that nothing is received into. */
  private static @Nullable Object apart(@Nullable Object sendbuf, @Nullable Object recvbuf) {
    return sendbuf == recvbuf ? Base.copy(sendbuf) : sendbuf;
  }

  private static boolean ofObjects(Communicator c, Datatype sendtype, Datatype recvtype) {
    if (sendtype.isOfObjects() != recvtype.isOfObjects()) {
      c.callErrhandler(
          new MpiArgumentException(
              ErrorClass.TYPE,
              "objects are sent where "
                  + (sendtype.isOfObjects() ? recvtype.base : sendtype.base)
                  + " is the other type: both must be of MPI.OBJECT"));
    }
    return sendtype.isOfObjects();
  }

  /** Equal blocks, one for each rank. */
  private static IntFunction<Section> blocks(
      @Nullable Object buf, int offset, int count, Datatype type) {
    Section first = new Section(buf, offset, count, type);
    return rank -> first.at((long) rank * count, count);
  }

  private static IntFunction<Section> blocks(
      @Nullable Object buf, int offset, int[] counts, int[] displs, Datatype type) {
    Section first = new Section(buf, offset, 0, type);
    return rank -> first.at(displs[rank], counts[rank]);
  }

  private static VBuf vdata(
      Communicator c,
      @Nullable Object buf,
      int offset,
      int[] allCounts,
      int[] allDispls,
      Datatype type) {
    int[] counts = oneForEachRank(c, "counts", allCounts);
    int[] displs = oneForEachRank(c, "displacements", allDispls);
    long end = 0;
    for (int i = 0; i < counts.length; i++) {
      end = counts[i] > 0 ? Math.max(end, (long) displs[i] + counts[i]) : end;
    }
    return VBuf.of(data(c, buf, offset, end, type), counts, displs);
  }

  private static int[] oneForEachRank(Communicator c, String what, int[] values) {
    if (values.length < c.size()) {
      c.callErrhandler(
          new MpiArgumentException(
              ErrorClass.ARG,
              values.length + " " + what + " for " + c.size() + " ranks: give one for each"));
    }
    return First.of(c.size(), values);
  }
}
