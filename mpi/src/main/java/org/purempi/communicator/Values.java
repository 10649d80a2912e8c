package org.purempi.communicator;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.ErrorClass;
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
import org.purempi.protocol.ObjectReceive;

/** Records and objects over a communicator's buffers. */
final class Values {
  private final ValueForms communicator;

  Values(ValueForms communicator) {
    this.communicator = communicator;
  }

  // ---- records: one element of a struct

  @SuppressWarnings("unchecked") // getClass of an R
  private static <R extends Record> RecordCodec<R> codec(R value) {
    return RecordCodec.of((Class<R>) value.getClass());
  }

  private static MemorySegment elements(StructDatatype type, int count) {
    return MemorySegment.ofArray(new long[Math.toIntExact((type.extent() * count + 7) / 8)]);
  }

  private static <R extends Record> Buf space(RecordCodec<R> codec, int count) {
    return Buf.of(elements(codec.datatype(), count), count, codec.datatype());
  }

  private static <R extends Record> Buf encode(R value) {
    return encodeAll(codec(value), List.of(value));
  }

  private static <R extends Record> Buf encodeAll(RecordCodec<R> codec, List<R> values) {
    Buf space = space(codec, values.size());
    long at = 0;
    for (R value : values) {
      codec.write(value, (MemorySegment) space.base(), at);
      at += codec.datatype().extent();
    }
    return space;
  }

  private static <R extends Record> R decode(RecordCodec<R> codec, Buf buf) {
    return decode(codec, buf, 0);
  }

  private static <R extends Record> R decode(RecordCodec<R> codec, Buf buf, long index) {
    return codec.read((MemorySegment) buf.base(), index * codec.datatype().extent());
  }

  private static <R extends Record> List<R> decodeAll(RecordCodec<R> codec, Buf buf) {
    return LongStream.range(0, buf.count()).mapToObj(i -> decode(codec, buf, i)).toList();
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
    Buf space = space(codec, 1);
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
    communicator.send(encodeAll(codec(array), Arrays.asList(array)), dest, tag);
  }

  <R extends Record> Status recv(R[] array, int source, int tag) {
    RecordCodec<R> codec = codec(array);
    Buf space = space(codec, array.length);
    Status status = communicator.recv(space, source, tag);
    long size = codec.datatype().size();
    long whole = size == 0 ? 0 : status.bytes() / size;
    for (int i = 0; i < whole; i++) {
      array[i] = decode(codec, space, i);
    }
    return status;
  }

  private <T> T requireAtRoot(@Nullable T value) {
    if (value == null) {
      throw communicator.raise(
          new MpiArgumentException(ErrorClass.BUFFER, "the value is null at the root"));
    }
    return value;
  }

  private boolean isRoot(int root) {
    return communicator.rank() == root;
  }

  private <R extends Record> Buf ofRoot(@Nullable R value, RecordCodec<R> codec, int root) {
    Buf space = space(codec, 1);
    if (isRoot(root)) {
      codec.write(requireAtRoot(value), (MemorySegment) space.base(), 0);
    }
    return space;
  }

  <R extends Record> R bcast(@Nullable R value, Class<R> type, int root) {
    communicator.requireOneGroup("bcast");
    RecordCodec<R> codec = RecordCodec.of(type);
    Buf space = ofRoot(value, codec, root);
    communicator.bcast(space, root);
    return decode(codec, space);
  }

  <R extends Record> List<R> gather(R value, int root) {
    communicator.requireOneGroup("gather");
    Buf all = space(codec(value), isRoot(root) ? communicator.size() : 0);
    communicator.gather(encode(value), all, root);
    return decodeAll(codec(value), all);
  }

  <R extends Record> List<R> allgather(R value) {
    communicator.requireOneGroup("allgather");
    Buf all = space(codec(value), communicator.size());
    communicator.allgather(encode(value), all);
    return decodeAll(codec(value), all);
  }

