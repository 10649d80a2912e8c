package org.purempi.benchmarks.compare;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * A contestant without MPI, for tests: one process that plays all ranks, answers every point with
 * the same samples, and writes down its turns.
 */
final class FakeRunner {

  private static final int CRASH = 3;

  private FakeRunner() {}

  /** Arguments: name, ranks, diary, the benchmark it dies of, port. */
  public static void main(String[] arguments) throws InterruptedException {
    System.out.println("fake " + arguments[0] + " begins");
    List<Thread> ranks = new ArrayList<>();
    for (int rank = 0; rank < Integer.parseInt(arguments[1]); rank++) {
      int number = rank;
      ranks.add(Thread.ofPlatform().start(() -> play(number, arguments)));
    }
    for (Thread rank : ranks) {
      rank.join();
    }
  }

  private static void play(int rank, String[] arguments) {
    int port = Integer.parseInt(arguments[4]);
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      var in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      say(
          socket,
          "hello %s %s %d 0-1".formatted(rank, arguments[1], ProcessHandle.current().pid()));
      for (String line = in.readLine(); line != null && !line.equals("quit"); ) {
        answer(rank, line, arguments, socket);
        line = in.readLine();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void answer(int rank, String line, String[] arguments, Socket socket)
      throws IOException {
    String benchmark = line.substring(0, line.indexOf(' '));
    if (benchmark.equals(arguments[3])) {
      Runtime.getRuntime().halt(CRASH);
    }
    if (rank != 0) {
      say(socket, "done");
      return;
    }
    Files.writeString(
        Path.of(arguments[2]),
        arguments[0] + " " + benchmark + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
    say(socket, "result 4 2 9");
  }

  private static void say(Socket socket, String line) throws IOException {
    socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.US_ASCII));
  }
}
