package programs;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;
import mpi.Request;
import mpi.Status;
import mpi.User_function;

/** Objects as messages and in collectives. */
final class MpjObjects {
  private static final Intracomm WORLD = MPI.COMM_WORLD;
  private static final int ME = WORLD.Rank();
  private static final int SIZE = WORLD.Size();

  private MpjObjects() {}

  /** As simulations have them. */
  static final class Particle implements Serializable {
    private static final long serialVersionUID = 1L;
    final double x;
    final String name;

    Particle(double x, String name) {
      this.x = x;
      this.name = name;
    }

    @Override
    public boolean equals(Object o) {
      return o instanceof Particle p && p.x == x && p.name.equals(name);
    }

    @Override
    public int hashCode() {
      return name.hashCode();
    }

    @Override
    public String toString() {
      return name + " at " + x;
    }
  }

  /** Cannot be sent. */
  static final class Lead {}

  private static Particle particle(int i) {
    return new Particle(i * 0.5, "p" + i);
  }

  static void arraysOfObjectsGoRound() {
    int right = (ME + 1) % SIZE;
    int left = (ME + SIZE - 1) % SIZE;
    Particle[] out = {null, particle(ME), particle(ME + 1), null};
    Request send = WORLD.Isend(out, 1, 3, MPI.OBJECT, right, 1);
    Status probed = WORLD.Probe(left, 1);
    Check.same(3, probed.Get_count(MPI.OBJECT));
    Particle[] in = new Particle[5];
    Status status = WORLD.Recv(in, 1, 4, MPI.OBJECT, left, 1);
    Check.same(3, status.Get_count(MPI.OBJECT));
    Check.same(new Particle[] {null, particle(left), particle(left + 1), null, null}, in);
    send.Wait();
  }

  static void aProbeTellsHowManyObjectsToMakeRoomFor() {
    for (int count : new int[] {255, 1000, 30_000}) {
      Integer[] out = new Integer[count];
      Arrays.setAll(out, i -> i);
      Request send = WORLD.Isend(out, 0, count, MPI.OBJECT, ME, 7);
      Status status = WORLD.Probe(ME, 7);
      Object[] in = new Object[status.Get_count(MPI.OBJECT)];
      WORLD.Recv(in, 0, in.length, MPI.OBJECT, ME, 7);
      Check.same(out, in);
      send.Wait();
    }
  }

  static void aReceiveCanBePostedBeforeAnybodySends() {
    Object[] in = new Object[1];
    Request receive = WORLD.Irecv(in, 0, 1, MPI.OBJECT, MPI.ANY_SOURCE, 2);
    Check.that(receive.Test() == null, "nothing has come");
    List<Integer> list = new ArrayList<>(Arrays.asList(1, 2, ME));
    WORLD.Ssend(new Object[] {list}, 0, 1, MPI.OBJECT, ME, 2);
    Request[] requests = {receive, MPI.REQUEST_NULL};
    Status status = Request.Waitany(requests);
    Check.same(0, status.index);
    Check.same(list, in[0]);
    Check.that(in[0] != list, "a copy");
  }

  static void objectsOfAllKindsAndModes() {
    Map<String, double[]> map = new HashMap<>();
    map.put("a", new double[] {1, 2});
    int[][] matrix = {{1, 2}, {3, 4}};
    MPI.Buffer_attach(ByteBuffer.allocate(1));
    WORLD.Bsend(new Object[] {"buffered"}, 0, 1, MPI.OBJECT, ME, 1);
    WORLD.Send(matrix, 0, 2, MPI.OBJECT, ME, 2);
    Request map0 = WORLD.Issend(new Object[] {map}, 0, 1, MPI.OBJECT, ME, 3);
    String[] text = new String[1];
    WORLD.Recv(text, 0, 1, MPI.OBJECT, ME, 1);
    Check.same("buffered", text[0]);
    int[][] rows = new int[2][];
    WORLD.Recv(rows, 0, 2, MPI.OBJECT, ME, 2);
    Check.same(matrix, rows);
    Object[] found = new Object[1];
    WORLD.Recv(found, 0, 1, MPI.OBJECT, ME, 3);
    Check.same(new double[] {1, 2}, ((Map<?, ?>) found[0]).get("a"));
    map0.Wait();
    MPI.Buffer_detach();
  }

  static void wrongObjectsAreErrors() {
    Check.fails("Lead", () -> WORLD.Send(new Object[] {new Lead()}, 0, 1, MPI.OBJECT, ME, 1));
    WORLD.Send(new Object[] {"text"}, 0, 1, MPI.OBJECT, ME, 1);
    Check.fails("String", () -> WORLD.Recv(new Integer[1], 0, 1, MPI.OBJECT, ME, 1));
    WORLD.Send(new Object[] {1, 2, 3}, 0, 3, MPI.OBJECT, ME, 1);
    Object[] two = new Object[2];
    Check.fails("3 objects", () -> WORLD.Recv(two, 0, 2, MPI.OBJECT, ME, 1));
    Check.same(new Object[] {1, 2}, two);
    Check.fails("index 2", () -> WORLD.Send(two, 1, 2, MPI.OBJECT, ME, 1));
  }

