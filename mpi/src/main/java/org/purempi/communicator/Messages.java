package org.purempi.communicator;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.ErrorHandler;
import org.purempi.Message;
import org.purempi.Mpi;
import org.purempi.MpiException;
import org.purempi.Received;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.check.Check;
import org.purempi.layout.Layout;
import org.purempi.layout.ObjectCodec;
import org.purempi.protocol.Arrival;
import org.purempi.protocol.Header;
import org.purempi.protocol.ObjectReceive;
import org.purempi.protocol.Operation;
import org.purempi.protocol.Peers;
import org.purempi.protocol.ReceiveOperation;
import org.purempi.protocol.Urgency;
import org.purempi.request.LiveRequest;
import org.purempi.request.MessageRequest;
import org.purempi.request.ValueRequest;
import org.purempi.watch.OpenCall;
import org.purempi.watch.Watch;
import org.purempi.watch.What;

/** Messages from one rank to another (chapter 3). */
abstract class Messages extends CheckedMessages {
  final BufferedSends bufferedSends;

  Messages(Rank home, Peers peers, ErrorHandler errorHandler) {
    super(home, peers, errorHandler);
    bufferedSends = new BufferedSends(engine);
  }

  final MessageRequest finishedRequest(Status status) {
    return request(engine.done(status));
  }

  @Override
  public void send(Buf buf, int dest, int tag) {
    OpenCall open = Watch.ON ? watch.enter(What.SEND, watched, dest, tag, buf) : null;
    try {
      if (!maySend("send", buf, dest, tag)) {
        return;
      }
      try {
        if (Check.ON) {
          sendChecked(buf, dest, tag);
        } else if (Layout.contiguous(buf.datatype())) {
          sending.send(
              peers,
              peers.context(),
              buf.base(),
              buf.offsetBytes(),
              buf.bytes(),
              dest,
              Header.tagWord(tag, buf));
        } else {
          sending.send(peers, peers.context(), buf, dest, tag);
        }
      } catch (MpiException e) {
        throw raise(e);
      }
    } finally {
      if (Watch.ON) {
        watch.leave(open);
      }
    }
  }

  @Override
  public void bsend(Buf buf, int dest, int tag) {
    OpenCall open = Watch.ON ? watch.enter(What.BSEND, watched, dest, tag, buf) : null;
    try {
      if (maySend("bsend", buf, dest, tag)) {
        startBuffered(buf, dest, tag);
      }
    } finally {
      if (Watch.ON) {
        watch.leave(open);
      }
    }
  }

  @Override
  public void ssend(Buf buf, int dest, int tag) {
    OpenCall open = Watch.ON ? watch.enter(What.SSEND, watched, dest, tag, buf) : null;
    try {
      if (maySend("ssend", buf, dest, tag)) {
        handling(() -> awaitSend(startSynchronous(buf, dest, tag)));
      }
    } finally {
      if (Watch.ON) {
        watch.leave(open);
      }
    }
  }

  @Override
  public void rsend(Buf buf, int dest, int tag) {
    send(buf, dest, tag);
  }

  @Override
  public Status recv(Buf buf, int source, int tag) {
    OpenCall open = Watch.ON ? watch.enter(What.RECV, watched, source, tag, buf) : null;
    try {
      if (!mayReceive("recv", buf, source, tag)) {
        return Status.PROC_NULL;
      }
      try {
        if (Check.ON) {
          return received(open, receiveChecked(buf, source, tag));
        }
        if (Layout.contiguous(buf.datatype())) {
          return received(
              open,
              receiving.receive(
                  peers, peers.context(), buf.base(), buf.offsetBytes(), buf.bytes(), source, tag));
        }
        return received(
            open, waiting.waitFor(receiving.start(peers, peers.context(), buf, source, tag)));
      } catch (MpiException e) {
        throw raise(e);
      }
    } finally {
      if (Watch.ON) {
        watch.leave(open);
      }
    }
  }

  @Override
  public Request<Status> isend(Buf buf, int dest, int tag) {
    OpenCall open = Watch.ON ? watch.enter(What.ISEND, watched, dest, tag, buf) : null;
    try {
      return sendRequest(startSend("isend", buf, dest, tag), "isend", buf, dest);
    } finally {
      if (Watch.ON) {
        watch.leave(open);
      }
    }
  }

  private Status received(@Nullable OpenCall open, Status status) {
    if (Watch.ON) {
      watch.received(open, status);
    }
    return status;
  }

  private <R extends LiveRequest<?>> R posted(@Nullable OpenCall open, R request) {
    if (Watch.ON) {
      request.posted(watch.posted(open, watched));
    }
    return request;
  }

  final Operation startSend(String call, Buf buf, int dest, int tag) {
    if (!maySend(call, buf, dest, tag)) {
      return engine.done(Status.PROC_NULL);
    }
    return begunSend(buf, dest, tag);
  }

