package org.purempi.checkpoint;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;

/** Something that has been registered, on this rank. */
sealed interface Item {
  /** What it is, alike on all ranks. */
  Shape shape();

  /** Its bytes now, ready to be copied; {@link #store} gets what this has answered. */
  Object take(Communicator comm);

  /** How many bytes it is of what {@link #take} has answered. */
  long bytes(Object taken);

  /** Copies it. */
  void store(Communicator comm, Object taken, MemorySegment to);

  /** Whether it can be made of what several ranks had. */
  boolean isMerged();

  /**
   * Makes it what it was.
   *
   * @param from the bytes of one rank; to merge, those of all ranks
   */
  void fill(Communicator comm, List<MemorySegment> from, boolean isMerged);

  /** Data in memory. */
  record Memory(Shape shape, Supplier<Buf> data) implements Item {
    @Override
    public Object take(Communicator comm) {
      Buf buf = data.get();
      if (!buf.datatype().toString().equals(shape.type())) {
        throw new MpiArgumentException(
            ErrorClass.TYPE,
            "'%s' was registered as %s, and is %s".formatted(shape.name(), shape.type(), buf));
      }
      if (shape.isDealt()) {
        Share share = shape.share(comm.rank(), comm.size());
        if (buf.count() != share.length()) {
          throw new MpiArgumentException(
              ErrorClass.COUNT,
              "'%s' has %d elements on rank %d; of %d elements dealt out %s to %d ranks it has %d"
                  .formatted(
                      shape.name(),
                      buf.count(),
                      comm.rank(),
                      shape.global(),
                      shape.layout(),
                      comm.size(),
                      share.length()));
        }
      }
      return buf;
    }

    @Override
    public long bytes(Object taken) {
      return ((Buf) taken).bytes();
    }

    @Override
    public void store(Communicator comm, Object taken, MemorySegment to) {
      var unused = comm.pack((Buf) taken, Buf.of(to), 0);
    }

    @Override
    public boolean isMerged() {
      return false;
    }

    @Override
    public void fill(Communicator comm, List<MemorySegment> from, boolean isMerged) {
      var unused = comm.unpack(Buf.of(from.getFirst()), 0, (Buf) take(comm));
    }
  }

  /**
   * An object, as bytes.
   *
   * @param merge makes one of those of all ranks; null if there must be as many ranks as before
   */
  record Value<T>(
      Shape shape,
      Class<T> type,
      Supplier<? extends T> get,
      Consumer<? super T> set,
      @Nullable Function<? super List<T>, ? extends T> merge)
      implements Item {
    @Override
    public Object take(Communicator comm) {
      return comm.mpi().encodeObject(get.get());
    }

    @Override
    public long bytes(Object taken) {
      return ((byte[]) taken).length;
    }

    @Override
    public void store(Communicator comm, Object taken, MemorySegment to) {
      to.copyFrom(MemorySegment.ofArray((byte[]) taken));
    }

    @Override
    public boolean isMerged() {
      return merge != null;
    }

    @Override
    public void fill(Communicator comm, List<MemorySegment> from, boolean isMerged) {
      var values = new ArrayList<T>();
      for (MemorySegment one : from) {
        byte[] bytes = new byte[Math.toIntExact(one.byteSize())];
        MemorySegment.ofArray(bytes).copyFrom(one);
        values.add(comm.mpi().decodeObject(bytes, type));
      }
      set.accept(isMerged && merge != null ? merge.apply(values) : values.getFirst());
    }
  }
}
