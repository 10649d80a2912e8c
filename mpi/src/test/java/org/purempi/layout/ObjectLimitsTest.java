package org.purempi.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.purempi.ErrorClass;
import org.purempi.MpiException;

/** What an object that arrives may cost. */
@SuppressWarnings("JdkObsolete") // users send what they have
@Timeout(60)
class ObjectLimitsTest {
  record Pair(Object left, Object right) implements Serializable {}

  /** An object whose hash code is its own affair. */
  private static final class Node implements Serializable {
    private static final long serialVersionUID = 1L;
    final ArrayList<Node> neighbours = new ArrayList<>();
  }

  private static Object decode(Object value, ObjectLimits limits) {
    return ObjectCodec.decode(
        ObjectCodec.encode(value), new ObjectRules(ObjectCodec.DEFAULT_FILTER, limits));
  }

  /** What holds something twice, of every kind that hashes, or is hashed, with what is in it. */
  static Stream<UnaryOperator<Object>> twice() {
    return Stream.of(
        o -> new ArrayList<>(List.of(o, o)),
        o -> new LinkedList<>(List.of(o, o)),
        o -> List.of(o, o),
        o -> new Pair(o, o),
        o -> Map.entry(1, new Pair(o, o)).getValue(),
        o -> new ArrayList<>(List.of(List.of(o), new Pair(o, 1))));
  }

  static Stream<UnaryOperator<Object>> tables() {
    return Stream.of(
        o -> new HashSet<>(Set.of(o)),
        o -> new LinkedHashSet<>(Set.of(o)),
        Set::of,
        o -> new HashMap<>(Map.of(o, 1)),
        o -> new LinkedHashMap<>(Map.of(o, 1)),
        o -> new Hashtable<>(Map.of(o, 1)),
        o -> new ConcurrentHashMap<>(Map.of(o, 1)),
        o -> Map.of(o, 1));
  }

  /**
   * 18 levels: making the table takes 262,144 steps here as well. The low limit stands for the
   * usual one, which 30 levels pass.
   */
  @Test
  void whatIsHashedAgainAndAgainIsRefusedBeforeItIsHashed() {
    ObjectLimits few = ObjectLimits.parse("hashing=1000");
    for (UnaryOperator<Object> twice : twice().toList()) {
      Object nest = "nothing";
      for (int level = 0; level < 18; level++) {
        nest = twice.apply(nest);
      }
      for (UnaryOperator<Object> table : tables().toList()) {
        Object full = table.apply(nest);
        assertThat(decode(full, ObjectLimits.USUAL)).isInstanceOf(full.getClass());
        assertThatThrownBy(() -> decode(full, few))
            .isInstanceOf(MpiException.class)
            .hasMessageContaining("steps to hash their keys")
            .hasMessageContaining("limit 'hashing' of PUREMPI_OBJECT_LIMITS");
      }
    }
  }

  /** The attack as it is known: it took 2 to the power of 60 steps. */
  @Test
  void nestedSetsThatWouldTakeYearsAreRefusedAtOnce() {
    Set<Object> root = new HashSet<>();
    Set<Object> left = root;
    Set<Object> right = new HashSet<>();
    for (int level = 0; level < 60; level++) {
      Set<Object> first = new HashSet<>();
      Set<Object> second = new HashSet<>();
      first.add("foo");
      // Added while they are small: to hash them is what takes years.
      left.add(first);
      left.add(second);
      right.add(first);
      right.add(second);
      left = first;
      right = second;
    }
    List<byte[]> message = ObjectCodec.encode(root);
    assertThatThrownBy(() -> ObjectCodec.decode(message, ObjectRules.USUAL))
        .isInstanceOf(MpiException.class)
        .hasMessageContaining("more than")
        .hasMessageContaining("steps to hash their keys");
  }

  @Test
  void ordinaryLargeObjectsPass() {
    var random = new Random(5);
    List<Integer> list = new LinkedList<>(random.ints(1_000_000).boxed().toList());
    Map<String, List<Integer>> values = new HashMap<>();
    List<Integer> shared = new ArrayList<>(random.ints(100_000).boxed().toList());
    for (int i = 0; i < 20_000; i++) {
      values.put("key " + i, shared); // the same long value behind each key
    }
    Set<Object> pairs = new HashSet<>();
    for (int i = 0; i < 300_000; i++) {
      pairs.add(new Pair(i, "right"));
    }
    assertThat(decode(list, ObjectLimits.USUAL).equals(list)).isTrue();
    assertThat(((Map<?, ?>) decode(values, ObjectLimits.USUAL)).keySet())
        .isEqualTo(values.keySet());
    assertThat(decode(pairs, ObjectLimits.USUAL).equals(pairs)).isTrue();
  }

