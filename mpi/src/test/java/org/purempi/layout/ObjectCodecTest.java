package org.purempi.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;
import org.purempi.MpiException;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ObjectCodecTest {
  enum Colour {
    RED,
    GREEN
  }

  record Town(String name, int people, List<Colour> flag) implements Serializable {}

  private static final class Chain implements Serializable {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("UnusedVariable") // only serialization reads it
    @Nullable Chain next;
  }

  static Stream<Object> values() {
    return Stream.of(
        "text",
        42,
        new BigDecimal("1.25"),
        LocalDate.of(2026, 1, 2),
        Duration.ofMillis(5),
        List.of(1, "two", 3.0),
        new ArrayList<>(List.of("a", "b")),
        new HashMap<>(Map.of("k", 1)),
        new TreeMap<>(Map.of("k", 1)),
        new ConcurrentHashMap<>(Map.of(1, 2)),
        EnumSet.of(Colour.RED),
        UUID.nameUUIDFromBytes(new byte[] {1}),
        new Town("Ulm", 130_000, List.of(Colour.GREEN)),
        Colour.GREEN);
  }

  private static <T> T thereAndBack(Object value, Class<T> type) {
    return type.cast(ObjectCodec.decode(ObjectCodec.encode(value), ObjectRules.USUAL));
  }

  @ParameterizedTest
  @MethodSource("values")
  void valuesAndCollectionsAndTheApplicationsClassesComeBackEqual(Object value) {
    assertThat(thereAndBack(value, Object.class)).isEqualTo(value);
  }

  @Test
  void arraysComeBackEqual() {
    assertThat(thereAndBack(new double[][] {{1}, {2, 3}}, double[][].class))
        .isDeepEqualTo(new double[][] {{1}, {2, 3}});
    assertThat(thereAndBack(new Town[0], Town[].class)).isEmpty();
  }

  @Test
  void longObjectsAreCutIntoChunksAndPutTogetherAgain() {
    byte[] noise = new byte[100_003];
    new Random(4).nextBytes(noise);
    for (int chunkBytes : new int[] {1, 7, 1000, 65_536, 1 << 20}) {
      List<byte[]> chunks = ObjectCodec.encode(noise, chunkBytes);
      assertThat(chunks.subList(0, chunks.size() - 1))
          .allSatisfy(c -> assertThat(c).hasSize(chunkBytes));
      assertThat(ObjectCodec.decode(chunks, ObjectRules.USUAL)).isEqualTo(noise);
    }
  }

  @Test
  void aLargeHashMapIsNotTakenForAnAttack() {
    Map<Integer, Integer> map = new HashMap<>(16, 0.25f);
    for (int i = 0; i < 100_000; i++) {
      map.put(i, i);
    }
    assertThat(thereAndBack(map, Object.class)).isEqualTo(map);
  }

  @Test
  void anObjectThatCannotBeSerialisedIsRefusedByTheNameOfItsClass() {
    assertThatThrownBy(() -> ObjectCodec.encode(List.of(new Object())))
        .isInstanceOf(MpiArgumentException.class)
        .hasMessageContaining("class java.lang.Object in it does not implement")
        .hasCauseInstanceOf(IOException.class);
    assertThatThrownBy(() -> ObjectCodec.encode(ByteBuffer.allocate(1)))
        .hasMessageContaining("java.nio.HeapByteBuffer");
  }

  @Test
  void classesOfTheJdkThatAreNoValuesAreRefusedByName() {
    assertThatThrownBy(() -> thereAndBack(URI.create("http://localhost"), URI.class))
        .isInstanceOf(MpiException.class)
        .hasMessageContaining("class java.net.URI is refused")
        .hasMessageContaining("Mpi.objectFilter");
    assertThatThrownBy(() -> thereAndBack(new ArrayList<>(List.of(URI.create("a"))), List.class))
        .hasMessageContaining("java.net.URI");
  }

  @Test
  void lambdasAndProxiesAreRefused() {
    Runnable lambda = (Runnable & Serializable) () -> {};
    assertThatThrownBy(() -> thereAndBack(lambda, Runnable.class))
        .hasMessageContaining("java.lang.invoke.SerializedLambda is refused");
    InvocationHandler handler = (InvocationHandler & Serializable) (p, m, a) -> null;
    Object proxy =
        Proxy.newProxyInstance(
            getClass().getClassLoader(), new Class<?>[] {Comparable.class}, handler);
    assertThatThrownBy(() -> thereAndBack(proxy, Object.class))
        .isInstanceOf(MpiException.class)
        .hasMessageContaining("is refused");
  }

  @Test
  void theUsersFilterDecidesInstead() {
    List<byte[]> uri = ObjectCodec.encode(URI.create("http://localhost"));
    ObjectInputFilter filter = ObjectInputFilter.Config.createFilter("java.net.URI;!*");
    ObjectRules rules = new ObjectRules(filter, ObjectLimits.USUAL);
    assertThat(ObjectCodec.decode(uri, rules)).isEqualTo(URI.create("http://localhost"));
    assertThatThrownBy(() -> ObjectCodec.decode(ObjectCodec.encode(LocalDate.MIN), rules))
        .hasMessageContaining("is refused");
  }

  @Test
  void aMessageThatClaimsAHugeArrayIsRefusedBeforeItIsMade() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(new long[] {1});
    }
    byte[] message = bytes.toByteArray();
    int lengthAt = message.length - Long.BYTES - Integer.BYTES;
    ByteBuffer.wrap(message).putInt(lengthAt, Integer.MAX_VALUE - 8);
    assertThatThrownBy(() -> ObjectCodec.decode(List.of(message), ObjectRules.USUAL))
        .isInstanceOf(MpiException.class)
        .hasMessageContaining("claims an array of 2147483639 elements in a message of");
  }

  @Test
  void garbageIsAnErrorAndNothingElse() {
    byte[] good = ObjectCodec.encode(new Town("Ulm", 1, List.of())).getFirst();
    Random random = new Random(77);
    for (int i = 0; i < 2000; i++) {
      byte[] bad = good.clone();
      bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
      byte[] cut = Arrays.copyOf(bad, 1 + random.nextInt(bad.length));
      try {
        ObjectCodec.decode(List.of(cut), ObjectRules.USUAL);
      } catch (MpiException e) {
        assertThat(e.errorClass()).isEqualTo(ErrorClass.TYPE);
      }
    }
    assertThatThrownBy(() -> ObjectCodec.decode(List.of(new byte[0]), ObjectRules.USUAL))
        .isInstanceOf(MpiException.class);
  }

  @Test
  void aChainThatIsTooDeepIsAnErrorOnBothSides() {
    Chain chain = new Chain();
    for (int i = 0; i < 1_000_000; i++) {
      Chain longer = new Chain();
      longer.next = chain;
      chain = longer;
    }
    Chain tooLong = chain;
    assertThatThrownBy(() -> ObjectCodec.encode(tooLong)).hasMessageContaining("nested too deeply");
  }

  @Test
  void classesComeFromTheContextLoaderOfTheCaller() {
    List<byte[]> town = ObjectCodec.encode(new Town("Ulm", 1, List.of()));
    Thread me = Thread.currentThread();
    ClassLoader own = me.getContextClassLoader();
    me.setContextClassLoader(ClassLoader.getPlatformClassLoader());
    try {
      assertThat(ObjectCodec.decode(town, ObjectRules.USUAL))
          .as("what the context loader does not know is asked of the library's")
          .isInstanceOf(Town.class);
    } finally {
      me.setContextClassLoader(own);
    }
    byte[] unknown = town.getFirst().clone();
    String name = Town.class.getName();
    int at = new String(unknown, java.nio.charset.StandardCharsets.ISO_8859_1).indexOf(name);
    unknown[at + name.length() - 1] = 'x';
    assertThatThrownBy(() -> ObjectCodec.decode(List.of(unknown), ObjectRules.USUAL))
        .hasMessageContaining("ObjectCodecTest$Towx is not known here")
        .hasMessageContaining("class path of every rank");
  }
}
