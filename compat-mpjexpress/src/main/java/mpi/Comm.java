package mpi;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import mpjbuf.Buffer;
import org.purempi.Buf;
import org.purempi.CartCommunicator;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.GraphCommunicator;
import org.purempi.Intercommunicator;
import org.purempi.Keyval;
import org.purempi.MpiArgumentException;
import org.purempi.MpiException;
import org.purempi.compat.mpjexpress.Nullable;
import org.purempi.compat.mpjexpress.Numbers;

/**
 * A group of ranks that talk to each other (MPI 4.1, chapters 3 and 7). Ranks are 0 … size − 1 or
 * {@code MPI.PROC_NULL}, receives also take {@code MPI.ANY_SOURCE} and {@code MPI.ANY_TAG}.
 *
 * <p>A buffer is an array of the datatype's base type, the index of the first element in it, a
 * count and the datatype. An {@code mpjbuf.Buffer} of {@code MPI.PACKED} is sent whole, and
 * receives a message of any length, whatever index and count are.
 */
public class Comm {
  /** The ranks that messages go to, as a group: of an {@link Intercomm} the other group. */
  public @Nullable Group group;

  /** What lies below. */
  public mpjdev.@Nullable Comm mpjdevComm;

  private @Nullable Communicator purempi;

  Comm(@Nullable Communicator purempi) {
    if (purempi != null) {
      bind(purempi);
    }
  }

  /** A communicator of purempi in this API. */
  static Comm of(Communicator purempi) {
    return switch (purempi) {
      case Intercommunicator inter -> new Intercomm(inter);
      case CartCommunicator cart -> new Cartcomm(cart);
      case GraphCommunicator graph -> new Graphcomm(graph);
      default -> new Intracomm(purempi);
    };
  }

  /** {@code MPI.Init} gives the world, which programs may have taken before, its ranks. */
  final void bind(Communicator to) {
    purempi = to;
    mpjdevComm = new mpjdev.Comm(to);
    group = new Group(to.group());
    Freed.closeUnreachable();
  }

  final Communicator purempi() {
    Communicator c = purempi;
    if (c == null) {
      throw new MpiException(
          ErrorClass.COMM, "MPI has not been started in this rank: call MPI.Init(args) first");
    }
    return c;
  }

  // ---- buffers

  /** A buffer that is no buffer is treated as the communicator's error handler says. */
  static Buf data(Communicator c, @Nullable Object buf, int offset, long count, Datatype type) {
    try {
      return type.buf(buf, offset, count);
    } catch (MpiArgumentException e) {
      c.callErrhandler(e); // aborts, or throws it
      throw e;
    }
  }

  private static Buf outgoing(
      Communicator c, @Nullable Object buf, int offset, int count, Datatype type) {
    if (type.isOfObjects()) {
      return ObjectMessages.message(buf, offset, count, type);
    }
    return buf instanceof Buffer b && type.base == Base.PACKED
        ? Buf.of(b.memory(0), 0, b.getSize(), Base.PACKED.purempi)
        : data(c, buf, offset, count, type);
  }

  /** Whether what is sent, or where it is put, is known only when the message is. */
  private static boolean isKnownLater(@Nullable Object buf, Datatype type) {
    return type.isOfObjects() || (buf instanceof Buffer && type.base == Base.PACKED);
  }

  /** Whether a receive is not over when its bytes have come: its request does the rest. */
  private static boolean isByRequest(@Nullable Object buf, Datatype type) {
    return type.size == 0 || isKnownLater(buf, type) || type.overlaps();
  }

  // ---- the group

  /** The number of ranks. */
  public int Size() throws MPIException {
    return Errors.get(() -> purempi().size());
  }

  /** This rank, 0 … size − 1. */
  public int Rank() throws MPIException {
    return Errors.get(() -> purempi().rank());
  }

  /** The ranks as a group. */
  public Group Group() throws MPIException {
    return Errors.get(() -> new Group(purempi().group()));
  }