  /** Starts a send of arguments that have been checked. */
  final Operation begunSend(Buf buf, int dest, int tag) {
    try {
      return sending.start(peers, peers.context(), buf, dest, tag);
    } catch (MpiException e) {
      throw raise(e);
    }
  }

  /** As {@link #begunSend}, a synchronous one. */
  final Operation begunSynchronousSend(Buf buf, int dest, int tag) {
    return handling(() -> startSynchronous(buf, dest, tag));
  }

  private Operation startSynchronous(Buf buf, int dest, int tag) {
    return sending.start(peers, peers.context(), buf, dest, tag, Urgency.SYNCHRONOUS);
  }

  final Operation startBuffered(Buf buf, int dest, int tag) {
    return handling(
        () -> {
          BufferedSends space = bufferedSends.isAttached() ? bufferedSends : home.bufferedSends();
          space.send(peers, buf, dest, tag);
          return engine.done(Status.EMPTY);
        });
  }

  final Operation startReceive(String call, Buf buf, int source, int tag) {
    if (!mayReceive(call, buf, source, tag)) {
      return engine.done(Status.PROC_NULL);
    }
    return receiving.start(peers, peers.context(), buf, source, tag);
  }

  @Override
  public Request<Status> ibsend(Buf buf, int dest, int tag) {
    OpenCall open = Watch.ON ? watch.enter(What.IBSEND, watched, dest, tag, buf) : null;
    try {
      boolean some = maySend("ibsend", buf, dest, tag);
      return some
          ? sendRequest(startBuffered(buf, dest, tag), "ibsend", buf, Mpi.PROC_NULL)
          : finishedRequest(Status.PROC_NULL);
    } finally {
      if (Watch.ON) {
        watch.leave(open);
      }
    }
  }

  @Override
  public Request<Status> issend(Buf buf, int dest, int tag) {
    OpenCall open = Watch.ON ? watch.enter(What.ISSEND, watched, dest, tag, buf) : null;
    try {
      if (!maySend("issend", buf, dest, tag)) {
        return finishedRequest(Status.PROC_NULL);
      }
      return sendRequest(begunSynchronousSend(buf, dest, tag), "issend", buf, dest);
    } finally {
      if (Watch.ON) {
        watch.leave(open);
      }
    }
  }

  @Override
  public Request<Status> irsend(Buf buf, int dest, int tag) {
    return sendRequest(startSend("irsend", buf, dest, tag), "irsend", buf, dest);
  }

  @Override
  public Request<Status> irecv(Buf buf, int source, int tag) {
    OpenCall open = Watch.ON ? watch.enter(What.IRECV, watched, source, tag, buf) : null;
    try {
      return posted(
          open, receiveRequest(startReceive("irecv", buf, source, tag), "irecv", buf, source));
    } finally {
      if (Watch.ON) {
        watch.leave(open);
      }
    }
  }

  @Override
  public Request<Received<byte[]>> irecvBytes(int source, int tag) {
    OpenCall open = Watch.ON ? watch.enter(What.IRECV, watched, source, tag, null) : null;
    try {
      if (!mayReceive("irecvBytes", source, tag)) {
        return new ValueRequest<>(
            this, engine.done(Status.PROC_NULL), status -> new Received<>(new byte[0], status));
      }
      ReceiveOperation receive = receiving.startOfAnyLength(peers, peers.context(), source, tag);
      return posted(
          open,
          new ValueRequest<>(this, receive, status -> new Received<>(receive.ownBytes(), status)));
    } finally {
      if (Watch.ON) {
        watch.leave(open);
      }
    }
  }

  @Override
  public Status sendrecv(Buf sendbuf, int dest, int sendtag, Buf recvbuf, int source, int recvtag) {
    OpenCall open = Watch.ON ? watch.enter(What.SENDRECV, watched, source, recvtag, recvbuf) : null;
    try {
      if (Watch.ON) {
        watch.sent(watched, dest, sendtag, sendbuf.bytes());
      }
      return received(open, isendrecv(sendbuf, dest, sendtag, recvbuf, source, recvtag).waitFor());
    } finally {
      if (Watch.ON) {
        watch.leave(open);
      }
    }
  }

  @Override
  public Status sendrecvReplace(Buf buf, int dest, int sendtag, int source, int recvtag) {
    OpenCall open = Watch.ON ? watch.enter(What.SENDRECV, watched, source, recvtag, buf) : null;
    try {
      if (Watch.ON) {
        watch.sent(watched, dest, sendtag, buf.bytes());
      }
      return received(open, isendrecvReplace(buf, dest, sendtag, source, recvtag).waitFor());
    } finally {
      if (Watch.ON) {
        watch.leave(open);
      }
    }
  }

