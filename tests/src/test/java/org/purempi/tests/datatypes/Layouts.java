package org.purempi.tests.datatypes;

import java.util.ArrayList;
import java.util.List;
import org.purempi.ArrayOrder;
import org.purempi.Buf;
import org.purempi.Datatype;

/**
 * Different ways to lay the same {@code n} numbers out, and where each of them then lies: written
 * down by hand, not asked of the library.
 *
 * @param name for messages
 * @param type one element of it holds all n numbers
 * @param length of the array it is used in
 * @param origin the array index of its origin
 * @param index where number k lies in the array, k = 0 … n − 1
 */
public record Layouts(
    String name, Datatype type, int length, int origin, java.util.function.IntUnaryOperator index) {

  private static final int GAP = 3;

  /** All ways to lay out {@code n} doubles; n is a multiple of 12. */
  public static List<Layouts> of(int n) {
    List<Layouts> all = new ArrayList<>();
    all.add(new Layouts("contiguous", Datatype.contiguous(n, Datatype.DOUBLE), n, 0, k -> k));
    all.add(
        new Layouts(
            "column", Datatype.vector(n, 1, GAP, Datatype.DOUBLE), GAP * n, 0, k -> GAP * k));
    all.add(
        new Layouts(
            "blocks of 4",
            Datatype.vector(n / 4, 4, 7, Datatype.DOUBLE),
            7 * n / 4,
            0,
            k -> k / 4 * 7 + k % 4));
    all.add(
        new Layouts(
            "backwards",
            Datatype.vector(n, 1, -2, Datatype.DOUBLE),
            2 * n,
            2 * n - 1,
            k -> 2 * n - 1 - 2 * k));
    all.add(scattered(n));
    all.add(box(n));
    all.add(struct(n));
    all.add(
        new Layouts(
            "vector of pairs, resized",
            Datatype.contiguous(
                n / 2, Datatype.resized(Datatype.contiguous(2, Datatype.DOUBLE), -8, 40)),
            5 * n / 2 + 2,
            1,
            k -> 1 + k / 2 * 5 + k % 2));
    return all;
  }

  private static Layouts scattered(int n) {
    int[] displacements = new int[n / 2];
    for (int i = 0; i < displacements.length; i++) {
      displacements[i] = (i % 2 == 0 ? i : n / 2 * 2 - 1 - i) * 3;
    }
    return new Layouts(
        "indexed",
        Datatype.indexedBlock(2, displacements, Datatype.DOUBLE),
        3 * n + 3,
        0,
        k -> displacements[k / 2] + k % 2);
  }

  private static Layouts box(int n) {
    int[] sizes = {5, 4, n / 12 + 3};
    int[] subsizes = {4, 3, n / 12};
    int[] starts = {1, 0, 2};
    int rest = n / 12;
    return new Layouts(
        "subarray",
        Datatype.subarray(sizes, subsizes, starts, ArrayOrder.C, Datatype.DOUBLE),
        5 * 4 * sizes[2],
        0,
        k -> ((k / (3 * rest) + 1) * 4 + k / rest % 3) * sizes[2] + k % rest + 2);
  }

  private static Layouts struct(int n) {
    Datatype half = Datatype.vector(n / 2, 1, 2, Datatype.DOUBLE);
    return new Layouts(
        "struct of the odd and the even",
        Datatype.struct(new long[] {1, 1}, new long[] {8, 0}, half, half),
        n,
        0,
        k -> k < n / 2 ? 2 * k + 1 : 2 * (k - n / 2));
  }

  /** The numbers {@code first}, {@code first} + 1, … laid out, −1 everywhere else. */
  public double[] filled(int n, double first) {
    double[] a = empty();
    for (int k = 0; k < n; k++) {
      a[index.applyAsInt(k)] = first + k;
    }
    return a;
  }

  /** −1 everywhere. */
  public double[] empty() {
    double[] a = new double[length];
    java.util.Arrays.fill(a, -1);
    return a;
  }

  public Buf in(double[] a) {
    return Buf.of(a, origin, 1, type);
  }

  @Override
  public String toString() {
    return name;
  }
}
