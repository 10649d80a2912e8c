package org.purempi.abi;

import org.purempi.Buf;

/** Collectives that return when this rank has done its part (sections 6.3 to 6.11). */
final class Blocking {
  private Blocking() {}

  static void barrier(long comm) {
    Table.comm(comm).get().barrier();
  }

  static void bcast(long buffer, long count, long type, int root, long comm) {
    var e = Exchange.bcast(buffer, count, type, root, comm);
    e.comm().get().bcast(e.send(), root);
  }

  static void gather(
      long sendbuf,
      long sendcount,
      long sendtype,
      long recvbuf,
      long recvcount,
      long recvtype,
      int root,
      long comm) {
    var e = Exchange.gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
    e.comm().get().gather(e.send(), e.recv(), root);
  }

  static void gatherv(
      long sendbuf,
      long sendcount,
      long sendtype,
      long recvbuf,
      Numbers recvcounts,
      Numbers displs,
      long recvtype,
      int root,
      long comm) {
    var e =
        Exchange.gatherv(
            sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm);
    e.comm().get().gatherv(e.send(), e.recv(), root);
  }

  static void scatter(
      long sendbuf,
      long sendcount,
      long sendtype,
      long recvbuf,
      long recvcount,
      long recvtype,
      int root,
      long comm) {
    var e =
        Exchange.scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
    e.comm().get().scatter(e.send(), e.recv(), root);
  }

  static void scatterv(
      long sendbuf,
      Numbers sendcounts,
      Numbers displs,
      long sendtype,
      long recvbuf,
      long recvcount,
      long recvtype,
      int root,
      long comm) {
    var e =
        Exchange.scatterv(
            sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm);
    e.comm().get().scatterv(e.send(), e.recv(), root);
  }

  static void allgather(
      long sendbuf,
      long sendcount,
      long sendtype,
      long recvbuf,
      long recvcount,
      long recvtype,
      long comm) {
    var e = Exchange.allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    e.comm().get().allgather(e.send(), e.recv());
  }

  static void allgatherv(
      long sendbuf,
      long sendcount,
      long sendtype,
      long recvbuf,
      Numbers recvcounts,
      Numbers displs,
      long recvtype,
      long comm) {
    var e =
        Exchange.allgatherv(
            sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
    e.comm().get().allgatherv(e.send(), e.recv());
  }

  static void alltoall(
      long sendbuf,
      long sendcount,
      long sendtype,
      long recvbuf,
      long recvcount,
      long recvtype,
      long comm) {
    var e = Exchange.alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    e.comm().get().alltoall(e.send(), e.recv());
  }

  static void alltoallv(
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
        Exchange.alltoallv(
            sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
    e.comm().get().alltoallv(e.send(), e.recv());
  }

  static void alltoallw(
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
        Exchange.alltoallw(
            sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
    e.comm().get().alltoallw(e.send(), e.recv());
  }

  // ---- reductions

  static void reduce(
      long sendbuf, long recvbuf, long count, long type, long op, int root, long comm) {
    var r = Reduction.reduce(sendbuf, recvbuf, count, type, op, root, comm);
    r.comm().get().reduce(r.send(), r.recv(), r.op(), root);
  }

  static void allreduce(long sendbuf, long recvbuf, long count, long type, long op, long comm) {
    var r = Reduction.allreduce(sendbuf, recvbuf, count, type, op, comm);
    r.comm().get().allreduce(r.send(), r.recv(), r.op());
  }

  static void reduceScatterBlock(
      long sendbuf, long recvbuf, long recvcount, long type, long op, long comm) {
    var r = Reduction.reduceScatterBlock(sendbuf, recvbuf, recvcount, type, op, comm);
    r.comm().get().reduceScatterBlock(r.send(), r.recv(), r.op());
  }

  static void reduceScatter(
      long sendbuf, long recvbuf, Numbers recvcounts, long type, long op, long comm) {
    var r = Reduction.reduceScatter(sendbuf, recvbuf, recvcounts, type, op, comm);
    r.comm().get().reduceScatter(r.send(), r.recv(), r.counts(), r.op());
  }

  static void scan(long sendbuf, long recvbuf, long count, long type, long op, long comm) {
    var r = Reduction.scan(sendbuf, recvbuf, count, type, op, comm);
    r.comm().get().scan(r.send(), r.recv(), r.op());
  }

  static void exscan(long sendbuf, long recvbuf, long count, long type, long op, long comm) {
    var r = Reduction.exscan(sendbuf, recvbuf, count, type, op, comm);
    r.comm().get().exscan(r.send(), r.recv(), r.op());
  }

  /** Both buffers are here: no communicator takes part (section 6.9.7). */
  static void reduceLocal(long inbuf, long inoutbuf, long count, long type, long op) {
    Buf in = Exchange.buffer(inbuf, count, type);
    Buf inout = Exchange.buffer(inoutbuf, count, type);
    Program.mpi().reduceLocal(in, inout, OpHandle.of(op, type));
  }
}
