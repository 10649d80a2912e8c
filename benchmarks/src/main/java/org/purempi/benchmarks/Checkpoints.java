package org.purempi.benchmarks;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Locale;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.Op;
import org.purempi.checkpoint.Checkpoint;
import org.purempi.checkpoint.CheckpointSetup;
import org.purempi.checkpoint.Share;

/**
 * What checkpoints cost, under mpiexec: a loop that computes with and without asynchronous ones,
 * synchronous ones beside a plain write and fsync of the same bytes, and incremental ones of which
 * little has changed. What is compared takes turns, for a machine is not as fast at all times. The
 * first of each is told apart, in which code is not compiled and memory not touched yet.
 *
 * <p>Arguments: a folder, MiB of state of all ranks together, rounds, seconds of a loop.
 */
public final class Checkpoints {
  private static final int MIB = 1 << 20;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final int FIRST = 1;
  private static final int REST_MILLIS = 500;

  /** One block in so many changes between incremental checkpoints. */
  private static final int UNCHANGED = 100;

  private final Communicator world;
  private final Path folder;
  private final int rounds;
  private final double seconds;
  private final long global;
  private final double[] state;
  private final ByteBuffer piece = ByteBuffer.allocateDirect(MIB).order(ByteOrder.nativeOrder());
  private double residual;

  private Checkpoints(Communicator world, String... args) {
    this.world = world;
    this.folder = Path.of(args[0]);
    this.global = Long.parseLong(args[1]) * (MIB / Double.BYTES);
    this.rounds = Integer.parseInt(args[2]);
    this.seconds = Double.parseDouble(args[3]);
    this.state = new double[Share.block(global, world).intLength()];
    for (int i = 0; i < state.length; i++) {
      state[i] = Math.sin(i + world.rank());
    }
  }

  public static void main(String[] args) throws IOException {
    try (Mpi mpi = Mpi.init(args)) {
      var checkpoints = new Checkpoints(mpi.world(), args);
      checkpoints.computing();
      checkpoints.writing();
      checkpoints.changing();
    }
  }

  private Checkpoint open(CheckpointSetup setup, String name) {
    Checkpoint checkpoint = setup.prefix(folder.resolve(name)).open();
    checkpoint.block("state", Buf.of(state), global);
    return checkpoint;
  }

  /** A loop, and the same loop at whose begin an asynchronous checkpoint is taken. */
  private void computing() {
    int steps = 1;
    while (millis(steps) < seconds * 1e3) { // compiled by then
      steps *= 2;
    }
    steps = Math.max(1, world.bcast((int) (steps * seconds * 1e3 / millis(steps)), 0));
    int loop = steps;
    double[] without = new double[rounds + FIRST];
    double[] with = new double[rounds + FIRST];
    double[] kept = new double[rounds + FIRST];
    try (Checkpoint checkpoint = open(Checkpoint.setup(world).asynchronous(), "asynchronous")) {
      for (int round = 0; round < with.length; round++) {
        without[round] = millis(loop);
        with[round] =
            millis(
                () -> {
                  checkpoint.save();
                  for (int i = 0; i < loop; i++) {
                    compute();
                    boolean unused = checkpoint.maybe();
                  }
                });
        kept[round] = world.allreduce(checkpoint.costNanos() / NANOS_PER_MILLI, Op.MAX);
      }
    }
    print("loop without", without);
    print("loop with one checkpoint", with);
    print("the loop's rank is kept", kept);
    ratio("with / without", with, without);
  }

  private double millis(int steps) {
    return millis(
        () -> {
          for (int i = 0; i < steps; i++) {
            compute();
          }
        });
  }

  /** A step as solvers take them: all of the state, and a sum of all ranks. */
  private void compute() {
    double[] u = state;
    double sum = 0;
    for (int i = 0; i < u.length - 1; i++) {
      u[i] = u[i] * 0.75 + u[i + 1] * 0.25;
    }
    for (int i = 0; i < u.length; i += MIB) {
      sum += u[i];
    }
    residual = world.allreduce(sum, Op.SUM);
  }

