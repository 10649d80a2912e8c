package org.purempi.learn.named;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Op;

/** Allreduces of one type and operator, done together. */
final class FusedAllreduce {
  private final Communicator ranks;
  private final FusionBuffer buffer;
  private final Timeline timeline;
  private final Tally tally;

  FusedAllreduce(Communicator ranks, FusionBuffer buffer, Timeline timeline, Tally tally) {
    this.ranks = ranks;
    this.buffer = buffer;
    this.timeline = timeline;
    this.tally = tally;
  }

  /** Values of one operation; without memory if this rank has joined. */
  private record Part(
      @Nullable MemorySegment in, @Nullable MemorySegment out, long bytes, Reduction reduction) {}

  void run(List<Task> batch) {
    List<Part> parts = new ArrayList<>();
    batch.forEach(task -> addParts(task, parts));
    NumberType type = batch.getFirst().request().type();
    if (parts.size() == 1) {
      alone(parts.getFirst(), type, batch);
    } else if (!parts.isEmpty()) {
      tally.fusedOperations.add(batch.size());
      tally.fusedMessages.increment();
      together(parts, type, batch);
    }
  }

  private static void addParts(Task task, List<Part> parts) {
    Request request = task.request();
    Submission s = task.submission();
    for (int i = 0; i < request.shapes().size(); i++) {
      long bytes = Values.product(request.shapes().get(i)) * request.type().bytes();
      MemorySegment in = s == null ? null : s.in.get(i).memory();
      MemorySegment out = s == null ? null : s.out.get(i).memory();
      parts.add(new Part(in, out, bytes, request.reduction()));
    }
  }

  /** Where the values lie. */
  private void alone(Part part, NumberType type, List<Task> batch) {
    MemorySegment out = part.out;
    MemorySegment in = part.in;
    if (out == null || in == null) {
      out = buffer.of(part.bytes).fill((byte) 0);
      in = out;
    }
    boolean isInPlace = in.equals(out);
    if (!isInPlace && part.reduction.prescale() != 1) {
      out.copyFrom(in);
      isInPlace = true;
    }
    if (isInPlace) {
      type.scale(out, part.reduction.prescale());
    }
    reduce(isInPlace ? Buf.IN_PLACE : buf(in, type), out, type, part.reduction, batch);
    type.scale(out, part.reduction.last(ranks.size()));
  }

  private void together(List<Part> parts, NumberType type, List<Task> batch) {
    long bytes = parts.stream().mapToLong(Part::bytes).sum();
    MemorySegment all = buffer.of(bytes);
    long start = System.nanoTime();
    long at = 0;
    for (Part part : parts) {
      MemorySegment slice = all.asSlice(at, part.bytes);
      if (part.in == null) {
        slice.fill((byte) 0);
      } else {
        slice.copyFrom(part.in);
        type.scale(slice, part.reduction.prescale());
      }
      at += part.bytes;
    }
    timeline.spans(batch, "MEMCPY_IN_FUSION_BUFFER", start, System.nanoTime());
    reduce(Buf.IN_PLACE, all, type, parts.getFirst().reduction, batch);
    start = System.nanoTime();
    at = 0;
    for (Part part : parts) {
      if (part.out != null) {
        part.out.copyFrom(all.asSlice(at, part.bytes));
        type.scale(part.out, part.reduction.last(ranks.size()));
      }
      at += part.bytes;
    }
    timeline.spans(batch, "MEMCPY_OUT_FUSION_BUFFER", start, System.nanoTime());
  }

  private void reduce(
      Buf in, MemorySegment out, NumberType type, Reduction reduction, List<Task> batch) {
    long start = System.nanoTime();
    Op op = type.op(reduction.rule());
    ranks.allreduce(in, buf(out, type), op);
    timeline.spans(batch, "MPI_ALLREDUCE", start, System.nanoTime());
  }

  static Buf buf(MemorySegment memory, NumberType type) {
    return Buf.of(memory, memory.byteSize() / type.bytes(), type.datatype());
  }
}
