package org.purempi.abi;

import java.util.Optional;
import org.purempi.Message;
import org.purempi.Mpi;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.abi.Table.MessageHandle;

/** Point-to-point communication (chapter 3). */
final class Messages {
  private Messages() {}

  static void send(long buf, long count, long type, int dest, int tag, long comm) {
    Table.comm(comm).get().send(Bufs.of(buf, count, type), dest, tag);
  }

  static void bsend(long buf, long count, long type, int dest, int tag, long comm) {
    Table.comm(comm).get().bsend(Bufs.of(buf, count, type), dest, tag);
  }

  static void ssend(long buf, long count, long type, int dest, int tag, long comm) {
    Table.comm(comm).get().ssend(Bufs.of(buf, count, type), dest, tag);
  }

  static void rsend(long buf, long count, long type, int dest, int tag, long comm) {
    Table.comm(comm).get().rsend(Bufs.of(buf, count, type), dest, tag);
  }

  static void recv(long buf, long count, long type, int source, int tag, long comm, long status) {
    Statuses.put(status, Table.comm(comm).get().recv(Bufs.of(buf, count, type), source, tag));
  }

  // ---- non-blocking

  static void isend(long buf, long count, long type, int dest, int tag, long comm, long request) {
    CommHandle c = Table.comm(comm);
    RequestHandle.put(request, c, c.get().isend(Bufs.of(buf, count, type), dest, tag));
  }

  static void ibsend(long buf, long count, long type, int dest, int tag, long comm, long request) {
    CommHandle c = Table.comm(comm);
    RequestHandle.put(request, c, c.get().ibsend(Bufs.of(buf, count, type), dest, tag));
  }

  static void issend(long buf, long count, long type, int dest, int tag, long comm, long request) {
    CommHandle c = Table.comm(comm);
    RequestHandle.put(request, c, c.get().issend(Bufs.of(buf, count, type), dest, tag));
  }

  static void irsend(long buf, long count, long type, int dest, int tag, long comm, long request) {
    CommHandle c = Table.comm(comm);
    RequestHandle.put(request, c, c.get().irsend(Bufs.of(buf, count, type), dest, tag));
  }

  static void irecv(long buf, long count, long type, int source, int tag, long comm, long request) {
    CommHandle c = Table.comm(comm);
    RequestHandle.put(request, c, c.get().irecv(Bufs.of(buf, count, type), source, tag));
  }

  // ---- both ways

  static void sendrecv(
      long sendbuf,
      long sendcount,
      long sendtype,
      int dest,
      int sendtag,
      long recvbuf,
      long recvcount,
      long recvtype,
      int source,
      int recvtag,
      long comm,
      long status) {
    Status s =
        Table.comm(comm)
            .get()
            .sendrecv(
                Bufs.of(sendbuf, sendcount, sendtype),
                dest,
                sendtag,
                Bufs.of(recvbuf, recvcount, recvtype),
                source,
                recvtag);
    Statuses.put(status, s);
  }

  static void sendrecvReplace(
      long buf,
      long count,
      long type,
      int dest,
      int sendtag,
      int source,
      int recvtag,
      long comm,
      long status) {
    Status s =
        Table.comm(comm)
            .get()
            .sendrecvReplace(Bufs.of(buf, count, type), dest, sendtag, source, recvtag);
    Statuses.put(status, s);
  }

  static void isendrecv(
      long sendbuf,
      long sendcount,
      long sendtype,
      int dest,
      int sendtag,
      long recvbuf,
      long recvcount,
      long recvtype,
      int source,
      int recvtag,
      long comm,
      long request) {
    CommHandle c = Table.comm(comm);
    Request<Status> r =
        c.get()
            .isendrecv(
                Bufs.of(sendbuf, sendcount, sendtype),
                dest,
                sendtag,
                Bufs.of(recvbuf, recvcount, recvtype),
                source,
                recvtag);
    RequestHandle.put(request, c, r);
  }

  static void isendrecvReplace(
      long buf,
      long count,
      long type,
      int dest,
      int sendtag,
      int source,
      int recvtag,
      long comm,
      long request) {
    CommHandle c = Table.comm(comm);
    Request<Status> r =
        c.get().isendrecvReplace(Bufs.of(buf, count, type), dest, sendtag, source, recvtag);
    RequestHandle.put(request, c, r);
  }

  // ---- probes

