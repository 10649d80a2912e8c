package org.purempi.benchmarks;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.purempi.ArrayOrder;
import org.purempi.Buf;
import org.purempi.Datatype;

/**
 * The layouts of layouts.c, which tells what they are: one element of each has about as many bytes
 * of data as asked for.
 */
final class Layouts {

  private static final int HALO = 3;
  private static final int LEVELS = 8;
  private static final int FIELDS = 4;
  private static final int ROW = 32;
  private static final int LONGEST_ROW = 64;
  private static final int PLANES = 8;
  private static final int SITES = 12;
  private static final int SU3_FLOATS = 6;
  private static final int POINT = 5;
  private static final int ATOM_BYTES = 48;
  private static final int GAP = 7;

  /** A type, what its memory is an array of, and the bytes of memory that one element touches. */
  private record Layout(Datatype type, Datatype number, long room) {}

  private Layouts() {}

  /** One element of the layout of this name in memory of its own; null if there is none. */
  static @Nullable Buf named(String name, Memory memory, int bytes) {
    Layout layout =
        switch (name) {
          case "wrf_x" -> wrfX(bytes);
          case "wrf_y" -> wrfY(bytes);
          case "milc_zd" -> milc(bytes);
          case "nas_lu_y" -> lu(bytes);
          case "nas_mg_x" -> mgX(bytes);
          case "nas_mg_y" -> mg(bytes, PLANES);
          case "nas_mg_z" -> mg(bytes, 1);
          case "lammps_x" -> lammpsX(bytes);
          case "lammps_full" -> lammpsFull(bytes);
          case "specfem3d_oc" -> specfemOc(bytes);
          case "specfem3d_cm" -> specfemCm(bytes);
          case "fft2" -> fft2(bytes);
          default -> null;
        };
    if (layout == null) {
      return null;
    }
    return memory.element(layout.type, layout.number, layout.room);
  }

  private static Layout wrfX(int bytes) {
    int planes = Math.max(1, bytes / ((FIELDS * LEVELS + 1) * HALO * Float.BYTES));
    return fields(planes, LEVELS, ROW + 2 * HALO, planes, HALO);
  }

  private static Layout wrfY(int bytes) {
    int floats = bytes / Float.BYTES / HALO;
    int row = Math.clamp(floats / (FIELDS * LEVELS + 1), HALO, LONGEST_ROW);
    int levels = Math.max(1, (floats / row - 1) / FIELDS);
    return fields(PLANES, levels, row + 2 * HALO, HALO, row);
  }

  private static Layout fields(int planes, int levels, int row, int subPlanes, int subRow) {
    Datatype solid =
        Datatype.subarray(
            new int[] {planes, levels, row},
            new int[] {subPlanes, levels, subRow},
            new int[] {0, 0, 1},
            ArrayOrder.C,
            Datatype.FLOAT);
    Datatype flat =
        Datatype.subarray(
            new int[] {planes, row},
            new int[] {subPlanes, subRow},
            new int[] {0, 1},
            ArrayOrder.C,
            Datatype.FLOAT);
    Datatype[] types = new Datatype[FIELDS + 1];
    Arrays.fill(types, solid);
    types[FIELDS] = flat;
    long[] lengths = new long[FIELDS + 1];
    Arrays.fill(lengths, 1);
    long[] displacements = new long[FIELDS + 1];
    long field = (long) planes * levels * row * Float.BYTES;
    Arrays.setAll(displacements, i -> i * field);
    return new Layout(
        Datatype.struct(lengths, displacements, types),
        Datatype.FLOAT,
        FIELDS * field + (long) planes * row * Float.BYTES);
  }

  private static Layout milc(int bytes) {
    int site = SU3_FLOATS * Float.BYTES;
    int rows = Math.max(1, bytes / (SITES * site));
    long stride = 4L * SITES * site;
    Datatype row = Datatype.vector(SITES, 1, 2, Datatype.contiguous(SU3_FLOATS, Datatype.FLOAT));
    return new Layout(Datatype.hvector(rows, 1, stride, row), Datatype.FLOAT, rows * stride);
  }

