package org.purempi.learn.data;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.Request;
import org.purempi.VBuf;
import org.purempi.checkpoint.Checkpoint;
import org.purempi.checkpoint.Share;
import org.purempi.learn.Model;
import org.purempi.learn.Optimizer;
import org.purempi.learn.Parameter;

/**
 * Each rank updates its share of each bucket, and all get the values of all. It keeps the state of
 * its share alone.
 */
final class ShardedOptimizer extends StatefulOptimizer {
  private final Communicator comm;
  private final List<Bucket> buckets;
  private final IntFunction<ScatterSummation> sums;

  /** The values of each bucket, one after the other. */
  private final List<MemorySegment> values = new ArrayList<>();

  ShardedOptimizer(
      Communicator comm,
      List<Bucket> buckets,
      IntFunction<ScatterSummation> sums,
      Model model,
      Optimizer rule) {
    super(model, rule, buckets.stream().mapToLong(b -> share(b, comm).length()));
    this.comm = comm;
    this.buckets = buckets;
    this.sums = sums;
    MemorySegment flat = model.values();
    long end = flat == null ? 0 : flat.byteSize();
    for (Bucket b : buckets) {
      long bytes = b.gradient().byteSize();
      values.add(
          flat == null ? Arena.ofAuto().allocate(bytes, 64) : flat.asSlice(end - bytes, bytes));
      end -= bytes;
    }
  }

  private static long size(Bucket bucket) {
    return bucket.gradient().byteSize() / Float.BYTES;
  }

  private static Share share(Bucket bucket, Communicator comm) {
    return Share.block(size(bucket), comm);
  }

  @Override
  void update() {
    List<Request<?>> gathers = new ArrayList<>();
    for (int b = 0; b < buckets.size(); b++) {
      Bucket bucket = buckets.get(b);
      MemorySegment all = values.get(b);
      move(bucket, all, false);
      Share share = share(bucket, comm);
      MemorySegment mine = all.asSlice(share.first() * Float.BYTES, share.length() * Float.BYTES);
      update(b, mine, sums.apply(b).mine().asSlice(0, mine.byteSize()));
      long[] counts = ScatterSummation.counts(size(bucket), comm.size());
      gathers.add(
          comm.iallgatherv(
              Buf.IN_PLACE, VBuf.of(Buf.of(all, size(bucket), Datatype.FLOAT), counts)));
    }
    Request.waitAll(gathers);
    for (int b = 0; b < buckets.size(); b++) {
      move(buckets.get(b), values.get(b), true);
    }
  }

  /**
   * Copies the values of a bucket's parameters into its memory, or back; nothing if that is one.
   */
  private void move(Bucket bucket, MemorySegment all, boolean back) {
    if (model.values() != null) {
      return;
    }
    long at = 0;
    for (Parameter p : bucket.parameters()) {
      long bytes = p.values().byteSize();
      if (back) {
        MemorySegment.copy(all, at, p.values(), 0, bytes);
      } else {
        MemorySegment.copy(p.values(), 0, all, at, bytes);
      }
      at += bytes;
    }
  }

  @Override
  public void register(Checkpoint checkpoint, String prefix) {
    super.register(checkpoint, prefix);
    for (int b = 0; b < buckets.size(); b++) {
      int w = 0;
      for (Buf part : buffers(b)) {
        checkpoint.block(prefix + ".state" + w++ + "." + b, part, size(buckets.get(b)));
      }
    }
  }
}
