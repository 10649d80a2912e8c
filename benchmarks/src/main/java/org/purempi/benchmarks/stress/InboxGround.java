package org.purempi.benchmarks.stress;

import java.lang.foreign.MemorySegment;
import org.purempi.memory.Board;
import org.purempi.memory.Geometry;
import org.purempi.memory.Ground;
import org.purempi.memory.Loans;
import org.purempi.transport.Source;
import org.purempi.transport.Transport;

/** Memory in which there is no room for rings: every frame goes through an inbox. */
final class InboxGround implements Ground, Loans {
  private final Board board;
  private final MemorySegment memory;

  InboxGround(int ranks) {
    board = new Board(0, ranks, Geometry.smallest());
    memory = MemorySegment.ofArray(new long[Math.toIntExact(board.bytes() / Long.BYTES)]);
  }

  @Override
  public MemorySegment memory() {
    return memory;
  }

  @Override
  public Board board() {
    return board;
  }

  @Override
  public long makeRing(int receiver) {
    return Transport.NONE;
  }

  @Override
  public MemorySegment ringMemory(long token) {
    throw new IllegalStateException("there are no rings");
  }

  @Override
  public long ringBase(long token) {
    throw new IllegalStateException("there are no rings");
  }

  @Override
  public void wake(int rank) {
    throw new IllegalStateException("nobody sleeps");
  }

  @Override
  public boolean isFenced() {
    return false;
  }

  @Override
  public int worthFromBytes() {
    return Integer.MAX_VALUE;
  }

  @Override
  public long lend(Source source) {
    return Transport.NONE;
  }

  @Override
  public void reclaim(long descriptor) {
    throw new IllegalStateException("nothing was lent");
  }
}
