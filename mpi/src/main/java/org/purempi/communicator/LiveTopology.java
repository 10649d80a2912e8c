package org.purempi.communicator;

import org.purempi.Buf;
import org.purempi.ErrorHandler;
import org.purempi.NeighborCollectives;
import org.purempi.PersistentRequest;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.VBuf;
import org.purempi.WBuf;
import org.purempi.collective.Neighborhood;
import org.purempi.protocol.Peers;

/** A communicator with neighbours: the collectives among them (sections 8.6 to 8.8). */
abstract class LiveTopology extends LiveCommunicator implements NeighborCollectives {
  private final Neighborhood neighbors;

  LiveTopology(Rank home, Peers peers, ErrorHandler errorHandler, Neighborhood neighbors) {
    super(home, peers, "", errorHandler);
    this.neighbors = neighbors;
  }

  @Override
  public final void neighborAllgather(Buf sendbuf, Buf recvbuf) {
    run("neighborAllgather", s -> neighbors.allgather(s, sendbuf, recvbuf));
  }

  @Override
  public final void neighborAllgatherv(Buf sendbuf, VBuf recvbuf) {
    run("neighborAllgatherv", s -> neighbors.allgatherv(s, sendbuf, recvbuf));
  }

  @Override
  public final void neighborAlltoall(Buf sendbuf, Buf recvbuf) {
    run("neighborAlltoall", s -> neighbors.alltoall(s, sendbuf, recvbuf));
  }

  @Override
  public final void neighborAlltoallv(VBuf sendbuf, VBuf recvbuf) {
    run("neighborAlltoallv", s -> neighbors.alltoallv(s, sendbuf, recvbuf));
  }

  @Override
  public final void neighborAlltoallw(WBuf sendbuf, WBuf recvbuf) {
    run("neighborAlltoallw", s -> neighbors.alltoallw(s, sendbuf, recvbuf));
  }

  @Override
  public final Request<Status> ineighborAllgather(Buf sendbuf, Buf recvbuf) {
    return started("ineighborAllgather", s -> neighbors.allgather(s, sendbuf, recvbuf));
  }

  @Override
  public final Request<Status> ineighborAllgatherv(Buf sendbuf, VBuf recvbuf) {
    return started("ineighborAllgatherv", s -> neighbors.allgatherv(s, sendbuf, recvbuf));
  }

  @Override
  public final Request<Status> ineighborAlltoall(Buf sendbuf, Buf recvbuf) {
    return started("ineighborAlltoall", s -> neighbors.alltoall(s, sendbuf, recvbuf));
  }

  @Override
  public final Request<Status> ineighborAlltoallv(VBuf sendbuf, VBuf recvbuf) {
    return started("ineighborAlltoallv", s -> neighbors.alltoallv(s, sendbuf, recvbuf));
  }

  @Override
  public final Request<Status> ineighborAlltoallw(WBuf sendbuf, WBuf recvbuf) {
    return started("ineighborAlltoallw", s -> neighbors.alltoallw(s, sendbuf, recvbuf));
  }

  @Override
  public final PersistentRequest neighborAllgatherInit(Buf sendbuf, Buf recvbuf) {
    return kept("neighborAllgatherInit", s -> neighbors.allgather(s, sendbuf, recvbuf));
  }

  @Override
  public final PersistentRequest neighborAllgathervInit(Buf sendbuf, VBuf recvbuf) {
    return kept("neighborAllgathervInit", s -> neighbors.allgatherv(s, sendbuf, recvbuf));
  }

  @Override
  public final PersistentRequest neighborAlltoallInit(Buf sendbuf, Buf recvbuf) {
    return kept("neighborAlltoallInit", s -> neighbors.alltoall(s, sendbuf, recvbuf));
  }

  @Override
  public final PersistentRequest neighborAlltoallvInit(VBuf sendbuf, VBuf recvbuf) {
    return kept("neighborAlltoallvInit", s -> neighbors.alltoallv(s, sendbuf, recvbuf));
  }

  @Override
  public final PersistentRequest neighborAlltoallwInit(WBuf sendbuf, WBuf recvbuf) {
    return kept("neighborAlltoallwInit", s -> neighbors.alltoallw(s, sendbuf, recvbuf));
  }
}
