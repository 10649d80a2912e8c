package org.purempi.tests.buffers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ObjectInputFilter;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.MpiError;
import org.purempi.MpiException;
import org.purempi.Received;
import org.purempi.tests.OnRanks;
import org.purempi.tests.Pattern;

/** Objects travel by their own words and are looked at before they are read. */
final class ObjectCases {
  /** A class of the application. */
  record Letter(String text, List<Integer> numbers) implements Serializable {}

  /** Cannot be serialised. */
  static final class Lead {}

  private ObjectCases() {}

  @OnRanks({2, 4})
  static void objectsOfAnySizeArrive(Communicator world) {
    Letter letter = new Letter("hello", List.of(1, 2, 3));
    if (world.rank() == 0) {
      world.sendObject(letter, 1, 0);
      world.isendObject(Map.of("a", 1), 1, 1).waitFor();
      world.sendObject(Pattern.bytes(Pattern.LARGE_BYTES, 6), 1, 2);
    } else if (world.rank() == 1) {
      Received<Letter> first = world.recvObject(Letter.class, 0, 0);
      assertThat(first.value()).isEqualTo(letter);
      assertThat(first.status().source()).isEqualTo(0);
      assertThat(first.status().tag()).isEqualTo(0);
      Map<?, ?> map = world.recvObject(Map.class, Mpi.ANY_SOURCE, Mpi.ANY_TAG).value();
      assertThat(map).isEqualTo(Map.of("a", 1));
      Pattern.check(world.recvObject(byte[].class, 0, 2).value(), 6);
    }
  }

  @OnRanks(2)
  static void anObjectIsTakenAsItIsWhenTheCallIsMade(Communicator world) {
    if (world.rank() == 0) {
      ArrayList<Integer> list = new ArrayList<>(IntStream.range(0, 100_000).boxed().toList());
      var send = world.isendObject(list, 1, 0);
      list.clear();
      send.waitFor();
    } else if (world.rank() == 1) {
      List<?> received = world.recvObject(List.class, 0, 0).value();
      assertThat(received).hasSize(100_000);
    }
  }

  @OnRanks({2, 4})
  static void objectsAreReceivedWithoutWaiting(Communicator world) {
    if (world.rank() == 0) {
      var first = world.irecvObject(String.class, Mpi.ANY_SOURCE, 3);
      var second = world.irecvObject(byte[].class, 1, 4);
      var never = world.irecvObject(String.class, 1, 5);
      assertThat(first.test()).isEmpty();
      world.barrier();
      Pattern.check(second.waitFor().value(), 8);
      Received<String> received = first.waitFor();
      assertThat(received.value()).isEqualTo("first");
      assertThat(received.status().source()).isEqualTo(1);
      assertThat(received.status().tag()).isEqualTo(3);
      assertThat(first.waitFor().value()).isEqualTo("first");
      never.cancel();
      assertThat(never.waitFor().status().cancelled()).isTrue();
      var other = world.irecvObject(Integer.class, 1, 6);
      assertThat(other.toCompletableFuture().join().value()).isEqualTo(7);
    } else if (world.rank() == 1) {
      world.barrier();
      world.sendObject(Pattern.bytes(Pattern.LARGE_BYTES, 8), 0, 4);
      world.sendObject("first", 0, 3);
      world.sendObject(7, 0, 6);
    } else {
      world.barrier();
    }
  }

  @OnRanks(2)
  static void whatIsWrongWithAnObjectIsThrownWhereItIsWaitedFor(Communicator world) {
    if (world.rank() == 0) {
      world.sendObject("text", 1, 0);
      world.send(new byte[] {1, 2, 3}, 1, 0);
      world.sendObject(5, 1, 0);
    } else {
      var text = world.irecvObject(Integer.class, 0, 0);
      var noObject = world.irecvObject(Integer.class, 0, 0);
      var five = world.irecvObject(Integer.class, 0, 0);
      assertThat(five.waitFor().value()).isEqualTo(5);
      assertThatThrownBy(text::waitFor)
          .isInstanceOf(MpiException.class)
          .hasMessageContaining("String");
      assertThatThrownBy(noObject::waitFor)
          .isInstanceOf(MpiException.class)
          .hasMessageContaining("is not an object");
      assertThatThrownBy(() -> world.irecvObject(String.class, Mpi.PROC_NULL, 0))
          .isInstanceOf(MpiError.class)
          .hasMessageContaining("irecvObject");
    }
  }

