package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Datatypes and lengths of messages of objects, without ranks. All numbers count array elements.
 */
@Timeout(60)
class TypeLayoutTest {
  private static List<Integer> bounds(Datatype type) {
    return List.of(type.Size(), type.Lb(), type.Ub(), type.Extent());
  }

  private static List<Long> places(Datatype type) {
    List<Long> places = new ArrayList<>();
    type.places(0, places::add);
    return places;
  }

  @Test
  void aBasicTypeIsOneElement() {
    for (Datatype type :
        new Datatype[] {
          MPI.BYTE,
          MPI.CHAR,
          MPI.SHORT,
          MPI.BOOLEAN,
          MPI.INT,
          MPI.LONG,
          MPI.FLOAT,
          MPI.DOUBLE,
          MPI.OBJECT,
          MPI.PACKED
        }) {
      assertThat(bounds(type)).containsExactly(1, 0, 1, 1);
      assertThat(type.baseType).isEqualTo(type.getType());
    }
    assertThat(MPI.DOUBLE.getByteSize()).isEqualTo(8);
    assertThat(MPI.OBJECT.getByteSize()).isZero();
    assertThat(bounds(MPI.INT2)).containsExactly(2, 0, 2, 2);
  }

  @Test
  void blocksCountInElementsOfTheArray() {
    Datatype row = Datatype.Contiguous(3, MPI.DOUBLE);
    assertThat(bounds(row)).containsExactly(3, 0, 3, 3);
    assertThat(row.getByteSize()).isEqualTo(24);
    assertThat(bounds(Datatype.Vector(3, 2, 5, MPI.INT))).containsExactly(6, 0, 12, 12);
    assertThat(bounds(Datatype.Vector(2, 1, 2, row))).containsExactly(6, 0, 9, 9);
    assertThat(bounds(Datatype.Hvector(2, 1, 2, row))).containsExactly(6, 0, 5, 5);
    assertThat(bounds(Datatype.Indexed(new int[] {1, 2}, new int[] {4, 1}, MPI.INT)))
        .containsExactly(3, 1, 5, 4);
    assertThat(bounds(Datatype.Hindexed(new int[] {1, 0}, new int[] {2, 9}, row)))
        .containsExactly(3, 2, 5, 3);
    assertThat(bounds(Datatype.Vector(2, 1, -3, MPI.LONG))).containsExactly(2, -3, 1, 4);
  }

  @Test
  void boundsThatAreSetCountBeforeThoseThatFollow() {
    Datatype padded =
        Datatype.Struct(
            new int[] {1, 2, 1}, new int[] {-1, 0, 6}, new Datatype[] {MPI.LB, MPI.INT, MPI.UB});
    assertThat(bounds(padded)).containsExactly(2, -1, 6, 7);
    assertThat(padded.purempi.extent()).isEqualTo(28);
    assertThat(bounds(Datatype.Contiguous(2, padded))).containsExactly(4, -1, 13, 14);
    Datatype around =
        Datatype.Struct(new int[] {1, 1}, new int[] {0, 20}, new Datatype[] {padded, MPI.INT});
    assertThat(bounds(around)).containsExactly(3, -1, 6, 7);
    Datatype onlyUpper =
        Datatype.Struct(new int[] {1, 1}, new int[] {2, 9}, new Datatype[] {MPI.INT, MPI.UB});
    assertThat(bounds(onlyUpper)).containsExactly(1, 2, 9, 7);
  }

  @Test
  void theElementsOfObjectsComeInTheOrderOfTheTypeMap() {
    Datatype pairs = Datatype.Vector(2, 2, 3, MPI.OBJECT);
    assertThat(places(pairs)).containsExactly(0L, 1L, 3L, 4L);
    assertThat(places(Datatype.Indexed(new int[] {1, 1}, new int[] {1, 0}, pairs)))
        .containsExactly(5L, 6L, 8L, 9L, 0L, 1L, 3L, 4L);
  }

  @Test
  void aStructIsOfOneBaseType() {
    assertThatThrownBy(
            () ->
                Datatype.Struct(
                    new int[] {1, 1}, new int[] {0, 1}, new Datatype[] {MPI.INT, MPI.DOUBLE}))
        .isInstanceOf(MPIException.class)
        .hasMessageContaining("INT")
        .hasMessageContaining("DOUBLE");
    assertThatThrownBy(
            () -> Datatype.Struct(new int[] {1}, new int[] {0, 1}, new Datatype[] {MPI.INT}))
        .isInstanceOf(MPIException.class);
    assertThatThrownBy(() -> Datatype.Contiguous(-1, MPI.INT)).isInstanceOf(MPIException.class);
    assertThatThrownBy(() -> Datatype.Indexed(new int[] {1, -1}, new int[] {0, 1}, MPI.INT))
        .isInstanceOf(MPIException.class);
  }

  @Test
  void theLengthOfAMessageTellsHowManyObjectsItHas() {
    int[] lengths = {1, 100, 255, 256, 257, 65_535, 99_999, (1 << 20) - 3, 1 << 20, 5 << 20};
    int[] numbers = {0, 1, 2, 63, 64, 254, 255, 256, 4095, 4096, 16_384, 70_000, 3_000_000};
    for (int bytes : lengths) {
      for (int objects : numbers) {
        int padded = ObjectMessages.paddedLength(bytes, objects);
        assertThat(ObjectMessages.count(padded)).isEqualTo(objects);
        int many = objects < 4096 ? 16_384 : Math.max(bytes, 12 * objects) + 16;
        int zeros = objects < 64 ? 256 : many;
        assertThat(padded).isBetween(bytes, bytes + zeros);
      }
    }
    int most = Integer.MAX_VALUE - 8;
    assertThat(ObjectMessages.paddedLength(most - 300, 10)).isBetween(most - 300, most);
    assertThatThrownBy(() -> ObjectMessages.paddedLength(most, 1 << 29))
        .hasMessageContaining("send fewer");
  }

  @Test
  void beforeInitThereIsTheTimeAndOtherwiseAnErrorThatSaysSo() throws MPIException {
    assertThatThrownBy(() -> MPI.COMM_WORLD.Rank())
        .isInstanceOf(MPIException.class)
        .hasMessageContaining("MPI.Init");
    double earlier = MPI.Wtime();
    assertThat(MPI.Wtime()).isGreaterThanOrEqualTo(earlier);
    assertThat(MPI.Initialized()).isFalse();
  }
}