  @Override
  public Request<Status> isendrecv(
      Buf sendbuf, int dest, int sendtag, Buf recvbuf, int source, int recvtag) {
    OpenCall open =
        Watch.ON ? watch.enter(What.ISENDRECV, watched, source, recvtag, recvbuf) : null;
    try {
      maySend("sendrecv", sendbuf, dest, sendtag);
      if (Watch.ON) {
        watch.sent(watched, dest, sendtag, sendbuf.bytes());
      }
      Operation receive = startReceive("sendrecv", recvbuf, source, recvtag);
      Operation send;
      try {
        send = startSend("sendrecv", sendbuf, dest, sendtag);
      } catch (RuntimeException e) {
        receiving.cancel(receive, () -> true); // or it would take the next one's message
        throw e;
      }
      boolean isSent = send.isDone() && send.error() == null;
      Operation both = isSent ? receive : engine.together(List.of(receive, send));
      return posted(open, exchangeRequest(both, sendbuf, dest, recvbuf, source));
    } finally {
      if (Watch.ON) {
        watch.leave(open);
      }
    }
  }

  @Override
  public Request<Status> isendrecvReplace(Buf buf, int dest, int sendtag, int source, int recvtag) {
    maySend("sendrecvReplace", buf, dest, sendtag);
    mayReceive("sendrecvReplace", buf, source, recvtag);
    return isendrecv(Layout.copyOf(buf), dest, sendtag, buf, source, recvtag);
  }

  @Override
  public Status probe(int source, int tag) {
    OpenCall open = Watch.ON ? watch.enter(What.PROBE, watched, source, tag, null) : null;
    try {
      if (!mayReceive("probe", source, tag)) {
        return Status.PROC_NULL;
      }
      return handling(() -> engine.probes().probe(peers.context(), source, tag));
    } finally {
      if (Watch.ON) {
        watch.leave(open);
      }
    }
  }

  @Override
  public Optional<Status> iprobe(int source, int tag) {
    if (!mayReceive("iprobe", source, tag)) {
      return Optional.of(Status.PROC_NULL);
    }
    Status status = handling(() -> engine.probes().probeNow(peers.context(), source, tag));
    if (Watch.ON && status != null) {
      watch.leave(found(What.IPROBE, source, tag, status));
    }
    return Optional.ofNullable(status);
  }

  /** A probe that does not wait has found a message: one in vain is told to nobody. */
  private OpenCall found(What what, int source, int tag, Status status) {
    OpenCall open = watch.enter(what, watched, source, tag, null);
    watch.received(open, status);
    return open;
  }

  private LiveMessage matched(@Nullable OpenCall open, Arrival arrival) {
    return new LiveMessage(this, arrival, Watch.ON ? watch.posted(open, watched) : null);
  }

  @Override
  public Message mprobe(int source, int tag) {
    OpenCall open = Watch.ON ? watch.enter(What.MPROBE, watched, source, tag, null) : null;
    try {
      if (!mayReceive("mprobe", source, tag)) {
        return new LiveMessage(this, null, null);
      }
      return handling(() -> matched(open, engine.probes().match(peers.context(), source, tag)));
    } finally {
      if (Watch.ON) {
        watch.leave(open);
      }
    }
  }

  @Override
  public Optional<Message> improbe(int source, int tag) {
    if (!mayReceive("improbe", source, tag)) {
      return Optional.of(new LiveMessage(this, null, null));
    }
    Arrival a = handling(() -> engine.probes().matchNow(peers.context(), source, tag));
    if (a == null) {
      return Optional.empty();
    }
    OpenCall open = Watch.ON ? found(What.IMPROBE, source, tag, a.status()) : null;
    LiveMessage message = matched(open, a);
    if (Watch.ON) {
      watch.leave(open);
    }
    return Optional.of(message);
  }

  /** Starts a receive whose status becomes a value. */
  final <T> Request<T> startReceive(Buf buf, int source, int tag, Function<Status, T> value) {
    Operation receive = startReceive("irecv", buf, source, tag);
    return new ValueRequest<>(this, receive, value);
  }

  /**
   * Starts to send a message and those that it announces, with tags from {@code announced}
   * downwards; the request completes when all have.
   */
  final Request<Status> startSends(
      String call, Buf first, List<Buf> others, int announced, int dest, int tag) {
    List<Operation> sends = new ArrayList<>(List.of(startSend(call, first, dest, tag)));
    if (dest != Mpi.PROC_NULL) {
      for (Buf other : others) {
        int next = announced + 1 - sends.size();
        sends.add(
            handling(() -> sending.start(peers, peers.announcedContext(), other, dest, next)));
      }
    }
    return request(engine.together(sends));
  }

  /** Starts to receive an object, whose chunks and status become a value. */
  final <T> Request<T> startReceiveOfObject(
      String call, int source, int tag, BiFunction<List<byte[]>, Status, T> value) {
    mayReceive(call, source, tag);
    ObjectReceive receive = new ObjectReceive(peers, source, tag, ObjectCodec.CHUNK_BYTES);
    receive.start();
    return new ValueRequest<>(this, receive, status -> value.apply(receive.chunks(), status));
  }
}
