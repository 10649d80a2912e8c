package org.purempi.abi;

import org.purempi.NeighborCollectives;

/** Collectives among the neighbours of a topology (sections 8.6 to 8.8). */
final class Neighbors {
  private Neighbors() {}

  // ---- blocking (section 8.6)

  static void neighborAllgather(
      long sendbuf,
      long sendcount,
      long sendtype,
      long recvbuf,
      long recvcount,
      long recvtype,
      long comm) {
    var e =
        Exchange.neighborAllgather(
            sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    e.comm().neighbors().neighborAllgather(e.send(), e.recv());
  }

  static void neighborAllgatherv(
      long sendbuf,
      long sendcount,
      long sendtype,
      long recvbuf,
      Numbers recvcounts,
      Numbers displs,
      long recvtype,
      long comm) {
    var e =
        Exchange.neighborAllgatherv(
            sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
    e.comm().neighbors().neighborAllgatherv(e.send(), e.recv());
  }

  static void neighborAlltoall(
      long sendbuf,
      long sendcount,
      long sendtype,
      long recvbuf,
      long recvcount,
      long recvtype,
      long comm) {
    var e =
        Exchange.neighborAlltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    e.comm().neighbors().neighborAlltoall(e.send(), e.recv());
  }

  static void neighborAlltoallv(
      long sendbuf,
      Numbers sendcounts,
      Numbers sdispls,
      long sendtype,
      long recvbuf,
      Numbers recvcounts,
      Numbers rdispls,
      long recvtype,
      long comm) {
    var e =
        Exchange.neighborAlltoallv(
            sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
    e.comm().neighbors().neighborAlltoallv(e.send(), e.recv());
  }

  static void neighborAlltoallw(
      long sendbuf,
      Numbers sendcounts,
      Numbers sdispls,
      long sendtypes,
      long recvbuf,
      Numbers recvcounts,
      Numbers rdispls,
      long recvtypes,
      long comm) {
    var e =
        Exchange.neighborAlltoallw(
            sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
    e.comm().neighbors().neighborAlltoallw(e.send(), e.recv());
  }

  // ---- started (section 8.7)

  static void ineighborAllgather(
      long sendbuf,
      long sendcount,
      long sendtype,
      long recvbuf,
      long recvcount,
      long recvtype,
      long comm,
      long request) {
    var e =
        Exchange.neighborAllgather(
            sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    RequestHandle.put(
        request, e.comm(), e.comm().neighbors().ineighborAllgather(e.send(), e.recv()));
  }

  static void ineighborAllgatherv(
      long sendbuf,
      long sendcount,
      long sendtype,
      long recvbuf,
      Numbers recvcounts,
      Numbers displs,
      long recvtype,
      long comm,
      long request) {
    var e =
        Exchange.neighborAllgatherv(
            sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
    RequestHandle.put(
        request, e.comm(), e.comm().neighbors().ineighborAllgatherv(e.send(), e.recv()));
  }

  static void ineighborAlltoall(
      long sendbuf,
      long sendcount,
      long sendtype,
      long recvbuf,
      long recvcount,
      long recvtype,
      long comm,
      long request) {
    var e =
        Exchange.neighborAlltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    RequestHandle.put(
        request, e.comm(), e.comm().neighbors().ineighborAlltoall(e.send(), e.recv()));
  }

  static void ineighborAlltoallv(
      long sendbuf,
      Numbers sendcounts,
      Numbers sdispls,
      long sendtype,
      long recvbuf,
      Numbers recvcounts,
      Numbers rdispls,
      long recvtype,
      long comm,
      long request) {
    var e =
        Exchange.neighborAlltoallv(
            sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
    RequestHandle.put(
        request, e.comm(), e.comm().neighbors().ineighborAlltoallv(e.send(), e.recv()));
  }

  static void ineighborAlltoallw(
      long sendbuf,
      Numbers sendcounts,
      Numbers sdispls,
      long sendtypes,
      long recvbuf,
      Numbers recvcounts,
      Numbers rdispls,
      long recvtypes,
      long comm,
      long request) {
    var e =
        Exchange.neighborAlltoallw(
            sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
    RequestHandle.put(
        request, e.comm(), e.comm().neighbors().ineighborAlltoallw(e.send(), e.recv()));
  }

  // ---- set up (section 8.8)

  static void neighborAllgatherInit(
      long sendbuf,
      long sendcount,
      long sendtype,
      long recvbuf,
      long recvcount,
      long recvtype,
      long comm,
      long info,
      long request) {
    var e =
        Exchange.neighborAllgather(
            sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    RequestHandle.put(
        request, e.comm(), on(e.comm(), info).neighborAllgatherInit(e.send(), e.recv()));
  }

  static void neighborAllgathervInit(
      long sendbuf,
      long sendcount,
      long sendtype,
      long recvbuf,
      Numbers recvcounts,
      Numbers displs,
      long recvtype,
      long comm,
      long info,
      long request) {
    var e =
        Exchange.neighborAllgatherv(
            sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
    RequestHandle.put(
        request, e.comm(), on(e.comm(), info).neighborAllgathervInit(e.send(), e.recv()));
  }

  static void neighborAlltoallInit(
      long sendbuf,
      long sendcount,
      long sendtype,
      long recvbuf,
      long recvcount,
      long recvtype,
      long comm,
      long info,
      long request) {
    var e =
        Exchange.neighborAlltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    RequestHandle.put(
        request, e.comm(), on(e.comm(), info).neighborAlltoallInit(e.send(), e.recv()));
  }

  static void neighborAlltoallvInit(
      long sendbuf,
      Numbers sendcounts,
      Numbers sdispls,
      long sendtype,
      long recvbuf,
      Numbers recvcounts,
      Numbers rdispls,
      long recvtype,
      long comm,
      long info,
      long request) {
    var e =
        Exchange.neighborAlltoallv(
            sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
    RequestHandle.put(
        request, e.comm(), on(e.comm(), info).neighborAlltoallvInit(e.send(), e.recv()));
  }

  static void neighborAlltoallwInit(
      long sendbuf,
      Numbers sendcounts,
      Numbers sdispls,
      long sendtypes,
      long recvbuf,
      Numbers recvcounts,
      Numbers rdispls,
      long recvtypes,
      long comm,
      long info,
      long request) {
    var e =
        Exchange.neighborAlltoallw(
            sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
    RequestHandle.put(
        request, e.comm(), on(e.comm(), info).neighborAlltoallwInit(e.send(), e.recv()));
  }

  /** The hints are checked; none has a meaning. */
  private static NeighborCollectives on(CommHandle comm, long info) {
    var unused = Table.info(info);
    return comm.neighbors();
  }
}