  /** {@code MPI.IDENT}, {@code CONGRUENT}, {@code SIMILAR} or {@code UNEQUAL} (section 7.4.1). */
  public static int Compare(Comm comm1, Comm comm2) throws MPIException {
    return Errors.get(() -> Group.code(comm1.purempi().compare(comm2.purempi())));
  }

  /** The same ranks, apart from this communicator's traffic; collective (section 7.4.2). */
  @Override
  public Object clone() throws MPIException {
    return Errors.get(() -> of(purempi().dup()));
  }

  /**
   * Lets go of the communicator (section 7.4.3). It works on for as long as the program holds it;
   * what it takes is given back some time after that. {@code MPI.COMM_WORLD} and {@code COMM_SELF}
   * stay.
   */
  public void Free() throws MPIException {
    if (this != MPI.COMM_WORLD && this != MPI.COMM_SELF) {
      Errors.run(() -> Freed.add(this, purempi()));
    }
  }

  /** Whether it is an {@link Intercomm} (section 7.6.1). */
  public boolean Test_inter() throws MPIException {
    return Errors.get(() -> purempi().testInter());
  }

  /**
   * Connects the groups of two communicators (section 7.6.2); this one has both leaders.
   *
   * @param local_leader this group's leader, a rank of {@code local_comm}
   * @param remote_leader the other leader's rank here; both matter at the leader only
   */
  public Intercomm Create_intercomm(Comm local_comm, int local_leader, int remote_leader, int tag)
      throws MPIException {
    return Errors.get(
        () ->
            new Intercomm(
                local_comm
                    .purempi()
                    .intercommCreate(local_leader, purempi(), remote_leader, Numbers.tag(tag))));
  }

  /**
   * The value of {@code MPI.TAG_UB}, {@code HOST} or {@code IO}, an Integer; null for any other key
   * (section 7.7).
   */
  public @Nullable Object Attr_get(int keyval) throws MPIException {
    return Errors.get(
        () -> {
          if (keyval == MPI.TAG_UB) {
            return purempi().getAttr(Keyval.TAG_UB).orElse(null);
          }
          if (keyval == MPI.IO) {
            return purempi().getAttr(Keyval.IO).orElse(null);
          }
          return keyval == MPI.HOST ? (Integer) Numbers.PROC_NULL : null;
        });
  }

  /** Nothing: this API knows the predefined attributes only, which stay (section 7.7). */
  public void Attr_delete(int keyval) throws MPIException {}

  /** {@code MPI.CART}, {@code MPI.GRAPH} or {@code MPI.UNDEFINED} (section 8.5.5). */
  public int Topo_test() throws MPIException {
    return Errors.get(
        () ->
            switch (purempi().topoTest()) {
              case CART -> MPI.CART;
              case GRAPH -> MPI.GRAPH;
              case DIST_GRAPH, UNDEFINED -> MPI.UNDEFINED;
            });
  }

  /** Ends all ranks of the job; {@code errorcode} becomes its exit code (section 9.8). */
  public void Abort(int errorcode) throws MPIException {
    Errors.run(
        () -> {
          throw purempi().abort(errorcode);
        });
  }

  // ---- blocking messages

