package org.purempi.communicator;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.ErrorClass;
import org.purempi.Message;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.MpiException;
import org.purempi.Op;
import org.purempi.Received;
import org.purempi.RecordCodec;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.StructDatatype;
import org.purempi.collective.CollectiveArguments;
import org.purempi.layout.ObjectCodec;

/** Records and objects over a communicator's buffers. */
final class Values {
  private final ValueForms communicator;

  Values(ValueForms communicator) {
    this.communicator = communicator;
  }

  // ---- records: one element of a struct

  @SuppressWarnings("unchecked") // getClass of an R
  private static <R extends Record> Buf encode(R value) {
    RecordCodec<R> codec = RecordCodec.of((Class<R>) value.getClass());
    MemorySegment memory = elements(codec.datatype(), 1);
    codec.write(value, memory, 0);
    return Buf.of(memory, 1, codec.datatype());
  }

  private static MemorySegment elements(StructDatatype type, int count) {
    return MemorySegment.ofArray(new long[Math.toIntExact((type.extent() * count + 7) / 8)]);
  }

  private static <R extends Record> R decode(RecordCodec<R> codec, Buf buf) {
    return codec.read((MemorySegment) buf.base(), 0);
  }

  private static <R extends Record> Buf space(RecordCodec<R> codec) {
    return Buf.of(elements(codec.datatype(), 1), 1, codec.datatype());
  }

  <R extends Record> void send(R value, int dest, int tag) {
    communicator.send(encode(value), dest, tag);
  }

  <R extends Record> Request<Status> isend(R value, int dest, int tag) {
    return communicator.isend(encode(value), dest, tag);
  }

  <R extends Record> R recv(Class<R> type, int source, int tag) {
    return irecv(type, source, tag).waitFor().value();
  }

  <R extends Record> Request<Received<R>> irecv(Class<R> type, int source, int tag) {
    RecordCodec<R> codec = RecordCodec.of(type);
    Buf space = space(codec);
    return communicator.startReceive(
        space, source, tag, status -> new Received<>(complete(codec, space, status), status));
  }

  private <R extends Record> R complete(RecordCodec<R> codec, Buf space, Status status) {
    boolean isMessage = !status.cancelled() && status.source() != Mpi.PROC_NULL;
    if (isMessage && status.bytes() != codec.datatype().size()) {
      throw communicator.raise(
          new MpiException(
              ErrorClass.TYPE,
              "received "
                  + status.bytes()
                  + " bytes from rank "
                  + status.source()
                  + " with tag "
                  + status.tag()
                  + " on "
                  + communicator.label()
                  + ", but one "
                  + codec.datatype()
                  + " has "
                  + codec.datatype().size()));
    }
    return decode(codec, space);
  }

  @SuppressWarnings("unchecked") // component type of an R[]
  private static <R extends Record> RecordCodec<R> codec(R[] array) {
    return RecordCodec.of((Class<R>) array.getClass().getComponentType());
  }

  <R extends Record> void send(R[] array, int dest, int tag) {
    RecordCodec<R> codec = codec(array);
    StructDatatype type = codec.datatype();
    MemorySegment memory = elements(type, array.length);
    for (int i = 0; i < array.length; i++) {
      codec.write(array[i], memory, i * type.extent());
    }
    communicator.send(Buf.of(memory, array.length, type), dest, tag);
  }

  <R extends Record> Status recv(R[] array, int source, int tag) {
    RecordCodec<R> codec = codec(array);
    StructDatatype type = codec.datatype();
    MemorySegment memory = elements(type, array.length);
    Status status = communicator.recv(Buf.of(memory, array.length, type), source, tag);
    long whole = type.size() == 0 ? 0 : status.bytes() / type.size();
    for (int i = 0; i < whole; i++) {
      array[i] = codec.read(memory, i * type.extent());
    }
    return status;
  }

  <R extends Record> R bcast(@Nullable R value, Class<R> type, int root) {
    RecordCodec<R> codec = RecordCodec.of(type);
    Buf space = space(codec);
    if (communicator.rank() == root) {
      codec.write(requireAtRoot(value), (MemorySegment) space.base(), 0);
    }
    communicator.bcast(space, root);
    return decode(codec, space);
  }