  static void derivedTypesPickObjects() {
    Datatype column = Datatype.Vector(3, 1, 3, MPI.OBJECT);
    Object[] matrix = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    Request send = WORLD.Isend(matrix, 1, 1, column, ME, 1);
    Object[] in = new Object[9];
    Status status = WORLD.Recv(in, 0, 1, column, ME, 1);
    Check.same(1, status.Get_count(column));
    Check.same(3, status.Get_elements(column));
    Check.same(new Object[] {1, null, null, 4, null, null, 7, null, null}, in);
    send.Wait();
    WORLD.Sendrecv(matrix, 2, 1, column, ME, 2, in, 3, 3, MPI.OBJECT, ME, 2);
    Check.same(new Object[] {1, null, null, 2, 5, 8, 7, null, null}, in);
    Integer[] one = {ME};
    WORLD.Sendrecv_replace(one, 0, 1, MPI.OBJECT, (ME + 1) % SIZE, 3, (ME + SIZE - 1) % SIZE, 3);
    Check.same((ME + SIZE - 1) % SIZE, one[0]);
  }

  static void collectivesOfObjects() {
    int root = SIZE - 1;
    Object[] news = {ME == root ? particle(9) : null};
    WORLD.Bcast(news, 0, 1, MPI.OBJECT, root);
    Check.same(particle(9), news[0]);
    Particle[] mine = {particle(ME), particle(-ME)};
    Particle[] all = new Particle[2 * SIZE];
    WORLD.Gather(mine, 0, 2, MPI.OBJECT, all, 0, 2, MPI.OBJECT, root);
    Particle[] expected = new Particle[2 * SIZE];
    for (int i = 0; i < SIZE; i++) {
      expected[2 * i] = particle(i);
      expected[2 * i + 1] = particle(-i);
    }
    Check.same(ME == root ? expected : new Particle[2 * SIZE], all);
    WORLD.Allgather(mine, 0, 2, MPI.OBJECT, all, 0, 2, MPI.OBJECT);
    Check.same(expected, all);
    Particle[] back = new Particle[2];
    WORLD.Scatter(all, 0, 2, MPI.OBJECT, back, 0, 2, MPI.OBJECT, root);
    Check.same(mine, back);
    Particle[] turned = new Particle[2 * SIZE];
    WORLD.Alltoall(all, 0, 2, MPI.OBJECT, turned, 0, 2, MPI.OBJECT);
    for (int i = 0; i < SIZE; i++) {
      Check.same(particle(ME), turned[2 * i]);
    }
  }

  static void collectivesOfObjectsInBlocksOfAnySize() {
    int[] counts = new int[SIZE];
    int[] displs = new int[SIZE];
    int total = 0;
    for (int i = 0; i < SIZE; i++) {
      counts[i] = i + 1;
      displs[i] = total;
      total += i + 1;
    }
    Object[] mine = new Object[ME + 1];
    Arrays.fill(mine, "of " + ME);
    Object[] all = new Object[total];
    WORLD.Gatherv(mine, 0, ME + 1, MPI.OBJECT, all, 0, counts, displs, MPI.OBJECT, 0);
    if (ME == 0) {
      Check.same("of " + (SIZE - 1), all[total - 1]);
      Check.same("of 0", all[0]);
    }
    Object[] everywhere = new Object[total];
    WORLD.Allgatherv(mine, 0, ME + 1, MPI.OBJECT, everywhere, 0, counts, displs, MPI.OBJECT);
    for (int i = 0; i < SIZE; i++) {
      Check.same("of " + i, everywhere[displs[i]]);
      Check.same("of " + i, everywhere[displs[i] + i]);
    }
    Object[] back = new Object[ME + 1];
    WORLD.Scatterv(all, 0, counts, displs, MPI.OBJECT, back, 0, ME + 1, MPI.OBJECT, 0);
    Check.same(mine, back);
    int[] ones = new int[SIZE];
    int[] places = new int[SIZE];
    for (int i = 0; i < SIZE; i++) {
      ones[i] = 1;
      places[i] = SIZE - 1 - i;
    }
    Object[] out = new Object[SIZE];
    for (int i = 0; i < SIZE; i++) {
      out[places[i]] = ME + " to " + i;
    }
    Object[] in = new Object[SIZE];
    WORLD.Alltoallv(out, 0, ones, places, MPI.OBJECT, in, 0, ones, places, MPI.OBJECT);
    for (int i = 0; i < SIZE; i++) {
      Check.same(i + " to " + ME, in[places[i]]);
    }
  }

  /** Joins texts: the order can be seen. */
  private static final class Join extends User_function {
    @Override
    public void Call(
        Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype type) {
      Object[] in = (Object[]) invec;
      Object[] inout = (Object[]) inoutvec;
      for (int i = 0; i < count; i++) {
        inout[inoutoffset + i] = in[inoffset + i] + "" + inout[inoutoffset + i];
      }
    }
  }

