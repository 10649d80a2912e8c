package org.purempi.learn.engine;

/**
 * Products of matrices that lie row by row. The inner loops go over neighbours of both matrices, so
 * that the compiler makes vector instructions of them.
 */
public final class Products {
  private Products() {}

  /** y += x·w, where x is rows × inner, w (from index {@code w0}) inner × columns. */
  public static void add(
      float[] y, float[] x, float[] w, int w0, int rows, int inner, int columns) {
    for (int r = 0; r < rows; r++) {
      addRow(y, r * columns, x, r * inner, 1, inner, w, w0, columns);
    }
  }

  /** g (from index {@code g0}) += xᵀ·y, where x is rows × inner, y is rows × columns. */
  public static void addTransposed(
      float[] g, int g0, float[] x, float[] y, int rows, int inner, int columns) {
    for (int k = 0; k < inner; k++) {
      addRow(g, g0 + k * columns, x, k, inner, rows, y, 0, columns);
    }
  }

  /** One row of y += the sum over i of x[x0 + i × step] times row i of w. */
  private static void addRow(
      float[] y, int y0, float[] x, int x0, int step, int count, float[] w, int w0, int columns) {
    int i = 0;
    for (; i + 4 <= count; i += 4) {
      int at = x0 + i * step;
      float a = x[at];
      float b = x[at + step];
      float c = x[at + 2 * step];
      float d = x[at + 3 * step];
      if (a != 0 || b != 0 || c != 0 || d != 0) {
        addFour(y, y0, a, b, c, d, w, w0 + i * columns, columns);
      }
    }
    for (; i < count; i++) {
      float a = x[x0 + i * step];
      if (a != 0) {
        int from = w0 + i * columns;
        for (int j = 0; j < columns; j++) {
          y[y0 + j] += a * w[from + j];
        }
      }
    }
  }

  private static void addFour(
      float[] y, int y0, float a, float b, float c, float d, float[] w, int w0, int columns) {
    int w1 = w0 + columns;
    int w2 = w1 + columns;
    int w3 = w2 + columns;
    for (int j = 0; j < columns; j++) {
      y[y0 + j] += (a * w[w0 + j] + b * w[w1 + j]) + (c * w[w2 + j] + d * w[w3 + j]);
    }
  }

  /** The transpose of {@code w} (from index {@code w0}), which is rows × columns. */
  public static float[] transpose(float[] w, int w0, int rows, int columns) {
    float[] t = new float[rows * columns];
    for (int c0 = 0; c0 < columns; c0 += 32) {
      int end = Math.min(columns, c0 + 32);
      for (int r = 0; r < rows; r++) {
        for (int c = c0; c < end; c++) {
          t[c * rows + r] = w[w0 + r * columns + c];
        }
      }
    }
    return t;
  }

  /** Adds {@code bias} (from index {@code b0}) to every row of y. */
  public static void addToRows(float[] y, float[] bias, int b0, int rows, int columns) {
    for (int r = 0; r < rows; r++) {
      for (int j = 0; j < columns; j++) {
        y[r * columns + j] += bias[b0 + j];
      }
    }
  }

  /** g (from index {@code g0}) += the sum of all rows of y. */
  public static void addSumOfRows(float[] g, int g0, float[] y, int rows, int columns) {
    for (int r = 0; r < rows; r++) {
      for (int j = 0; j < columns; j++) {
        g[g0 + j] += y[r * columns + j];
      }
    }
  }
}
