package org.purempi.tests.recovery;

import java.util.Arrays;
import org.purempi.Agreement;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.Op;
import org.purempi.ProcessFailedException;

/** What ranks are at when one of them is killed. Each step checks what it gets. */
enum Activity {
  SHORT_MESSAGES((c, i) -> ring(c, i, 1)),
  LONG_MESSAGES((c, i) -> ring(c, i, 1 << 17)),
  ANY_SOURCE(Activity::anySource),
  BARRIER((c, i) -> c.barrier()),
  BCAST((c, i) -> bcast(c, i, 100_000)),
  SHORT_ALLREDUCE((c, i) -> allreduce(c, i, 1)),
  LONG_ALLREDUCE((c, i) -> allreduce(c, i, 100_000)),
  IALLREDUCE(Activity::iallreduce),
  ALLTOALL((c, i) -> alltoall(c, i, 10_000)),
  DUP((c, i) -> c.dup().close()),
  AGREE(Activity::agree),
  SHRINK(Activity::shrink);

  private static final int TAG = 3;
  private static final int FLAGS = (1 << 20) - 1;

  /** A step of all ranks of a communicator. */
  private interface Step {
    void run(Communicator on, int number);
  }

  @SuppressWarnings("ImmutableEnumChecker") // it has no state
  private final Step step;

  Activity(Step step) {
    this.step = step;
  }

  /**
   * Does it once; collective.
   *
   * @throws ProcessFailedException if a rank has failed that is needed
   * @throws AssertionError if a result is wrong
   */
  void step(Communicator on, int number) {
    step.run(on, number);
  }

  /** Does it until a rank has failed. */
  void repeat(Communicator on) {
    for (int i = 0; ; i++) {
      step(on, i);
    }
  }

  private static void check(long is, long mustBe, Communicator on) {
    if (is != mustBe) {
      throw new AssertionError("rank %d has %d, not %d".formatted(on.rank(), is, mustBe));
    }
  }

  private static long[] filled(int count, long value) {
    long[] data = new long[count];
    Arrays.fill(data, value);
    return data;
  }

  private static void check(long[] are, long mustBe, Communicator on) {
    for (long is : are) {
      check(is, mustBe, on);
    }
  }

  private static void ring(Communicator c, int i, int count) {
    int next = (c.rank() + 1) % c.size();
    int before = (c.rank() + c.size() - 1) % c.size();
    long[] got = new long[count];
    c.sendrecv(filled(count, i + c.rank()), next, TAG, got, before, TAG);
    check(got, i + before, c);
  }

  private static void anySource(Communicator c, int i) {
    long[] got = new long[1];
    if (c.rank() > 0) {
      c.send(new long[] {i}, 0, TAG);
      c.recv(got, 0, TAG);
      check(got[0], i, c);
      return;
    }
    for (int other = 1; other < c.size(); other++) {
      c.recv(got, Mpi.ANY_SOURCE, TAG);
      check(got[0], i, c);
    }
    for (int other = 1; other < c.size(); other++) {
      c.send(got, other, TAG);
    }
  }

  private static void bcast(Communicator c, int i, int count) {
    int root = i % c.size();
    long[] data = filled(count, c.rank() == root ? i : -1);
    c.bcast(data, root);
    check(data, i, c);
  }

  private static long sum(Communicator c, int i) {
    return (long) i * c.size() + (long) c.size() * (c.size() - 1) / 2;
  }

  private static void allreduce(Communicator c, int i, int count) {
    long[] data = filled(count, i + c.rank());
    c.allreduce(data, Op.SUM);
    check(data, sum(c, i), c);
  }

  private static void iallreduce(Communicator c, int i) {
    long[] got = new long[5];
    c.iallreduce(Buf.of(filled(got.length, i + c.rank())), Buf.of(got), Op.SUM).waitFor();
    check(got, sum(c, i), c);
  }

  private static void alltoall(Communicator c, int i, int count) {
    long[] got = new long[count * c.size()];
    c.alltoall(filled(got.length, i + c.rank()), got);
    for (int k = 0; k < got.length; k++) {
      check(got[k], i + k / count, c);
    }
  }

  private static void agree(Communicator c, int i) {
    Agreement agreed = c.agreement((i & FLAGS) | (~FLAGS ^ (1 << (31 - c.rank()))));
    check(agreed.flag() & FLAGS, i & FLAGS, c);
    if (!agreed.failed().isEmpty()) {
      throw lost(agreed.failed().stream().mapToInt(rank -> rank).toArray());
    }
  }

  private static void shrink(Communicator c, int i) {
    Communicator left = c.shrink();
    int lost = c.size() - left.size();
    left.close();
    if (lost > 0) {
      throw lost(c.group().difference(left.group()).translateRanks(new int[] {0}, c.group()));
    }
  }

  private static ProcessFailedException lost(int[] ranks) {
    return new ProcessFailedException(
        ErrorClass.PROC_FAILED, ranks, "an agreement has told of a failure");
  }
}