  static void probe(int source, int tag, long comm, long status) {
    Statuses.put(status, Table.comm(comm).get().probe(source, tag));
  }

  static void iprobe(int source, int tag, long comm, Numbers flag, long status) {
    Optional<Status> found = Table.comm(comm).get().iprobe(source, tag);
    flag.set(found.isPresent() ? 1 : 0);
    found.ifPresent(s -> Statuses.put(status, s));
  }

  static void mprobe(int source, int tag, long comm, long message, long status) {
    CommHandle c = Table.comm(comm);
    take(c, c.get().mprobe(source, tag), message, status);
  }

  static void improbe(int source, int tag, long comm, Numbers flag, long message, long status) {
    CommHandle c = Table.comm(comm);
    Optional<Message> found = c.get().improbe(source, tag);
    flag.set(found.isPresent() ? 1 : 0);
    found.ifPresent(m -> take(c, m, message, status));
  }

  private static void take(CommHandle c, Message m, long message, long status) {
    Native.putLong(
        message,
        m.isNoProc() ? Constants.MESSAGE_NO_PROC : Table.MESSAGES.add(new MessageHandle(c, m)));
    Statuses.put(status, m.status());
  }

  static void mrecv(long buf, long count, long type, long message, long status) {
    if (Native.getLong(message) == Constants.MESSAGE_NO_PROC) {
      Native.putLong(message, Constants.MESSAGE_NULL);
      Statuses.put(status, Status.PROC_NULL);
      return;
    }
    MessageHandle m = Table.MESSAGES.get(Native.getLong(message));
    try {
      var into = Bufs.of(buf, count, type);
      forget(message);
      Statuses.put(status, m.message().mrecv(into));
    } catch (RuntimeException e) {
      throw new Raise.Tied(m.comm(), e);
    }
  }

  static void imrecv(long buf, long count, long type, long message, long request) {
    if (Native.getLong(message) == Constants.MESSAGE_NO_PROC) {
      Native.putLong(message, Constants.MESSAGE_NULL);
      CommHandle self = Program.selfThere();
      var nothing = Bufs.bytes(0, 0);
      RequestHandle.put(request, self, self.get().irecv(nothing, Mpi.PROC_NULL, 0));
      return;
    }
    MessageHandle m = Table.MESSAGES.get(Native.getLong(message));
    try {
      var into = Bufs.of(buf, count, type);
      forget(message);
      RequestHandle.put(request, m.comm(), m.message().imrecv(into));
    } catch (RuntimeException e) {
      throw new Raise.Tied(m.comm(), e);
    }
  }

  private static void forget(long message) {
    Table.MESSAGES.remove(Native.getLong(message));
    Native.putLong(message, Constants.MESSAGE_NULL);
  }

  // ---- persistent

  static void sendInit(
      long buf, long count, long type, int dest, int tag, long comm, long request) {
    CommHandle c = Table.comm(comm);
    RequestHandle.put(request, c, c.get().sendInit(Bufs.of(buf, count, type), dest, tag));
  }

  static void bsendInit(
      long buf, long count, long type, int dest, int tag, long comm, long request) {
    CommHandle c = Table.comm(comm);
    RequestHandle.put(request, c, c.get().bsendInit(Bufs.of(buf, count, type), dest, tag));
  }

  static void ssendInit(
      long buf, long count, long type, int dest, int tag, long comm, long request) {
    CommHandle c = Table.comm(comm);
    RequestHandle.put(request, c, c.get().ssendInit(Bufs.of(buf, count, type), dest, tag));
  }

  static void rsendInit(
      long buf, long count, long type, int dest, int tag, long comm, long request) {
    CommHandle c = Table.comm(comm);
    RequestHandle.put(request, c, c.get().rsendInit(Bufs.of(buf, count, type), dest, tag));
  }

  static void recvInit(
      long buf, long count, long type, int source, int tag, long comm, long request) {
    CommHandle c = Table.comm(comm);
    RequestHandle.put(request, c, c.get().recvInit(Bufs.of(buf, count, type), source, tag));
  }

  static void start(long request) {
    RequestHandle r = RequestHandle.needed(request);
    try {
      r.persistent().start();
    } catch (RuntimeException e) {
      throw new Raise.Tied(r.owner(), e);
    }
  }

  static void startall(int count, long requests) {
    Several.requireCount(count);
    for (int i = 0; i < count; i++) {
      start(requests + (long) i * Long.BYTES);
    }
  }
}