  private static Layout lu(int bytes) {
    int points = Math.max(1, bytes / (POINT * Double.BYTES));
    return new Layout(
        Datatype.vector(points, POINT, PLANES * POINT, Datatype.DOUBLE),
        Datatype.DOUBLE,
        (long) points * PLANES * POINT * Double.BYTES);
  }

  private static Layout mgX(int bytes) {
    int n = root(bytes / Double.BYTES);
    int row = PLANES + 2;
    long plane = (n + 2L) * row * Double.BYTES;
    Datatype line = Datatype.vector(n, 1, row, Datatype.DOUBLE);
    return new Layout(Datatype.hvector(n, 1, plane, line), Datatype.DOUBLE, n * plane);
  }

  private static Layout mg(int bytes, int planes) {
    int n = root(bytes / Double.BYTES);
    long stride = planes * (n + 2L);
    return new Layout(
        Datatype.vector(n, n, stride, Datatype.DOUBLE), Datatype.DOUBLE, n * stride * Double.BYTES);
  }

  private static Layout lammpsX(int bytes) {
    int[] chosen = places(Math.max(1, bytes / (3 * Double.BYTES)));
    return new Layout(
        some(chosen, 3, Datatype.DOUBLE), Datatype.DOUBLE, 3L * Double.BYTES * end(chosen));
  }

  private static Layout lammpsFull(int bytes) {
    int[] chosen = places(Math.max(1, bytes / ATOM_BYTES));
    long all = end(chosen) + end(chosen) % 2;
    Datatype number = some(chosen, 1, Datatype.INT);
    Datatype type =
        Datatype.struct(
            new long[] {1, 1, 1, 1, 1, 1},
            new long[] {0, 24 * all, 32 * all, 36 * all, 40 * all, 44 * all},
            some(chosen, 3, Datatype.DOUBLE),
            some(chosen, 1, Datatype.DOUBLE),
            number,
            number,
            number,
            number);
    return new Layout(type, Datatype.DOUBLE, ATOM_BYTES * all);
  }

  private static Layout specfemOc(int bytes) {
    int[] chosen = places(Math.max(1, bytes / Float.BYTES));
    return new Layout(
        some(chosen, 1, Datatype.FLOAT), Datatype.FLOAT, (long) Float.BYTES * end(chosen));
  }

  private static Layout specfemCm(int bytes) {
    int points = Math.max(2, bytes / (3 * Float.BYTES));
    int inner = points / 4;
    int[] chosen = places(points - inner);
    long mesh = 3L * Float.BYTES * end(chosen);
    Datatype type =
        Datatype.struct(
            new long[] {1, 1},
            new long[] {0, mesh},
            some(chosen, 3, Datatype.FLOAT),
            some(Arrays.copyOf(chosen, inner), 3, Datatype.FLOAT));
    return new Layout(type, Datatype.FLOAT, 2 * mesh);
  }

  private static Layout fft2(int bytes) {
    int complex = 2 * Double.BYTES;
    int n = root(bytes / complex);
    Datatype column = Datatype.vector(n, 1, 2L * n, Datatype.C_DOUBLE_COMPLEX);
    Datatype block = Datatype.contiguous(n, Datatype.resized(column, 0, complex));
    return new Layout(block, Datatype.DOUBLE, n * 2L * n * complex);
  }

  private static int root(int square) {
    return (int) Math.sqrt(square);
  }

  /** Ascending, with gaps that are not equal. */
  private static int[] places(int count) {
    int[] places = new int[count];
    int seed = 1;
    int at = 0;
    for (int i = 0; i < count; i++) {
      seed = seed * 1664525 + 1013904223;
      at += 1 + (seed >>> 16) % GAP;
      places[i] = at;
    }
    return places;
  }

  private static long end(int[] places) {
    return places[places.length - 1] + 1L;
  }

  private static Datatype some(int[] places, int length, Datatype number) {
    int[] scaled = new int[places.length];
    Arrays.setAll(scaled, i -> places[i] * length);
    return Datatype.indexedBlock(length, scaled, number);
  }
}
