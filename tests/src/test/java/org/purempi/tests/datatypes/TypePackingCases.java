package org.purempi.tests.datatypes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;
import org.purempi.Status;
import org.purempi.tests.OnRanks;

/** Sections 5.2 and 5.3: pack and unpack. */
final class TypePackingCases {
  private static final String EXTERNAL = "external32";

  private TypePackingCases() {}

  @OnRanks({2, 4})
  static void whatWasPackedPieceByPieceIsReceivedPackedAndUnpacked(Communicator world) {
    int n = 1200;
    Layouts layout = Layouts.of(n).get(3);
    if (world.rank() == 0) {
      byte[] memory = new byte[20_000];
      Buf packed = Buf.of(memory);
      long at = world.pack(Buf.of(new int[] {n}), packed, 0);
      assertThat(at).isEqualTo(world.packSize(1, Datatype.INT));
      at = world.pack(layout.in(layout.filled(n, 1)), packed, at);
      at = world.pack(Buf.of(new char[] {'x'}), packed, at);
      world.send(Buf.of(memory, 0, at, Datatype.PACKED), 1, 0);
    } else if (world.rank() == 1) {
      byte[] memory = new byte[20_000];
      Buf packed = Buf.of(memory, 0, memory.length, Datatype.PACKED);
      Status status = world.recv(packed, 0, 0);
      assertThat(status.count(Datatype.PACKED)).isEqualTo(4 + 8 * n + 2);
      int[] length = new int[1];
      long at = world.unpack(packed, 0, Buf.of(length));
      double[] data = new double[length[0]];
      at = world.unpack(packed, at, Buf.of(data));
      char[] last = new char[1];
      at = world.unpack(packed, at, Buf.of(last));
      assertThat(at).isEqualTo(status.bytes());
      assertThat(data[0]).isEqualTo(1);
      assertThat(data[n - 1]).isEqualTo(n);
      assertThat(last).containsExactly('x');
    }
  }

  @OnRanks({2, 4})
  static void packedDataMatchesItsOwnTypesAndTheOtherWayRound(Communicator world) {
    if (world.rank() == 0) {
      byte[] memory = new byte[24];
      world.pack(Buf.of(new double[] {1, 2, 3}), Buf.of(memory), 0);
      world.send(Buf.of(memory, 0, 24, Datatype.PACKED), 1, 0);
      world.send(new double[] {4, 5}, 1, 1);
    } else if (world.rank() == 1) {
      double[] a = new double[6];
      world.recv(Buf.of(a, 0, 1, Datatype.vector(3, 1, 2, Datatype.DOUBLE)), 0, 0);
      assertThat(a).containsExactly(1, 0, 2, 0, 3, 0);
      byte[] memory = new byte[16];
      world.recv(Buf.of(memory, 0, 16, Datatype.PACKED), 0, 1);
      double[] b = new double[2];
      world.unpack(Buf.of(memory), 0, Buf.of(b));
      assertThat(b).containsExactly(4, 5);
    }
  }

  @OnRanks({1, 2})
  static void external32HasItsOwnBytesWhateverTheMachine(Communicator world) {
    byte[] memory = new byte[14];
    Buf out = Buf.of(memory);
    long at = world.packExternal(EXTERNAL, Buf.of(new short[] {0x0102}), out, 0);
    at = world.packExternal(EXTERNAL, Buf.of(new float[] {1}), out, at);
    at = world.packExternal(EXTERNAL, Buf.of(new long[] {3}), out, at);
    assertThat(at).isEqualTo(14);
    assertThat(world.packExternalSize(EXTERNAL, 3, Datatype.DOUBLE_INT)).isEqualTo(36);
    assertThat(memory).startsWith(1, 2, 0x3f, 0x80, 0, 0, 0, 0).endsWith(0, 3);
    long[] back = new long[1];
    assertThat(world.unpackExternal(EXTERNAL, out, 6, Buf.of(back))).isEqualTo(14);
    assertThat(back[0]).isEqualTo(3);
  }

  @OnRanks({1, 2})
  static void layoutsComeBackFromExternal32(Communicator world) {
    int n = 60;
    for (Layouts layout : Layouts.of(n)) {
      byte[] memory = new byte[n * 8];
      world.packExternal(EXTERNAL, layout.in(layout.filled(n, 2)), Buf.of(memory), 0);
      double[] back = layout.empty();
      world.unpackExternal(EXTERNAL, Buf.of(memory), 0, layout.in(back));
      assertThat(back).as(layout.name()).isEqualTo(layout.filled(n, 2));
    }
  }

  @OnRanks({1, 2})
  static void whatDoesNotFitIsRefused(Communicator world) {
    byte[] small = new byte[10];
    assertThatThrownBy(() -> world.pack(Buf.of(new long[2]), Buf.of(small), 0))
        .isInstanceOfSatisfying(
            MpiArgumentException.class,
            e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.BUFFER))
        .hasMessageContaining("16 bytes");
    assertThatThrownBy(() -> world.unpack(Buf.of(small), 3, Buf.of(new long[1])))
        .isInstanceOf(MpiArgumentException.class);
    assertThatThrownBy(() -> world.packExternalSize("internal", 1, Datatype.INT))
        .hasMessageContaining(EXTERNAL);
    assertThatThrownBy(() -> world.packSize(-1, Datatype.INT))
        .isInstanceOf(MpiArgumentException.class);
    assertThat(Arrays.equals(small, new byte[10])).isTrue();
  }
}