  @OnRanks(2)
  static void aMessageThatIsNoObjectIsAnErrorAndNothingIsWaitedFor(Communicator world) {
    byte[][] messages = {{}, {1, 2, 3}, {0, 0, 0, 5, 1, 2}, {-1, 0, 0, 0, 1}};
    for (byte[] message : messages) {
      if (world.rank() == 0) {
        world.send(message, 1, 0);
      } else {
        assertThatThrownBy(() -> world.recvObject(Object.class, 0, 0))
            .isInstanceOf(MpiException.class)
            .hasMessageContaining("is not an object");
      }
    }
  }

  @OnRanks({2, 3, 4})
  static void objectsFromAnySourceAreNotMixedUp(Communicator world) {
    if (world.rank() != 0) {
      for (int i = 0; i < 20; i++) {
        world.sendObject(new Letter("from " + world.rank(), List.of(i)), 0, 0);
      }
      return;
    }
    int[] next = new int[world.size()];
    for (int i = 0; i < 20 * (world.size() - 1); i++) {
      Received<Letter> letter = world.recvObject(Letter.class, Mpi.ANY_SOURCE, 0);
      int from = letter.status().source();
      assertThat(letter.value()).isEqualTo(new Letter("from " + from, List.of(next[from]++)));
    }
  }

  @OnRanks({1, 2, 3, 4})
  static void collectivesOfObjectsKeepTheOrderOfRanks(Communicator world) {
    int n = world.size();
    int root = n - 1;
    boolean isRoot = world.rank() == root;
    List<String> all = IntStream.range(0, n).mapToObj(r -> "rank " + "x".repeat(r)).toList();
    String mine = all.get(world.rank());

    assertThat(world.bcastObject(isRoot ? "hi" : null, String.class, root)).isEqualTo("hi");
    assertThat(world.allgatherObject(mine, String.class)).isEqualTo(all);
    assertThat(world.gatherObject(mine, String.class, root)).isEqualTo(isRoot ? all : List.of());
    assertThat(world.scatterObject(isRoot ? all : null, String.class, root)).isEqualTo(mine);
  }

  @OnRanks({2, 4})
  static void anObjectOfAnotherClassIsAnErrorAndIsConsumed(Communicator world) {
    if (world.rank() == 0) {
      world.sendObject("text", 1, 0);
      world.sendObject(5, 1, 0);
    } else if (world.rank() == 1) {
      assertThatThrownBy(() -> world.recvObject(Integer.class, 0, 0))
          .isInstanceOfSatisfying(
              MpiException.class, e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.TYPE))
          .message()
          .contains("String", "Integer");
      assertThat(world.recvObject(Integer.class, 0, 0).value()).isEqualTo(5);
    }
  }

  @OnRanks({2, 4})
  static void theFilterRefusesWhatTheApplicationForbids(Communicator world) {
    ObjectInputFilter noLetters =
        info ->
            info.serialClass() == Letter.class
                ? ObjectInputFilter.Status.REJECTED
                : ObjectInputFilter.Status.UNDECIDED;
    if (world.rank() == 0) {
      world.sendObject(new Letter("secret", List.of()), 1, 0);
      world.sendObject("after", 1, 0);
    } else if (world.rank() == 1) {
      world.mpi().objectFilter(noLetters);
      assertThatThrownBy(() -> world.recvObject(Letter.class, 0, 0))
          .isInstanceOf(MpiException.class)
          .hasMessageContaining("Letter");
      assertThat(world.recvObject(String.class, 0, 0).value()).isEqualTo("after");
    }
  }

  @OnRanks({2, 4})
  static void theDefaultFilterRefusesKnownDangerousClasses(Communicator world) throws Exception {
    if (world.rank() == 0) {
      world.sendObject(new javax.management.BadAttributeValueExpException("x"), 1, 0);
      world.sendObject(new PriorityQueue<>(List.of("a", "b")), 1, 0);
    } else if (world.rank() == 1) {
      assertThatThrownBy(() -> world.recvObject(Object.class, 0, 0))
          .isInstanceOf(MpiException.class)
          .hasMessageContaining("filter");
      PriorityQueue<?> queue = world.recvObject(PriorityQueue.class, 0, 0).value();
      assertThat(queue).hasSize(2);
    }
  }

  @OnRanks({1, 2})
  static void whatCannotBeSerialisedIsNamed(Communicator world) {
    assertThatThrownBy(() -> world.sendObject(new Lead(), 0, 0))
        .isInstanceOf(MpiError.class)
        .hasMessageContaining("Lead");
  }
}
