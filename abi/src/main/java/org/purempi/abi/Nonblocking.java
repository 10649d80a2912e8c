package org.purempi.abi;

/** Collectives that only start (section 6.12). */
final class Nonblocking {
  private Nonblocking() {}

  static void ibarrier(long comm, long request) {
    CommHandle c = Table.comm(comm);
    RequestHandle.put(request, c, c.get().ibarrier());
  }

  static void ibcast(long buffer, long count, long type, int root, long comm, long request) {
    var e = Exchange.bcast(buffer, count, type, root, comm);
    RequestHandle.put(request, e.comm(), e.comm().get().ibcast(e.send(), root));
  }

  static void igather(
      long sendbuf,
      long sendcount,
      long sendtype,
      long recvbuf,
      long recvcount,
      long recvtype,
      int root,
      long comm,
      long request) {
    var e = Exchange.gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
    RequestHandle.put(request, e.comm(), e.comm().get().igather(e.send(), e.recv(), root));
  }

  static void igatherv(
      long sendbuf,
      long sendcount,
      long sendtype,
      long recvbuf,
      Numbers recvcounts,
      Numbers displs,
      long recvtype,
      int root,
      long comm,
      long request) {
    var e =
        Exchange.gatherv(
            sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm);
    RequestHandle.put(request, e.comm(), e.comm().get().igatherv(e.send(), e.recv(), root));
  }

  static void iscatter(
      long sendbuf,
      long sendcount,
      long sendtype,
      long recvbuf,
      long recvcount,
      long recvtype,
      int root,
      long comm,
      long request) {
    var e =
        Exchange.scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
    RequestHandle.put(request, e.comm(), e.comm().get().iscatter(e.send(), e.recv(), root));
  }

  static void iscatterv(
      long sendbuf,
      Numbers sendcounts,
      Numbers displs,
      long sendtype,
      long recvbuf,
      long recvcount,
      long recvtype,
      int root,
      long comm,
      long request) {
    var e =
        Exchange.scatterv(
            sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm);
    RequestHandle.put(request, e.comm(), e.comm().get().iscatterv(e.send(), e.recv(), root));
  }

  static void iallgather(
      long sendbuf,
      long sendcount,
      long sendtype,
      long recvbuf,
      long recvcount,
      long recvtype,
      long comm,
      long request) {
    var e = Exchange.allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    RequestHandle.put(request, e.comm(), e.comm().get().iallgather(e.send(), e.recv()));
  }

  static void iallgatherv(
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
        Exchange.allgatherv(
            sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
    RequestHandle.put(request, e.comm(), e.comm().get().iallgatherv(e.send(), e.recv()));
  }

  static void ialltoall(
      long sendbuf,
      long sendcount,
      long sendtype,
      long recvbuf,
      long recvcount,
      long recvtype,
      long comm,
      long request) {
    var e = Exchange.alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    RequestHandle.put(request, e.comm(), e.comm().get().ialltoall(e.send(), e.recv()));
  }

  static void ialltoallv(
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
        Exchange.alltoallv(
            sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
    RequestHandle.put(request, e.comm(), e.comm().get().ialltoallv(e.send(), e.recv()));
  }

  static void ialltoallw(
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
        Exchange.alltoallw(
            sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
    RequestHandle.put(request, e.comm(), e.comm().get().ialltoallw(e.send(), e.recv()));
  }

  // ---- reductions

  static void ireduce(
      long sendbuf,
      long recvbuf,
      long count,
      long type,
      long op,
      int root,
      long comm,
      long request) {
    var r = Reduction.reduce(sendbuf, recvbuf, count, type, op, root, comm);
    RequestHandle.put(request, r.comm(), r.comm().get().ireduce(r.send(), r.recv(), r.op(), root));
  }

  static void iallreduce(
      long sendbuf, long recvbuf, long count, long type, long op, long comm, long request) {
    var r = Reduction.allreduce(sendbuf, recvbuf, count, type, op, comm);
    RequestHandle.put(request, r.comm(), r.comm().get().iallreduce(r.send(), r.recv(), r.op()));
  }

  static void ireduceScatterBlock(
      long sendbuf, long recvbuf, long recvcount, long type, long op, long comm, long request) {
    var r = Reduction.reduceScatterBlock(sendbuf, recvbuf, recvcount, type, op, comm);
    RequestHandle.put(
        request, r.comm(), r.comm().get().ireduceScatterBlock(r.send(), r.recv(), r.op()));
  }

  static void ireduceScatter(
      long sendbuf, long recvbuf, Numbers recvcounts, long type, long op, long comm, long request) {
    var r = Reduction.reduceScatter(sendbuf, recvbuf, recvcounts, type, op, comm);
    RequestHandle.put(
        request, r.comm(), r.comm().get().ireduceScatter(r.send(), r.recv(), r.counts(), r.op()));
  }

  static void iscan(
      long sendbuf, long recvbuf, long count, long type, long op, long comm, long request) {
    var r = Reduction.scan(sendbuf, recvbuf, count, type, op, comm);
    RequestHandle.put(request, r.comm(), r.comm().get().iscan(r.send(), r.recv(), r.op()));
  }

  static void iexscan(
      long sendbuf, long recvbuf, long count, long type, long op, long comm, long request) {
    var r = Reduction.exscan(sendbuf, recvbuf, count, type, op, comm);
    RequestHandle.put(request, r.comm(), r.comm().get().iexscan(r.send(), r.recv(), r.op()));
  }
}