  <R extends Record> R scatter(@Nullable List<R> list, Class<R> type, int root) {
    communicator.requireOneGroup("scatter");
    RecordCodec<R> codec = RecordCodec.of(type);
    Buf all = isRoot(root) ? encodeAll(codec, requireAtRoot(list)) : null;
    Buf space = space(codec, 1);
    communicator.scatter(all, space, root);
    return decode(codec, space);
  }

  <R extends Record> Optional<R> reduce(R value, Op op, int root) {
    communicator.requireOneGroup("reduce");
    Buf result = space(codec(value), 1);
    communicator.reduce(encode(value), result, op, root);
    return isRoot(root) ? Optional.of(decode(codec(value), result)) : Optional.empty();
  }

  <R extends Record> R allreduce(R value, Op op) {
    communicator.requireOneGroup("allreduce");
    Buf space = encode(value);
    communicator.allreduce(Buf.IN_PLACE, space, op);
    return decode(codec(value), space);
  }

  <R extends Record> R scan(R value, Op op) {
    communicator.requireOneGroup("scan");
    Buf space = encode(value);
    communicator.scan(Buf.IN_PLACE, space, op);
    return decode(codec(value), space);
  }

  <R extends Record> Optional<R> exscan(R value, Op op) {
    communicator.requireOneGroup("exscan");
    Buf space = encode(value);
    communicator.exscan(Buf.IN_PLACE, space, op);
    return isRoot(0) ? Optional.empty() : Optional.of(decode(codec(value), space));
  }

  <R extends Record> Request<R> ibcast(@Nullable R value, Class<R> type, int root) {
    communicator.requireOneGroup("ibcast");
    RecordCodec<R> codec = RecordCodec.of(type);
    Buf space = ofRoot(value, codec, root);
    return communicator.started(
        "ibcast", s -> communicator.plans().bcast(s, space, root), s -> decode(codec, space));
  }

  <R extends Record> Request<R> iallreduce(R value, Op op) {
    communicator.requireOneGroup("iallreduce");
    Buf space = encode(value);
    return communicator.started(
        "iallreduce",
        s -> communicator.plans().allreduce(s, Buf.IN_PLACE, space, op),
        s -> decode(codec(value), space));
  }

  // ---- objects: one message with a head and a chunk; further chunks are announced

  void sendObject(Object value, int dest, int tag) {
    isendObject(value, dest, tag).waitFor();
  }

  Request<Status> isendObject(Object value, int dest, int tag) {
    List<byte[]> chunks = ObjectCodec.encode(value);
    int more = chunks.size() - 1;
    int announced = communicator.peers().announcedTags(more);
    Buf first = Buf.of(ObjectReceive.withHead(chunks.getFirst(), more, announced));
    List<Buf> others = chunks.stream().skip(1).map(Buf::of).toList();
    return communicator.startSends("isendObject", first, others, announced, dest, tag);
  }

  <T> Received<T> recvObject(Class<T> type, int source, int tag) {
    return irecvObject("recvObject", type, source, tag).waitFor();
  }

  <T> Request<Received<T>> irecvObject(String call, Class<T> type, int source, int tag) {
    if (source == Mpi.PROC_NULL) {
      throw communicator.raise(
          new MpiArgumentException(ErrorClass.RANK, call + ": PROC_NULL sends no object"));
    }
    return communicator.startReceiveOfObject(
        call, source, tag, (chunks, status) -> new Received<>(value(chunks, status, type), status));
  }

  /** Null of a cancelled one: there is no value, and no other way to say so. */
  @SuppressWarnings("NullAway")
  private <T> T value(List<byte[]> chunks, Status status, Class<T> type) {
    return status.cancelled() ? null : decode(chunks, type);
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
    communicator.requireOneGroup("bcastObject");
    boolean isRoot = isRoot(root);
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
    communicator.requireOneGroup(call);
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