  static void objectsAreReducedInTheOrderOfRanks() {
    Op join = new Op(new Join(), false);
    String[] mine = {"" + ME, "x"};
    StringBuilder digits = new StringBuilder();
    StringBuilder before = new StringBuilder();
    for (int i = 0; i < SIZE; i++) {
      digits.append(i);
      before.append(i <= ME ? i : "");
    }
    String[] result = new String[2];
    WORLD.Reduce(mine, 0, result, 0, 2, MPI.OBJECT, join, 0);
    Check.same(ME == 0 ? digits.toString() : null, result[0]);
    WORLD.Allreduce(mine, 0, result, 0, 2, MPI.OBJECT, join);
    Check.same(digits.toString(), result[0]);
    Check.same("x".repeat(SIZE), result[1]);
    WORLD.Scan(mine, 0, result, 0, 1, MPI.OBJECT, join);
    Check.same(before.toString(), result[0]);
    int[] counts = new int[SIZE];
    Arrays.fill(counts, 1);
    counts = Arrays.copyOf(counts, SIZE + 2); // longer than needed
    String[] row = new String[SIZE];
    Arrays.fill(row, "" + ME);
    String[] part = new String[1];
    WORLD.Reduce_scatter(row, 0, part, 0, counts, MPI.OBJECT, join);
    Check.same(digits.toString(), part[0]);
    Check.fails("OBJECT", () -> WORLD.Allreduce(mine, 0, result, 0, 1, MPI.OBJECT, MPI.SUM));
    join.free();
  }

  /** Takes what MPJ Express gives: on the left an array of its own class, on the right Object[]. */
  private static final class Longest extends User_function {
    private final Class<?> left;

    Longest(Class<?> left) {
      this.left = left;
    }

    @Override
    public void Call(
        Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype type) {
      Check.same(left, invec.getClass());
      Check.same(Object[].class, inoutvec.getClass());
      Object[] in = (Object[]) invec;
      Object[] inout = (Object[]) inoutvec;
      for (int i = 0; i < count; i++) {
        String a = in[inoffset + i] + "";
        String b = inout[inoutoffset + i] + "";
        inout[inoutoffset + i] = a.length() >= b.length() ? a : b;
      }
    }
  }

  static void aFunctionOfObjectsGetsTheReceiveArraysClassOnTheLeftAndObjectsOnTheRight() {
    Object[] mine = ME % 2 == 0 ? new Object[] {"a".repeat(ME + 1)} : new Integer[] {ME};
    String longest = "a".repeat(SIZE % 2 == 0 ? SIZE - 1 : SIZE);
    Op strings = new Op(new Longest(String[].class), true);
    Op objects = new Op(new Longest(CharSequence[].class), false);
    for (int root = 0; root < SIZE; root++) {
      String[] text = ME == root ? new String[1] : null; // it matters at the root only
      WORLD.Reduce(mine, 0, text, 0, 1, MPI.OBJECT, strings, root);
      if (SIZE > 1 && ME == root) {
        Check.same(longest, text[0]);
      }
    }
    CharSequence[] all = new CharSequence[1];
    WORLD.Allreduce(mine, 0, all, 0, 1, MPI.OBJECT, objects);
    Check.same(longest, all[0]);
    Object[] row = new Object[SIZE];
    Arrays.fill(row, mine[0]);
    int[] counts = new int[SIZE];
    Arrays.fill(counts, 1);
    all[0] = null;
    WORLD.Reduce_scatter(row, 0, all, 0, counts, MPI.OBJECT, objects);
    Check.same(longest, all[0]);
    Object[] upToMe = ME == 0 ? new Object[1] : new CharSequence[1];
    WORLD.Scan(mine, 0, upToMe, 0, 1, MPI.OBJECT, objects);
    Check.same("a".repeat(ME % 2 == 0 ? ME + 1 : ME), upToMe[0]);
    Datatype column = Datatype.Vector(2, 1, 2, MPI.OBJECT);
    CharSequence[] spread = new CharSequence[4];
    Object[] two = {mine[0], "", "x" + ME, ""};
    WORLD.Allreduce(two, 0, spread, 1, 1, column, objects);
    Check.same(new CharSequence[] {null, longest, null}, Arrays.copyOf(spread, 3));
    Check.same("x" + (SIZE - 1), spread[3]); // the function sees to one object of an element
  }

  /** Every result is a text, whatever the operands are. */
  private static final class Text extends User_function {
    @Override
    public void Call(
        Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype type) {
      ((Object[]) inoutvec)[inoutoffset] = "text";
    }
  }

  static void aResultThatTheReceiveArrayCannotHoldIsSaidSo() {
    if (SIZE > 1 && ME == 0) {
      Integer[] mine = {ME};
      Integer[] sums = new Integer[1];
      Op text = new Op(new Text(), true);
      Check.fails("Integer[]", () -> WORLD.Reduce(mine, 0, sums, 0, 1, MPI.OBJECT, text, 0));
    } else if (SIZE > 1) {
      WORLD.Reduce(new Integer[] {ME}, 0, null, 0, 1, MPI.OBJECT, new Op(new Text(), true), 0);
    }
  }
}
