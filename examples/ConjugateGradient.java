import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.DistGraphCommunicator;
import org.purempi.Mpi;
import org.purempi.Op;
import org.purempi.PersistentRequest;
import org.purempi.WBuf;

/**
 * Solves A x = b for a sparse, symmetric, positive definite A by conjugate gradients; each rank has
 * some rows. Every step needs the same exchange of vector elements and the same sums: persistent
 * collectives, set up once. While the elements travel, a rank multiplies the columns that it has;
 * while a sum is on its way, it moves the solution on.
 *
 * <pre>
 * bin/mpiexec -n 4 examples/ConjugateGradient.java                  heat in a cube
 * bin/mpiexec -n 4 examples/ConjugateGradient.java bcsstk01.mtx     any file of math.nist.gov/MatrixMarket
 * bin/mpiexec -n 4 examples/ConjugateGradient.java cube.mtx 40      writes a 40 × 40 × 40 cube there first
 * </pre>
 */
public final class ConjugateGradient {
  private static final int CUBE = 16;
  private static final double TOLERANCE = 1e-10; // of the residual, to that of x = 0

  public static void main(String[] args) {
    Mpi.run(4, world -> run(world, args));
  }

  static void run(Communicator world) throws IOException {
    Path file = world.rank() == 0 ? Files.createTempFile("cube", ".mtx") : Path.of("");
    String name = world.bcastObject(file.toString(), String.class, 0);
    run(world, name, CUBE + "");
    if (world.rank() == 0) {
      Files.delete(file);
    }
  }

  static void run(Communicator world, String... args) throws IOException {
    if (args.length == 0) {
      run(world);
      return;
    }
    Path file = Path.of(args[0]);
    if (args.length > 1 && world.rank() == 0) {
      writePoisson(file, Integer.parseInt(args[1]));
    }
    world.barrier();
    solve(world, Rows.read(file, world.rank(), world.size()));
    world.barrier();
  }

  /** The right-hand side is A·1: all elements of the solution are 1. */
  static void solve(Communicator world, Rows a) {
    int rows = a.last - a.first;
    double[] x = new double[rows];
    double[] r = a.sums(); // b − A·0
    double[] p = r.clone();
    double[] q = new double[rows];
    double[] dot = new double[1];
    Product product = new Product(world, a, p);
    PersistentRequest sum = world.allreduceInit(Buf.IN_PLACE, Buf.of(dot), Op.SUM);

    double rho = world.allreduce(dot(r, r), Op.SUM);
    double target = rho * TOLERANCE * TOLERANCE;
    int steps = 0;
    while (rho > target && steps < 10 * a.size) {
      product.into(q);
      dot[0] = dot(p, q);
      sum.start();
      sum.waitFor();
      if (dot[0] <= 0) {
        throw new IllegalArgumentException("the matrix is not positive definite");
      }
      double alpha = rho / dot[0];
      add(r, -alpha, q);
      dot[0] = dot(r, r);
      sum.start();
      add(x, alpha, p); // while the sum is on its way
      sum.waitFor();
      double beta = dot[0] / rho;
      rho = dot[0];
      for (int i = 0; i < rows; i++) {
        p[i] = r[i] + beta * p[i];
      }
      steps++;
    }
    double error = Arrays.stream(x).map(v -> Math.abs(v - 1)).max().orElse(0);
    error = world.allreduce(error, Op.MAX);
    if (world.rank() == 0) {
      IO.println(
          "%d unknowns, %d steps, residual %.1e, error %.1e"
              .formatted(a.size, steps, Math.sqrt(rho / target) * TOLERANCE, error));
    }
    sum.free();
    product.close();
  }

  static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  static void add(double[] y, double factor, double[] x) {
    for (int i = 0; i < y.length; i++) {
      y[i] += factor * x[i];
    }
  }

  /** A times a vector that is spread over the ranks as the rows are. */
  static final class Product implements AutoCloseable {
    private final double[] own;
    private final double[] foreign; // the elements of others that this rank's rows meet
    private final Csr inside;
    private final Csr outside;
    private final DistGraphCommunicator neighbors;
    private final PersistentRequest exchange;

