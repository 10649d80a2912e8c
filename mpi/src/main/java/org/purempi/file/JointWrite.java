package org.purempi.file;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.file.Asked.Share;
import org.purempi.layout.Layout;
import org.purempi.transport.Source;

/**
 * A collective write of ranks that share memory, of a part of the file without holes: all store
 * their data where it belongs in a block that they share, and one of them writes it. No data is
 * sent. The block has two halves: while one is written, others fill the other.
 *
 * <pre>
 *   rank 0   ■□■□■□■□  ╲
 *                        ■■■■■■■■  in memory that both map  →  one write
 *   rank 1   □■□■□■□■  ╱
 * </pre>
 *
 * <p>Costs for n bytes in all and halves of b bytes: n ⁄ b barriers, n ⁄ p bytes stored by each of
 * p ranks, n bytes written.
 */
final class JointWrite {
  /** Of a half: what is stored is still in the caches when it is written. */
  private static final long MOST_BYTES = 1 << 20;

  private static final long PAGE_BYTES = 4096;

  private final Handle handle;
  private final Team team;
  private final Asked asked;
  private final int[] writers;
  private final MemorySegment block;
  private final long halfBytes;

  private JointWrite(
      Handle handle, Team team, Asked asked, int[] writers, MemorySegment block, long halfBytes) {
    this.handle = handle;
    this.team = team;
    this.asked = asked;
    this.writers = writers;
    this.block = block;
    this.halfBytes = halfBytes;
  }

  /** Such a write; null, on all ranks, if there is no memory for it; collective. */
  static @Nullable JointWrite of(Handle handle, Team team, Asked asked, FileHints hints) {
    long half = Math.clamp(hints.blockBytes() / 2 & -PAGE_BYTES, PAGE_BYTES, MOST_BYTES);
    MemorySegment block = team.joint.take(2 * half);
    return block == null
        ? null
        : new JointWrite(handle, team, asked, handle.aggregators.ranks(hints), block, half);
  }

  /**
   * Writes; collective.
   *
   * @return what has gone wrong here
   */
  @Nullable RuntimeException write(Buf buf) {
    Source source = Layout.source(buf);
    int me = team.rank();
    long begin = asked.first() & -PAGE_BYTES;
    long end = asked.end();
    RuntimeException failure = null;
    int round = 0;
    for (long at = begin; at < end; at += halfBytes, round++) {
      long first = Math.max(at, asked.first());
      long last = Math.min(end, at + halfBytes);
      MemorySegment half = block.asSlice(round % 2 * halfBytes, halfBytes);
      Share mine = asked.share(me, at, last);
      if (mine.bytes() > 0) {
        store(source, mine, half, at);
      }
      team.barrier();
      if (me == writers[round % writers.length]) {
        long place = at;
        RuntimeException written =
            Team.attempt(
                () ->
                    DiskErrors.run(
                        () -> handle.file.write(half, first - place, last - first, first)));
        failure = failure == null ? written : failure;
      }
      RuntimeException error =
          Team.attempt(() -> handle.report(mine.to() - asked.from(me), asked.bytes(me)));
      failure = failure == null ? error : failure;
    }
    return failure;
  }

  private void store(Source source, Share mine, MemorySegment half, long at) {
    long offset = mine.from() - asked.from(mine.rank());
    MemorySegment memory = source.contiguous();
    View view = asked.view(mine.rank());
    if (memory != null) {
      view.sink(half, at, mine.from()).write(memory, offset, mine.bytes());
      return;
    }
    MemorySegment room = handle.blocks.take(mine.bytes());
    source.position(offset);
    source.read(room, 0, mine.bytes());
    view.sink(half, at, mine.from()).write(room, 0, mine.bytes());
    handle.blocks.give(room);
  }
}
