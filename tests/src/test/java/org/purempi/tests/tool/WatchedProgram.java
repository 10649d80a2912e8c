package org.purempi.tests.tool;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.FileMode;
import org.purempi.Message;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.MpiFile;
import org.purempi.Op;
import org.purempi.PersistentRequest;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.Window;
import org.purempi.tool.Call;
import org.purempi.tool.Interceptor;

/** A program of two ranks that calls something of each chapter, and tools that hear of it. */
public final class WatchedProgram {
  private WatchedProgram() {}

  /**
   * Runs it.
   *
   * @param args the name of a file that may be written; then {@code threads}, or {@code halt}
   */
  public static void main(String[] args) {
    if (args.length > 1 && args[1].equals("threads")) {
      Mpi.runThreads(2, world -> calls(world, args[0]));
      return;
    }
    try (Mpi mpi = Mpi.init()) {
      calls(mpi.world(), args[0]);
      if (args.length > 1) {
        Runtime.getRuntime().halt(3);
      }
    }
  }

  private static void calls(Communicator world, String file) {
    int other = 1 - world.rank();
    messages(world, other);
    matched(world, other);
    tested(world, other);
    world.allreduce(1.0, Op.SUM);
    world.bcast(new int[4], 1);
    try (Communicator dup = world.dup()) {
      dup.setName("pair");
      dup.ibarrier().waitFor();
      dup.barrier();
    }
    try (Window window = Window.allocate(world, 8, 8)) {
      window.fence();
      window.put(Buf.of(new long[] {7}), other, 0);
      window.fence();
    }
    try (MpiFile opened = MpiFile.open(world, Path.of(file), FileMode.CREATE, FileMode.WRONLY)) {
      opened.writeAtAll(world.rank() * 4L, Buf.of(new int[] {world.rank()}));
    }
    try {
      world.send(new int[1], 5, 0);
    } catch (MpiArgumentException e) {
      // A tool hears of it, too.
    }
  }

  private static void messages(Communicator world, int other) {
    if (world.rank() == 0) {
      world.send(new double[3], 1, 5);
      world.send(new double[2], 1, 6);
      world.isend(Buf.of(new double[1]), 1, 5).waitFor();
    } else {
      Request<?> second = world.irecv(Buf.of(new double[2]), 0, 6);
      world.recv(new double[3], Mpi.ANY_SOURCE, Mpi.ANY_TAG);
      second.waitFor();
      world.recv(new double[1], 0, 5);
    }
    world.sendrecv(Buf.of(new int[] {1}), other, 7, Buf.of(new int[1]), other, 7);
    PersistentRequest send = world.sendInit(Buf.of(new int[1]), other, 8);
    PersistentRequest recv = world.recvInit(Buf.of(new int[1]), other, 8);
    for (int i = 0; i < 2; i++) {
      recv.start();
      send.start();
      world.mpi().waitAll(List.of(recv, send));
    }
    recv.free();
    send.free();
  }

  /** Messages that probes have matched, with tags from 10. */
  private static void matched(Communicator world, int other) {
    if (world.rank() == 0) {
      for (int i = 0; i < 5; i++) {
        world.send(new double[i + 1], 1, 10 + i);
      }
      return;
    }
    world.recv(new double[5], other, 14);
    Message third = world.improbe(other, 12).orElseThrow();
    Message first = world.mprobe(other, 10);
    Message second = world.mprobe(other, 11);
    Request<?> started = second.imrecv(Buf.of(new double[2]));
    third.mrecv(Buf.of(new double[3]));
    first.mrecv(Buf.of(new double[1]));
    started.waitFor();
    Status found = world.iprobe(other, 13).orElseThrow();
    if (world.iprobe(other, 99).isPresent()) {
      throw new AssertionError("nobody has sent this");
    }
    world.recv(new double[(int) found.bytes() / Double.BYTES], other, 13);
  }

  /** Requests that are tested, and those that have a future, with tags from 20. */
  private static void tested(Communicator world, int other) {
    List<Request<Status>> sends = new ArrayList<>();
    List<Request<Status>> receives = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      receives.add(world.irecv(Buf.of(new int[1]), other, 20 + i));
      sends.add(world.isend(Buf.of(new int[1]), other, 20 + i));
    }
    Mpi mpi = world.mpi();
    while (mpi.testAll(receives.subList(0, 1)).isEmpty()) {
      Thread.onSpinWait();
    }
    while (mpi.testAny(receives.subList(1, 2)).isEmpty()) {
      Thread.onSpinWait();
    }
    while (mpi.testSome(receives.subList(2, 3)).orElseThrow().isEmpty()) {
      Thread.onSpinWait();
    }
    receives.get(3).toCompletableFuture().join();
    try {
      receives.get(4).toCompletableFuture().thenApply(Status::bytes).get();
    } catch (ExecutionException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
    mpi.waitAll(sends);
  }

  /** Prints what it hears when the rank has ended. */
  public static class Listener implements Interceptor {
    private final List<String> lines = new ArrayList<>();
    private int rank;

    @Override
    public void started(int rank, int size) {
      this.rank = rank;
      lines.add("started " + rank + " of " + size);
    }

    @Override
    public void entered(Call call) {
      call.attach(call.name() + call.place().map(StackTraceElement::getMethodName).orElse("?"));
      lines.add("enters " + call.name() + " " + call.peer() + " " + call.tag());
    }

    @Override
    public void left(Call call) {
      lines.add(
          "leaves %s(%d) %d bytes of %d tag %d on %s: %s%s%s"
              .formatted(
                  call.name(),
                  call.rank(),
                  call.bytes(),
                  call.peer(),
                  call.tag(),
                  call.scope(),
                  call.attachment(),
                  call.nanos() > 0 ? "" : " took no time",
                  call.failure().map(e -> " throws " + e.getClass().getSimpleName()).orElse("")));
    }

    @Override
    public void ended() {
      String text = String.join("\n", lines) + "\n";
      System.out.print(text.replaceAll("(?m)^", rank + ": "));
      System.out.println();
    }
  }

  /** Fails at once; others are told nevertheless. */
  public static final class Failing implements Interceptor {
    @Override
    public void entered(Call call) {
      throw new IllegalStateException("this tool is broken");
    }
  }
}