  /** Sends; returns when the buffer may be used again (section 3.2.1). */
  public void Send(
      @Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
      throws MPIException {
    try {
      Communicator c = purempi();
      c.send(outgoing(c, buf, offset, count, datatype), Nobody.dest(c, dest), Numbers.tag(tag));
    } catch (RuntimeException e) {
      throw Errors.translated(e);
    }
  }

  /** Sends; returns when the matching receive has started (section 3.4). */
  public void Ssend(
      @Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
      throws MPIException {
    Communicator c = started();
    Errors.run(
        () ->
            c.ssend(
                outgoing(c, buf, offset, count, datatype), Nobody.dest(c, dest), Numbers.tag(tag)));
  }

  /** Sends from buffer space, which must be attached (section 3.4). */
  public void Bsend(
      @Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
      throws MPIException {
    Ibsend(buf, offset, count, datatype, dest, tag);
  }

  /** Sends to a receive that is known to be posted (section 3.4). */
  public void Rsend(
      @Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
      throws MPIException {
    Communicator c = started();
    Errors.run(
        () ->
            c.rsend(
                outgoing(c, buf, offset, count, datatype), Nobody.dest(c, dest), Numbers.tag(tag)));
  }

  /** Receives (section 3.2.4). */
  public Status Recv(
      @Nullable Object buf, int offset, int count, Datatype datatype, int source, int tag)
      throws MPIException {
    try {
      Communicator c = purempi();
      return isByRequest(buf, datatype)
          ? Irecv(buf, offset, count, datatype, source, tag).Wait()
          : new Status(
                  c.recv(
                      data(c, buf, offset, count, datatype),
                      Nobody.source(c, source),
                      Numbers.wanted(tag)))
              .of(datatype, count);
    } catch (RuntimeException e) {
      throw Errors.translated(e);
    }
  }

  private Communicator started() {
    return Errors.get(this::purempi);
  }

  // ---- messages that go on while the program does

  /** Starts a send (section 3.7.2). */
  public Request Isend(
      @Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
      throws MPIException {
    try {
      Communicator c = purempi();
      return new Request(
          c.isend(
              outgoing(c, buf, offset, count, datatype), Nobody.dest(c, dest), Numbers.tag(tag)));
    } catch (RuntimeException e) {
      throw Errors.translated(e);
    }
  }

  /** Starts a buffered send (section 3.7.2). */
  public Request Ibsend(
      @Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
      throws MPIException {
    Communicator c = started();
    return Errors.get(
        () ->
            new Request(
                c.ibsend(
                    outgoing(c, buf, offset, count, datatype),
                    Nobody.dest(c, dest),
                    Numbers.tag(tag))));
  }

  /** Starts a synchronous send (section 3.7.2). */
  public Request Issend(
      @Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
      throws MPIException {
    Communicator c = started();
    return Errors.get(
        () ->
            new Request(
                c.issend(
                    outgoing(c, buf, offset, count, datatype),
                    Nobody.dest(c, dest),
                    Numbers.tag(tag))));
  }

  /** Starts a ready send (section 3.7.2). */
  public Request Irsend(
      @Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
      throws MPIException {
    Communicator c = started();
    return Errors.get(
        () ->
            new Request(
                c.irsend(
                    outgoing(c, buf, offset, count, datatype),
                    Nobody.dest(c, dest),
                    Numbers.tag(tag))));
  }

  /**
   * Starts a receive; objects and packed data are in the buffer when the completion is seen
   * (section 3.7.2).
   */
  public Request Irecv(
      @Nullable Object buf, int offset, int count, Datatype datatype, int source, int tag)
      throws MPIException {
    try {
      Communicator c = purempi();
      int from = Nobody.source(c, source);
      int wanted = Numbers.wanted(tag);
      if (datatype.isOfObjects()) {
        return new ObjectReceive(c.irecvBytes(from, wanted), buf, offset, count, datatype);
      }
      if (buf instanceof Buffer b && datatype.base == Base.PACKED) {
        return new BufferReceive(c.irecvBytes(from, wanted), b);
      }
      Buf in = data(c, buf, offset, count, datatype);
      if (datatype.overlaps()) {
        Section to = new Section(buf, offset, count, datatype);
        Object packed = to.packed();
        return new OverlappingReceive(c.irecv(to.data(packed), from, wanted), to, packed);
      }
      return new TypedReceive(c.irecv(in, from, wanted), datatype, count);
    } catch (RuntimeException e) {
      throw Errors.translated(e);
    }
  }

  // ---- both ways, and looking

  /** Sends and receives at once (section 3.11). */
  public Status Sendrecv(
      @Nullable Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      int dest,
      int sendtag,
      @Nullable Object recvbuf,
      int recvoffset,
      int recvcount,
      Datatype recvtype,
      int source,
      int recvtag)
      throws MPIException {
    Communicator c = started();
    return Errors.get(
        () -> {
          int to = Nobody.dest(c, dest);
          int tag = Numbers.tag(sendtag);
          Object from = sendbuf == recvbuf ? Base.copy(sendbuf) : sendbuf;
          Buf out = outgoing(c, from, sendoffset, sendcount, sendtype);
          if (isByRequest(recvbuf, recvtype)) {
            Request receive = Irecv(recvbuf, recvoffset, recvcount, recvtype, source, recvtag);
            try {
              c.send(out, to, tag);
            } catch (RuntimeException e) {
              receive.Cancel(); // the message is for somebody else
              throw e;
            }
            return receive.Wait();
          }
          Buf in = data(c, recvbuf, recvoffset, recvcount, recvtype);
          int origin = Nobody.source(c, source);
          return new Status(c.sendrecv(out, to, tag, in, origin, Numbers.wanted(recvtag)))
              .of(recvtype, recvcount);
        });
  }

  /** Sends and receives in one buffer (section 3.11). */
  public Status Sendrecv_replace(
      @Nullable Object buf,
      int offset,
      int count,
      Datatype datatype,
      int dest,
      int sendtag,
      int source,
      int recvtag)
      throws MPIException {
    if (isByRequest(buf, datatype)) {
      return Sendrecv(
          buf, offset, count, datatype, dest, sendtag, buf, offset, count, datatype, source,
          recvtag);
    }
    Communicator c = started();
    return Errors.get(
        () ->
            new Status(
                    c.sendrecvReplace(
                        data(c, buf, offset, count, datatype),
                        Nobody.dest(c, dest),
                        Numbers.tag(sendtag),
                        Nobody.source(c, source),
                        Numbers.wanted(recvtag)))
                .of(datatype, count));
  }

  /** Waits for a message that a receive would match and leaves it there (section 3.8.1). */
  public Status Probe(int source, int tag) throws MPIException {
    return Errors.get(
        () -> new Status(purempi().probe(Nobody.source(purempi(), source), Numbers.wanted(tag))));
  }

  /** The message that a receive would match now, or null (section 3.8.1). */
  public @Nullable Status Iprobe(int source, int tag) throws MPIException {
    return Errors.get(
        () -> {
          Optional<org.purempi.Status> found =
              purempi().iprobe(Nobody.source(purempi(), source), Numbers.wanted(tag));
          return found.isEmpty() ? null : new Status(found.get());
        });
  }

  // ---- again and again

  /** A buffered send to start later (section 3.9). */
  public Prequest Bsend_init(
      @Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
      throws MPIException {
    Communicator c = started();
    return Errors.get(
        () ->
            isKnownLater(buf, datatype)
                ? new Prequest(() -> Ibsend(buf, offset, count, datatype, dest, tag))
                : new Prequest(
                    c.bsendInit(
                        data(c, buf, offset, count, datatype),
                        Nobody.dest(c, dest),
                        Numbers.tag(tag))));
  }

  /** A send to start later (section 3.9). */
  public Prequest Send_init(
      @Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
      throws MPIException {
    Communicator c = started();
    return Errors.get(
        () ->
            isKnownLater(buf, datatype)
                ? new Prequest(() -> Isend(buf, offset, count, datatype, dest, tag))
                : new Prequest(
                    c.sendInit(
                        data(c, buf, offset, count, datatype),
                        Nobody.dest(c, dest),
                        Numbers.tag(tag))));
  }

  /** A synchronous send to start later (section 3.9). */
  public Prequest Ssend_init(
      @Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
      throws MPIException {
    Communicator c = started();
    return Errors.get(
        () ->
            isKnownLater(buf, datatype)
                ? new Prequest(() -> Issend(buf, offset, count, datatype, dest, tag))
                : new Prequest(
                    c.ssendInit(
                        data(c, buf, offset, count, datatype),
                        Nobody.dest(c, dest),
                        Numbers.tag(tag))));
  }

  /** A ready send to start later (section 3.9). */
  public Prequest Rsend_init(
      @Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
      throws MPIException {
    Communicator c = started();
    return Errors.get(
        () ->
            isKnownLater(buf, datatype)
                ? new Prequest(() -> Irsend(buf, offset, count, datatype, dest, tag))
                : new Prequest(
                    c.rsendInit(
                        data(c, buf, offset, count, datatype),
                        Nobody.dest(c, dest),
                        Numbers.tag(tag))));
  }

  /** A receive to start later (section 3.9). */
  public Prequest Recv_init(
      @Nullable Object buf, int offset, int count, Datatype datatype, int source, int tag)
      throws MPIException {
    Communicator c = started();
    return Errors.get(
        () ->
            isByRequest(buf, datatype)
                ? new Prequest(() -> Irecv(buf, offset, count, datatype, source, tag))
                : new Prequest(
                    c.recvInit(
                        data(c, buf, offset, count, datatype),
                        Nobody.source(c, source),
                        Numbers.wanted(tag)),
                    datatype,
                    count));
  }

  // ---- packing

  /**
   * Bytes that elements take when packed; 0 for objects, which make room themselves (section 5.2).
   */
  public int Pack_size(int incount, Datatype datatype) throws MPIException {
    Communicator c = started();
    return datatype.isOfObjects()
        ? 0
        : Errors.get(() -> Math.toIntExact(c.packSize(incount, datatype.purempi)));
  }

  /**
   * Packs elements into {@code outbuf} from byte {@code position} on; the buffer grows as needed
   * (section 5.2).
   *
   * @return the position after them
   */
  public int Pack(
      @Nullable Object inbuf,
      int offset,
      int incount,
      Datatype datatype,
      Buffer outbuf,
      int position)
      throws MPIException {
    Communicator c = started();
    return Errors.get(
        () -> {
          if (datatype.isOfObjects()) {
            byte[] objects = ObjectMessages.encode(inbuf, offset, incount, datatype);
            int end = Math.addExact(position, Integer.BYTES + objects.length);
            ByteBuffer.wrap(outbuf.memory(end)).putInt(position, objects.length);
            System.arraycopy(objects, 0, outbuf.memory(end), end - objects.length, objects.length);
            return end;
          }
          Buf in = data(c, inbuf, offset, incount, datatype);
          byte[] out = outbuf.memory(Math.toIntExact(position + in.bytes()));
          return Math.toIntExact(c.pack(in, Buf.of(out), position));
        });
  }

  /**
   * Unpacks elements from {@code inbuf} from byte {@code position} on (section 5.2).
   *
   * @return the position after them
   */
  public int Unpack(
      Buffer inbuf,
      int position,
      @Nullable Object outbuf,
      int offset,
      int outcount,
      Datatype datatype)
      throws MPIException {
    Communicator c = started();
    return Errors.get(
        () -> {
          if (datatype.isOfObjects()) {
            byte[] memory = inbuf.memory(0);
            int start = position + Integer.BYTES;
            boolean inside = position >= 0 && start <= inbuf.getSize();
            int length = inside ? ByteBuffer.wrap(memory).getInt(position) : -1;
            if (length < 0 || length > inbuf.getSize() - start) {
              throw new MpiArgumentException(
                  ErrorClass.BUFFER, "Unpack: there are no packed objects at byte " + position);
            }
            byte[] objects = Arrays.copyOfRange(memory, start, start + length);
            ObjectMessages.decode(objects, outbuf, offset, outcount, datatype);
            return start + length;
          }
          Buf out = data(c, outbuf, offset, outcount, datatype);
          return Math.toIntExact(
              c.unpack(Buf.of(inbuf.memory(0), 0, inbuf.getSize()), position, out));
        });
  }
}