  private <T> T requireAtRoot(@Nullable T value) {
    if (value == null) {
      throw communicator.raise(
          new MpiArgumentException(ErrorClass.BUFFER, "the value is null at the root"));
    }
    return value;
  }

  @SuppressWarnings("unchecked") // getClass of an R
  <R extends Record> R allreduce(R value, Op op) {
    RecordCodec<R> codec = RecordCodec.of((Class<R>) value.getClass());
    Buf space = encode(value);
    communicator.allreduce(Buf.IN_PLACE, space, op);
    return decode(codec, space);
  }

  <R extends Record> Request<R> ibcast(@Nullable R value, Class<R> type, int root) {
    RecordCodec<R> codec = RecordCodec.of(type);
    Buf space = space(codec);
    if (communicator.rank() == root) {
      codec.write(requireAtRoot(value), (MemorySegment) space.base(), 0);
    }
    return communicator.started(
        "ibcast", () -> communicator.plans().bcast(space, root), s -> decode(codec, space));
  }

  @SuppressWarnings("unchecked") // getClass of an R
  <R extends Record> Request<R> iallreduce(R value, Op op) {
    RecordCodec<R> codec = RecordCodec.of((Class<R>) value.getClass());
    Buf space = encode(value);
    return communicator.started(
        "iallreduce",
        () -> communicator.plans().allreduce(Buf.IN_PLACE, space, op),
        s -> decode(codec, space));
  }

  // ---- objects: one message with a head and a chunk; further chunks come where users' messages do
  // not, or threads that share a tag would mix them

  /** The number of further chunks and the first one's tag, from which theirs go downwards. */
  private static final int HEAD_BYTES = 2 * Integer.BYTES;

  void sendObject(Object value, int dest, int tag) {
    isendObject(value, dest, tag).waitFor();
  }

  Request<Status> isendObject(Object value, int dest, int tag) {
    List<byte[]> chunks = ObjectCodec.encode(value);
    int announced = communicator.peers().announcedTags(chunks.size() - 1);
    Buf first = Buf.of(withHead(chunks, announced));
    List<Buf> others = chunks.stream().skip(1).map(Buf::of).toList();
    return communicator.startSends("isendObject", first, others, announced, dest, tag);
  }

  private static byte[] withHead(List<byte[]> chunks, int announced) {
    byte[] first = chunks.getFirst();
    return ByteBuffer.allocate(HEAD_BYTES + first.length)
        .putInt(chunks.size() - 1)
        .putInt(announced)
        .put(first)
        .array();
  }

  <T> Received<T> recvObject(Class<T> type, int source, int tag) {
    if (source == Mpi.PROC_NULL) {
      throw communicator.raise(
          new MpiArgumentException(ErrorClass.RANK, "recvObject: PROC_NULL sends no object"));
    }
    Message first = communicator.mprobe(source, tag);
    Status status = first.status();
    byte[] message = new byte[Math.toIntExact(status.bytes())];
    first.mrecv(Buf.of(message));
    int more = message.length < HEAD_BYTES ? -1 : ByteBuffer.wrap(message).getInt();
    boolean isWhole = more == 0 || message.length == HEAD_BYTES + ObjectCodec.CHUNK_BYTES;
    if (more < 0 || !isWhole) {
      throw communicator.raise(noObject(status));
    }
    List<byte[]> chunks = new ArrayList<>();
    chunks.add(Arrays.copyOfRange(message, HEAD_BYTES, message.length));
    long bytes = (long) message.length - HEAD_BYTES;
    int announced = more == 0 ? 0 : ByteBuffer.wrap(message).getInt(Integer.BYTES);
    for (; more > 0; more--) {
      Message next = communicator.announced(status.source(), announced--);
      byte[] chunk = new byte[Math.toIntExact(next.status().bytes())];
      next.mrecv(Buf.of(chunk));
      chunks.add(chunk);
      bytes += chunk.length;
    }
    T value = decode(chunks, type);
    return new Received<>(value, new Status(status.source(), status.tag(), bytes));
  }

