package org.purempi.abi;

import org.purempi.Communicator;

/** Collectives that are set up once and started again and again (section 6.13). */
final class Persistent {
  private Persistent() {}

  static void barrierInit(long comm, long info, long request) {
    CommHandle c = Table.comm(comm);
    RequestHandle.put(request, c, on(c, info).barrierInit());
  }

  static void bcastInit(
      long buffer, long count, long type, int root, long comm, long info, long request) {
    var e = Exchange.bcast(buffer, count, type, root, comm);
    RequestHandle.put(request, e.comm(), on(e.comm(), info).bcastInit(e.send(), root));
  }

  static void gatherInit(
      long sendbuf,
      long sendcount,
      long sendtype,
      long recvbuf,
      long recvcount,
      long recvtype,
      int root,
      long comm,
      long info,
      long request) {
    var e = Exchange.gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
    RequestHandle.put(request, e.comm(), on(e.comm(), info).gatherInit(e.send(), e.recv(), root));
  }

  static void gathervInit(
      long sendbuf,
      long sendcount,
      long sendtype,
      long recvbuf,
      Numbers recvcounts,
      Numbers displs,
      long recvtype,
      int root,
      long comm,
      long info,
      long request) {
    var e =
        Exchange.gatherv(
            sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm);
    RequestHandle.put(request, e.comm(), on(e.comm(), info).gathervInit(e.send(), e.recv(), root));
  }

  static void scatterInit(
      long sendbuf,
      long sendcount,
      long sendtype,
      long recvbuf,
      long recvcount,
      long recvtype,
      int root,
      long comm,
      long info,
      long request) {
    var e =
        Exchange.scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
    RequestHandle.put(request, e.comm(), on(e.comm(), info).scatterInit(e.send(), e.recv(), root));
  }

  static void scattervInit(
      long sendbuf,
      Numbers sendcounts,
      Numbers displs,
      long sendtype,
      long recvbuf,
      long recvcount,
      long recvtype,
      int root,
      long comm,
      long info,
      long request) {
    var e =
        Exchange.scatterv(
            sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm);
    RequestHandle.put(request, e.comm(), on(e.comm(), info).scattervInit(e.send(), e.recv(), root));
  }

  static void allgatherInit(
      long sendbuf,
      long sendcount,
      long sendtype,
      long recvbuf,
      long recvcount,
      long recvtype,
      long comm,
      long info,
      long request) {
    var e = Exchange.allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    RequestHandle.put(request, e.comm(), on(e.comm(), info).allgatherInit(e.send(), e.recv()));
  }

  static void allgathervInit(
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
        Exchange.allgatherv(
            sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
    RequestHandle.put(request, e.comm(), on(e.comm(), info).allgathervInit(e.send(), e.recv()));
  }

  static void alltoallInit(
      long sendbuf,
      long sendcount,
      long sendtype,
      long recvbuf,
      long recvcount,
      long recvtype,
      long comm,
      long info,
      long request) {
    var e = Exchange.alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    RequestHandle.put(request, e.comm(), on(e.comm(), info).alltoallInit(e.send(), e.recv()));
  }

  static void alltoallvInit(
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
        Exchange.alltoallv(
            sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
    RequestHandle.put(request, e.comm(), on(e.comm(), info).alltoallvInit(e.send(), e.recv()));
  }

  static void alltoallwInit(
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
        Exchange.alltoallw(
            sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
    RequestHandle.put(request, e.comm(), on(e.comm(), info).alltoallwInit(e.send(), e.recv()));
  }

  // ---- reductions

  static void reduceInit(
      long sendbuf,
      long recvbuf,
      long count,
      long type,
      long op,
      int root,
      long comm,
      long info,
      long request) {
    var r = Reduction.reduce(sendbuf, recvbuf, count, type, op, root, comm);
    RequestHandle.put(
        request, r.comm(), on(r.comm(), info).reduceInit(r.send(), r.recv(), r.op(), root));
  }

  static void allreduceInit(
      long sendbuf,
      long recvbuf,
      long count,
      long type,
      long op,
      long comm,
      long info,
      long request) {
    var r = Reduction.allreduce(sendbuf, recvbuf, count, type, op, comm);
    RequestHandle.put(
        request, r.comm(), on(r.comm(), info).allreduceInit(r.send(), r.recv(), r.op()));
  }

  static void reduceScatterBlockInit(
      long sendbuf,
      long recvbuf,
      long recvcount,
      long type,
      long op,
      long comm,
      long info,
      long request) {
    var r = Reduction.reduceScatterBlock(sendbuf, recvbuf, recvcount, type, op, comm);
    RequestHandle.put(
        request, r.comm(), on(r.comm(), info).reduceScatterBlockInit(r.send(), r.recv(), r.op()));
  }

  static void reduceScatterInit(
      long sendbuf,
      long recvbuf,
      Numbers recvcounts,
      long type,
      long op,
      long comm,
      long info,
      long request) {
    var r = Reduction.reduceScatter(sendbuf, recvbuf, recvcounts, type, op, comm);
    RequestHandle.put(
        request,
        r.comm(),
        on(r.comm(), info).reduceScatterInit(r.send(), r.recv(), r.counts(), r.op()));
  }

  static void scanInit(
      long sendbuf,
      long recvbuf,
      long count,
      long type,
      long op,
      long comm,
      long info,
      long request) {
    var r = Reduction.scan(sendbuf, recvbuf, count, type, op, comm);
    RequestHandle.put(request, r.comm(), on(r.comm(), info).scanInit(r.send(), r.recv(), r.op()));
  }

  static void exscanInit(
      long sendbuf,
      long recvbuf,
      long count,
      long type,
      long op,
      long comm,
      long info,
      long request) {
    var r = Reduction.exscan(sendbuf, recvbuf, count, type, op, comm);
    RequestHandle.put(request, r.comm(), on(r.comm(), info).exscanInit(r.send(), r.recv(), r.op()));
  }

  /** The hints are checked; none has a meaning. */
  private static Communicator on(CommHandle comm, long info) {
    var unused = Table.info(info);
    return comm.get();
  }
}
