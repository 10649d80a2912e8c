package org.purempi.collective;

import java.util.List;
import java.util.function.IntFunction;
import org.purempi.Buf;
import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.VBuf;
import org.purempi.WBuf;
import org.purempi.protocol.Signature;
import org.purempi.protocol.Signature.Call;

/**
 * The neighbours of a rank, and the plans of the collectives among neighbours (section 8.6): every
 * edge is one message.
 *
 * <pre>
 *   sources   s0  s1  s2                 destinations  d0  d1
 *              ↘   ↓  ↙                                ↑   ↑
 *   recvbuf   [b0][b1][b2]     this rank    sendbuf   [b0][b1]
 * </pre>
 *
 * <p>Cost: the degree times α, and β for all bytes. Messages of two ranks that share several edges
 * are told apart by their order. On a grid that order must be turned round: with one or two ranks
 * in a ring the neighbour at −1 is also the one at +1, and what it sends first, towards its −1,
 * belongs to this rank's +1.
 */
public final class Neighborhood {
  private final int[] sources;
  private final int[] destinations;
  private final boolean grid;

  /**
   * The neighbours of one rank; {@link Mpi#PROC_NULL} for none.
   *
   * @param grid whether they are pairs of −1 and +1 of a grid's dimensions
   */
  public Neighborhood(int[] sources, int[] destinations, boolean grid) {
    this.sources = sources.clone();
    this.destinations = destinations.clone();
    this.grid = grid;
  }

  /** Writes a neighborAllgather. */
  public void allgather(Schedule s, Buf send, Buf recv) {
    String call = "neighborAllgather";
    whole(call, "sendbuf", send, 1);
    whole(call, "recvbuf", recv, sources.length);
    Checks.writable(call, recv);
    Blocks to = Blocks.equal(recv, Math.max(1, sources.length));
    exchange(s, Call.NEIGHBOR_ALLGATHER, i -> send, to::of);
  }

  /** Writes a neighborAllgatherv. */
  public void allgatherv(Schedule s, Buf send, VBuf recv) {
    String call = "neighborAllgatherv";
    whole(call, "sendbuf", send, 1);
    cut(call, "recvbuf", recv, sources.length);
    Checks.writable(call, recv);
    exchange(s, Call.NEIGHBOR_ALLGATHER, i -> send, recv::block);
  }

  /** Writes a neighborAlltoall. */
  public void alltoall(Schedule s, Buf send, Buf recv) {
    String call = "neighborAlltoall";
    whole(call, "sendbuf", send, destinations.length);
    whole(call, "recvbuf", recv, sources.length);
    Checks.writable(call, recv);
    Blocks from = Blocks.equal(send, Math.max(1, destinations.length));
    Blocks to = Blocks.equal(recv, Math.max(1, sources.length));
    exchange(s, Call.NEIGHBOR_ALLTOALL, from::of, to::of);
  }

  /** Writes a neighborAlltoallv. */
  public void alltoallv(Schedule s, VBuf send, VBuf recv) {
    String call = "neighborAlltoallv";
    cut(call, "sendbuf", send, destinations.length);
    cut(call, "recvbuf", recv, sources.length);
    Checks.writable(call, recv);
    exchange(s, Call.NEIGHBOR_ALLTOALL, send::block, recv::block);
  }

  /** Writes a neighborAlltoallw. */
  public void alltoallw(Schedule s, WBuf send, WBuf recv) {
    String call = "neighborAlltoallw";
    List<Buf> from = cut(call, "sendbuf", send, destinations.length);
    List<Buf> to = cut(call, "recvbuf", recv, sources.length);
    to.forEach(b -> Checks.writable(call, b));
    exchange(s, Call.NEIGHBOR_ALLTOALL, from::get, to::get);
  }

  private void exchange(Schedule s, Call call, IntFunction<Buf> out, IntFunction<Buf> in) {
    s.sign(Signature.of(call));
    for (int k = 0; k < sources.length; k++) {
      int i = grid ? k ^ 1 : k;
      if (sources[i] != Mpi.PROC_NULL) {
        s.receive(in.apply(i), sources[i]);
      }
    }
    for (int i = 0; i < destinations.length; i++) {
      if (destinations[i] != Mpi.PROC_NULL) {
        s.send(out.apply(i), destinations[i]);
      }
    }
    s.round();
  }

  private static void whole(String call, String name, Buf buf, int degree) {
    Checks.present(call, name, buf);
    refuseInPlace(call, name, buf == Buf.IN_PLACE);
    if (degree > 0 && buf.count() % degree != 0) {
      throw Checks.wrong(
          ErrorClass.COUNT,
          call,
          name
              + " has "
              + buf.count()
              + " elements, which cannot be cut in equal blocks for "
              + degree
              + " neighbours");
    }
  }

  private static void cut(String call, String name, VBuf buf, int degree) {
    Checks.present(call, name, buf);
    refuseInPlace(call, name, buf == VBuf.IN_PLACE);
    blocks(call, name, buf.blocks(), degree);
  }

  private static List<Buf> cut(String call, String name, WBuf buf, int degree) {
    Checks.present(call, name, buf);
    refuseInPlace(call, name, buf.blocks().contains(Buf.IN_PLACE));
    blocks(call, name, buf.blocks().size(), degree);
    return buf.blocks();
  }

  private static void blocks(String call, String name, int blocks, int degree) {
    if (blocks != degree) {
      throw Checks.wrong(
          ErrorClass.ARG, call, name + " has " + blocks + " blocks for " + degree + " neighbours");
    }
  }

  private static void refuseInPlace(String call, String name, boolean inPlace) {
    Checks.notInPlace(call, name, inPlace, "collectives among neighbours have no such form");
  }
}