    Product(Communicator world, Rows a, double[] vector) {
      own = vector;
      int[] wanted = a.foreignColumns();
      foreign = new double[wanted.length];
      inside = a.csr(c -> c >= a.first && c < a.last ? c - a.first : -1);
      outside = a.csr(c -> c >= a.first && c < a.last ? -1 : Arrays.binarySearch(wanted, c));

      // From whom, and how many from each; the owners learn it by an all to all.
      int[][] from = new int[world.size()][];
      for (int rank = 0; rank < from.length; rank++) {
        int low = Rows.first(a.size, rank, world.size());
        int high = Rows.first(a.size, rank + 1, world.size());
        from[rank] = Arrays.stream(wanted).filter(c -> c >= low && c < high).toArray();
      }
      int[][] to = transposed(world, from);
      int[] sources = withBlock(from);
      int[] destinations = withBlock(to);
      neighbors = world.distGraphCreateAdjacent(sources, null, destinations, null, false);

      // Elements leave from where they lie and arrive side by side.
      List<Buf> in = new ArrayList<>();
      int at = 0;
      for (int rank : sources) {
        in.add(Buf.of(foreign, at, from[rank].length));
        at += from[rank].length;
      }
      List<Buf> out = new ArrayList<>();
      for (int rank : destinations) {
        int[] places = Arrays.stream(to[rank]).map(c -> c - a.first).toArray();
        out.add(Buf.of(own, 0, 1, Datatype.indexedBlock(1, places, Datatype.DOUBLE)));
      }
      exchange = neighbors.neighborAlltoallwInit(new WBuf(out), new WBuf(in));
    }

    /** {@code y} = A·vector. */
    void into(double[] y) {
      exchange.start();
      Arrays.fill(y, 0);
      inside.addProduct(own, y); // while the elements of others travel
      exchange.waitFor();
      outside.addProduct(foreign, y);
    }

    /** What the others want of this rank, from what this rank wants of them. */
    private static int[][] transposed(Communicator world, int[][] from) {
      int[] lengths = Arrays.stream(from).mapToInt(f -> f.length).toArray();
      int[] theirs = new int[lengths.length];
      world.alltoall(lengths, theirs);
      int[][] to = Arrays.stream(theirs).mapToObj(int[]::new).toArray(int[][]::new);
      world.alltoallw(
          new WBuf(Arrays.stream(from).map(Buf::of).toList()),
          new WBuf(Arrays.stream(to).map(Buf::of).toList()));
      return to;
    }

    private static int[] withBlock(int[][] blocks) {
      List<Integer> ranks = new ArrayList<>();
      for (int rank = 0; rank < blocks.length; rank++) {
        if (blocks[rank].length > 0) {
          ranks.add(rank);
        }
      }
      return ranks.stream().mapToInt(Integer::intValue).toArray();
    }

    @Override
    public void close() {
      exchange.free();
      neighbors.close();
    }
  }

  /** Row i has the values and columns {@code start[i]} … {@code start[i + 1]} − 1. */
  static final class Csr {
    private final int[] start;
    private final int[] column;
    private final double[] value;

    Csr(int[] start, int[] column, double[] value) {
      this.start = start;
      this.column = column;
      this.value = value;
    }

    void addProduct(double[] x, double[] y) {
      for (int row = 0; row < y.length; row++) {
        double sum = 0;
        for (int i = start[row]; i < start[row + 1]; i++) {
          sum += value[i] * x[column[i]];
        }
        y[row] += sum;
      }
    }
  }

  /** One number of the matrix. */
  record Entry(int row, int column, double value) {}

  /** The rows of one rank, as the file has them. */
  static final class Rows {
    private static final Pattern HEADER =
        Pattern.compile(
            "(?i)%%MatrixMarket\\s+matrix\\s+coordinate"
                + "\\s+(real|integer|pattern)\\s+(general|symmetric)");

    final int size;
    final int first;
    final int last; // first row that is not here
    private static final Comparator<Entry> ROW_BY_ROW =
        Comparator.comparingInt(Entry::row).thenComparingInt(Entry::column);

    private final List<Entry> entries = new ArrayList<>();