  /** A synchronous checkpoint, and a plain write of the same bytes. */
  private void writing() throws IOException {
    double[] plain = new double[rounds + FIRST];
    double[] saved = new double[rounds + FIRST];
    try (Checkpoint checkpoint = open(Checkpoint.setup(world), "synchronous")) {
      for (int round = 0; round < saved.length; round++) {
        Files.deleteIfExists(plainFile());
        rest();
        plain[round] = millis(this::writePlainly);
        rest();
        saved[round] = millis(checkpoint::save);
      }
    }
    print("plain write and fsync", plain);
    print("checkpoint", saved);
    ratio("bandwidth / plain", plain, saved);
  }

  private Path plainFile() {
    return folder.resolve("plain." + world.rank());
  }

  /** Each rank writes a new file, in pieces. */
  private void writePlainly() {
    try (var channel =
        FileChannel.open(plainFile(), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      int doubles = MIB / Double.BYTES;
      for (int at = 0; at < state.length; at += doubles) {
        int length = Math.min(doubles, state.length - at);
        piece.asDoubleBuffer().put(state, at, length);
        piece.clear().limit(length * Double.BYTES);
        while (piece.hasRemaining()) {
          int unused = channel.write(piece);
        }
        piece.clear();
      }
      channel.force(true);
    } catch (IOException e) {
      throw new IllegalStateException("the plain write: " + e, e);
    }
  }

  /** Of incremental checkpoints all blocks are new, or one in a hundred. */
  private void changing() {
    double[] whole = new double[rounds + FIRST];
    double[] changed = new double[rounds + FIRST];
    try (Checkpoint checkpoint = open(Checkpoint.setup(world).incremental(), "incremental")) {
      for (int round = 0; round < whole.length; round++) {
        change(1);
        rest();
        whole[round] = millis(checkpoint::save);
        change(UNCHANGED);
        rest();
        changed[round] = millis(checkpoint::save);
      }
    }
    print("incremental, all is new", whole);
    print("incremental, 1 % is new", changed);
    ratio("1 % / all", changed, whole);
  }

  /** Old checkpoints are deleted meanwhile, and the file system comes to rest. */
  private static void rest() {
    try {
      Thread.sleep(REST_MILLIS);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
  }

  private void change(int every) {
    for (int i = 0; i < state.length; i += every * (MIB / Double.BYTES)) {
      state[i]++;
    }
  }

  /** From a barrier until the last rank is done. */
  private double millis(Runnable call) {
    world.barrier();
    long begin = System.nanoTime();
    call.run();
    world.barrier();
    return (System.nanoTime() - begin) / NANOS_PER_MILLI;
  }

  private void print(String name, double[] millis) {
    double[] sorted = sorted(millis);
    line(
        String.format(
            Locale.ROOT,
            "%-26s %9.0f %9.0f %9.0f %9.0f %9.0f",
            name,
            millis[0],
            sorted[sorted.length / 2],
            sorted[0],
            sorted[sorted.length - 1],
            global * Double.BYTES / (double) MIB / sorted[sorted.length / 2] * 1e3));
  }

  /** Of the medians, and of the rounds. */
  private void ratio(String name, double[] over, double[] under) {
    double[] paired = new double[over.length];
    for (int i = 0; i < paired.length; i++) {
      paired[i] = over[i] / under[i];
    }
    double[] sorted = sorted(paired);
    double[] top = sorted(over);
    double[] bottom = sorted(under);
    line(
        String.format(
            Locale.ROOT,
            "%-26s %9.3f %9.3f %9.3f %9.3f",
            name,
            paired[0],
            top[top.length / 2] / bottom[bottom.length / 2],
            sorted[0],
            sorted[sorted.length - 1]));
  }

  private static double[] sorted(double[] rounds) {
    double[] sorted = Arrays.copyOfRange(rounds, FIRST, rounds.length);
    Arrays.sort(sorted);
    return sorted;
  }

  private void line(String text) {
    if (world.rank() == 0 && !Double.isNaN(residual)) {
      System.out.println(text);
    }
  }
}