  /** Its paths are more than 2 to the power of 100, and no hash code follows them. */
  @Test
  void aMeshOfTheUsersOwnObjectsInASetPasses() {
    List<Node> row = List.of(new Node(), new Node());
    Set<Node> all = new HashSet<>(row);
    for (int i = 0; i < 100; i++) {
      List<Node> next = List.of(new Node(), new Node());
      next.forEach(n -> n.neighbours.addAll(row));
      all.addAll(next);
    }
    List<Node> last = row;
    for (int i = 0; i < 100; i++) {
      List<Node> next = List.of(new Node(), new Node());
      for (Node n : next) {
        n.neighbours.addAll(last);
      }
      all.addAll(next);
      last = next;
    }
    assertThat((Collection<?>) decode(all, ObjectLimits.USUAL)).hasSize(all.size());
  }

  @Test
  void everyLimitIsNamedWhenItIsPassed() {
    Object nest = "nothing";
    for (int i = 0; i < 50; i++) {
      nest = new ArrayList<>(List.of(nest));
    }
    Object deep = nest;
    Object many = new ArrayList<>(List.of(deep, deep, deep, deep));
    assertThatThrownBy(() -> decode(deep, ObjectLimits.parse("depth=20")))
        .hasMessageContaining("nested more than 20 deep")
        .hasMessageContaining("limit 'depth' of PUREMPI_OBJECT_LIMITS");
    assertThatThrownBy(() -> decode(many, ObjectLimits.parse("references=20")))
        .hasMessageContaining("more than 20 references")
        .hasMessageContaining("limit 'references'");
    assertThatThrownBy(() -> decode(new int[1000], ObjectLimits.parse("array=999")))
        .hasMessageContaining("an array of 1000 elements")
        .hasMessageContaining("limit 'array'");
    ObjectLimits noTime =
        new ObjectLimits(100, 1_000_000, 1_000_000, 1_000_000, -1_000); // as if it had passed
    assertThatThrownBy(() -> decode(many, noTime)).hasMessageContaining("limit 'seconds'");
    assertThat(decode(many, ObjectLimits.parse(" depth = 200 , seconds=1"))).isEqualTo(many);
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void aWrongLimitIsNamed(String text, String message) {
    assertThatThrownBy(() -> ObjectLimits.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  static Stream<org.junit.jupiter.params.provider.Arguments> wrong() {
    return Stream.of(
        org.junit.jupiter.params.provider.Arguments.of("width=3", "no limit 'width': depth"),
        org.junit.jupiter.params.provider.Arguments.of("depth", "'depth=' is not a limit"),
        org.junit.jupiter.params.provider.Arguments.of("depth=0", "'depth=0' is not a limit"),
        org.junit.jupiter.params.provider.Arguments.of("depth=-1", "'depth=-1' is not a limit"),
        org.junit.jupiter.params.provider.Arguments.of("seconds=1e3", "'seconds=1e3'"),
        org.junit.jupiter.params.provider.Arguments.of("depth=5,", "'=' is not a limit"));
  }

  /** Bytes that another program has made, or that were changed on their way. */
  @Test
  void whatIsNoObjectIsOneKindOfError() {
    long seed = System.nanoTime();
    var random = new Random(seed);
    Object value =
        new HashMap<>(Map.of("a", Set.of(1, 2), "b", new Pair(List.of(3), new double[] {4})));
    byte[] good = ObjectCodec.encode(value).getFirst();
    for (int i = 0; i < 5000; i++) {
      byte[] bad = good.clone();
      for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
        bad[random.nextInt(bad.length)] = (byte) random.nextInt();
      }
      try {
        ObjectCodec.decode(List.of(bad), ObjectRules.USUAL);
      } catch (MpiException e) {
        assertThat(e.errorClass()).as("seed " + seed).isEqualTo(ErrorClass.TYPE);
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }
}