    private Rows(int size, int first, int last) {
      this.size = size;
      this.first = first;
      this.last = last;
    }

    static int first(int size, int rank, int ranks) {
      return (int) ((long) size * rank / ranks);
    }

    /** Reads a file of the Matrix Market's coordinate format; keeps the rows of {@code rank}. */
    static Rows read(Path file, int rank, int ranks) throws IOException {
      try (BufferedReader lines = Files.newBufferedReader(file)) {
        String header = lines.readLine();
        Matcher kind = HEADER.matcher(header == null ? "" : header.strip());
        if (!kind.matches()) {
          throw new IOException(
              file
                  + ": the first line must be %%MatrixMarket matrix coordinate, then real, integer"
                  + " or pattern, then general or symmetric; it is: "
                  + header);
        }
        boolean pattern = kind.group(1).equalsIgnoreCase("pattern");
        boolean symmetric = kind.group(2).equalsIgnoreCase("symmetric");
        String[] sizes = numbers(lines, file);
        int size = Integer.parseInt(sizes[0]);
        if (size != Integer.parseInt(sizes[1])) {
          throw new IOException(file + ": not a square matrix");
        }
        Rows rows = new Rows(size, first(size, rank, ranks), first(size, rank + 1, ranks));
        for (long left = Long.parseLong(sizes[2]); left > 0; left--) {
          String[] n = numbers(lines, file);
          int row = Integer.parseInt(n[0]) - 1;
          int column = Integer.parseInt(n[1]) - 1;
          double value = pattern ? 1 : Double.parseDouble(n[2]);
          rows.add(row, column, value);
          if (symmetric && row != column) {
            rows.add(column, row, value);
          }
        }
        return rows;
      }
    }

    /** The words of the next line that is neither empty nor a comment. */
    private static String[] numbers(BufferedReader lines, Path file) throws IOException {
      String line = lines.readLine();
      while (line != null && (line.isBlank() || line.startsWith("%"))) {
        line = lines.readLine();
      }
      if (line == null) {
        throw new IOException(file + ": ends before its last number");
      }
      return line.strip().split("\\s+");
    }

    private void add(int row, int column, double value) {
      if (row >= first && row < last) {
        entries.add(new Entry(row, column, value));
      }
    }

    /** The sum of each row. */
    double[] sums() {
      double[] sums = new double[last - first];
      entries.forEach(e -> sums[e.row - first] += e.value);
      return sums;
    }

    /** The columns that are other ranks' rows, ascending. */
    int[] foreignColumns() {
      return entries.stream()
          .mapToInt(Entry::column)
          .filter(c -> c < first || c >= last)
          .sorted()
          .distinct()
          .toArray();
    }

    /** The entries that {@code place} gives a column, row by row. */
    Csr csr(IntUnaryOperator place) {
      List<Entry> chosen =
          entries.stream().filter(e -> place.applyAsInt(e.column) >= 0).sorted(ROW_BY_ROW).toList();
      int[] start = new int[last - first + 1];
      chosen.forEach(e -> start[e.row - first + 1]++);
      Arrays.parallelPrefix(start, Integer::sum);
      return new Csr(
          start,
          chosen.stream().mapToInt(e -> place.applyAsInt(e.column)).toArray(),
          chosen.stream().mapToDouble(Entry::value).toArray());
    }
  }

  /** Writes Poisson's equation in a cube of {@code n}³ points: each but itself has 6 neighbours. */
  static void writePoisson(Path file, int n) throws IOException {
    try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file))) {
      long below = 3L * (n - 1) * n * n; // pairs of neighbours: only the lower triangle is written
      out.println("%%MatrixMarket matrix coordinate real symmetric");
      out.println("%d %d %d".formatted(n * n * n, n * n * n, (long) n * n * n + below));
      for (int i = 0; i < n * n * n; i++) {
        int[] steps = {i >= n * n ? n * n : 0, i / n % n > 0 ? n : 0, i % n > 0 ? 1 : 0};
        for (int step : steps) {
          if (step > 0) {
            out.println((i + 1) + " " + (i + 1 - step) + " -1");
          }
        }
        out.println((i + 1) + " " + (i + 1) + " 6");
      }
    }
  }
}