  private static MpiException noObject(Status status) {
    return new MpiException(
        ErrorClass.TYPE,
        "a message of "
            + status.bytes()
            + " bytes from rank "
            + status.source()
            + " with tag "
            + status.tag()
            + " is no object: was it sent with sendObject?");
  }

  private <T> T decode(List<byte[]> chunks, Class<T> type) {
    try {
      return ObjectCodec.decode(chunks, communicator.home().objectRules(), type);
    } catch (MpiException e) {
      throw communicator.raise(e);
    }
  }

  private static long[] lengths(List<byte[]> chunks) {
    return chunks.stream().mapToLong(c -> c.length).toArray();
  }

  <T> T bcastObject(@Nullable T value, Class<T> type, int root) {
    boolean isRoot = communicator.rank() == root;
    List<byte[]> chunks =
        bcastChunks(isRoot ? ObjectCodec.encode(requireAtRoot(value)) : List.of(), root);
    return isRoot ? Objects.requireNonNull(value) : decode(chunks, type);
  }

  private List<byte[]> bcastChunks(List<byte[]> chunks, int root) {
    long[] count = {chunks.size()};
    communicator.bcast(count, root);
    long[] lengths = chunks.isEmpty() ? new long[(int) count[0]] : lengths(chunks);
    communicator.bcast(lengths, root);
    List<byte[]> all = new ArrayList<>();
    for (int i = 0; i < lengths.length; i++) {
      byte[] chunk = chunks.isEmpty() ? new byte[(int) lengths[i]] : chunks.get(i);
      communicator.bcast(chunk, root);
      all.add(chunk);
    }
    return all;
  }

  private void requireRoot(String call, int root) {
    communicator.requireOpen(call);
    communicator.handling(() -> CollectiveArguments.objects(call, root, communicator.size()));
  }

  <T> List<T> gatherObject(T value, Class<T> type, int root) {
    requireRoot("gatherObject", root);
    int tag = communicator.peers().nextCollectiveTag();
    LiveCommunicator inside = communicator.collectiveSide();
    if (communicator.rank() != root) {
      inside.sendObject(value, root, tag);
      return List.of();
    }
    List<T> all = new ArrayList<>();
    for (int r = 0; r < communicator.size(); r++) {
      all.add(r == root ? value : inside.recvObject(type, r, tag).value());
    }
    return all;
  }

  /** Each value by itself: a list of them would be one more class for the user's filter. */
  <T> List<T> allgatherObject(T value, Class<T> type) {
    requireRoot("allgatherObject", 0);
    int rank = communicator.rank();
    List<byte[]> own = ObjectCodec.encode(value);
    List<List<byte[]>> encoded = new ArrayList<>();
    for (int r = 0; r < communicator.size(); r++) {
      encoded.add(bcastChunks(r == rank ? own : List.of(), r));
    }
    // Only now, for a rank that refuses a value must not leave the others waiting.
    List<T> all = new ArrayList<>();
    for (int r = 0; r < encoded.size(); r++) {
      all.add(r == rank ? value : decode(encoded.get(r), type));
    }
    return all;
  }

  <T> T scatterObject(@Nullable List<? extends T> values, Class<T> type, int root) {
    requireRoot("scatterObject", root);
    int tag = communicator.peers().nextCollectiveTag();
    LiveCommunicator inside = communicator.collectiveSide();
    if (communicator.rank() != root) {
      return inside.recvObject(type, root, tag).value();
    }
    List<? extends T> all = requireAtRoot(values);
    if (all.size() != communicator.size()) {
      throw communicator.raise(
          new MpiArgumentException(
              ErrorClass.COUNT,
              "scatterObject of " + all.size() + " values to " + communicator.size() + " ranks"));
    }
    for (int r = 0; r < communicator.size(); r++) {
      if (r != root) {
        inside.sendObject(all.get(r), r, tag);
      }
    }
    return all.get(root);
  }
}
