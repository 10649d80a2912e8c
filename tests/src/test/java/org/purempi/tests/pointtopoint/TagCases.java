package org.purempi.tests.pointtopoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.Keyval;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.Op;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.tests.OnRanks;

/** Section 3.2.3: tags. */
final class TagCases {
  private TagCases() {}

  @OnRanks({2, 4})
  static void theLargestTagCanBeUsed(Communicator world) {
    int largest = world.getAttr(Keyval.TAG_UB).orElseThrow();
    assertThat(largest).isGreaterThanOrEqualTo(32_767);
    for (int tag : new int[] {largest, largest - 1, 32_767, 0}) {
      if (world.rank() == 0) {
        world.send(new int[] {tag}, 1, tag);
        world.send(new int[200_000], 1, tag);
      } else if (world.rank() == 1) {
        assertThat(world.recv(new int[1], 0, tag).tag()).isEqualTo(tag);
        assertThat(world.recv(new int[200_000], 0, Mpi.ANY_TAG).tag()).isEqualTo(tag);
      }
    }
  }

  @OnRanks({1, 2})
  static void wrongTagsAreErrors(Communicator world) {
    Buf buf = Buf.of(new int[1]);
    for (int tag : new int[] {-1, Mpi.ANY_TAG, -100, Integer.MIN_VALUE}) {
      isTagError(() -> world.send(buf, 0, tag), tag);
      isTagError(() -> world.isend(buf, 0, tag), tag);
      isTagError(() -> world.ssend(buf, 0, tag), tag);
      if (tag != Mpi.ANY_TAG) {
        isTagError(() -> world.recv(buf, 0, tag), tag);
        isTagError(() -> world.irecv(buf, Mpi.ANY_SOURCE, tag), tag);
        isTagError(() -> world.probe(0, tag), tag);
        isTagError(() -> world.improbe(0, tag), tag);
      }
    }
    int largest = world.getAttr(Keyval.TAG_UB).orElseThrow();
    if (largest < Integer.MAX_VALUE) {
      isTagError(() -> world.send(buf, 0, largest + 1), largest + 1);
    }
  }

  private static void isTagError(org.assertj.core.api.ThrowableAssert.ThrowingCallable c, int tag) {
    assertThatThrownBy(c)
        .as("tag %d", tag)
        .isInstanceOfSatisfying(
            MpiArgumentException.class, e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.TAG))
        .hasMessageContaining("" + tag);
  }

  @OnRanks({2, 4})
  static void anyTagDoesNotMatchTheTrafficOfCollectives(Communicator world) {
    int[] data = {-1};
    Request<Status> receive = world.irecv(data, Mpi.ANY_SOURCE, Mpi.ANY_TAG);
    world.barrier();
    world.bcast(new int[] {1, 2, 3}, 0);
    assertThat(world.allreduce(1, Op.SUM)).isEqualTo(world.size());
    try (Communicator other = world.dup()) {
      other.barrier();
    }
    world.barrier();
    assertThat(receive.test()).isEmpty();
    assertThat(world.iprobe(Mpi.ANY_SOURCE, Mpi.ANY_TAG)).isEmpty();
    world.barrier(); // all have looked
    world.send(new int[] {world.rank()}, world.rank() ^ 1, 3);
    assertThat(receive.waitFor()).isEqualTo(new Status(world.rank() ^ 1, 3, 4));
    assertThat(data[0]).isEqualTo(world.rank() ^ 1);
  }
}
