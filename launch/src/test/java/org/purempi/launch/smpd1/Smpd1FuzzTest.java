package org.purempi.launch.smpd1;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever comes, a reader answers or refuses, and a daemon goes on. */
@Timeout(300)
class Smpd1FuzzTest {
  private static final int SHORT = 5_000;
  private static final int MILLION = 1_000_000;

  private static final String[] PIECES = {
    "cmd=",
    "launch",
    "result",
    "dbput",
    "barrier",
    " ",
    "src=",
    "dest=",
    "tag=",
    "0",
    "1",
    "-1",
    "99999999999",
    "\"",
    "\\",
    "\\\"",
    "=",
    "==",
    "key=",
    "value=",
    "name=A",
    "ctx_key=0",
    "data=",
    "00",
    "zz",
    "q=0..3",
    "i=1",
    "n=4",
    "\u00ff",
    "\n",
    "\0",
    "x".repeat(400),
    "cmd_tag=1",
    "result=SUCCESS",
    "id=2",
    "host=h",
    "close",
    "closed",
    "stdin",
    "kill",
    "suspend",
    "c=x",
  };

  private static String random(Random random) {
    var text = new StringBuilder();
    for (int i = random.nextInt(16); i >= 0; i--) {
      text.append(PIECES[random.nextInt(PIECES.length)]);
    }
    return text.toString();
  }

  /** A captured command with some bytes changed, or words of our own, behind some length. */
  private static byte[] frame(Random random, List<Captured.Line> captured) throws IOException {
    boolean real = random.nextInt(3) > 0;
    String text = real ? captured.get(random.nextInt(captured.size())).text() : random(random);
    byte[] body = (text + "\0").getBytes(StandardCharsets.ISO_8859_1);
    var out = new ByteArrayOutputStream();
    int length = random.nextInt(8) == 0 ? random.nextInt(70_000) - 100 : body.length;
    out.write(
        java.util.Arrays.copyOf(Integer.toString(length).getBytes(StandardCharsets.US_ASCII), 13));
    out.write(body);
    byte[] bytes = out.toByteArray();
    for (int i = random.nextInt(4); i > 0; i--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    return bytes;
  }

  private static List<Captured.Line> captured() {
    var all = new ArrayList<Captured.Line>();
    Captured.ALL.forEach(name -> all.addAll(Captured.lines(name)));
    return all;
  }

  @Test
  void randomFrames() throws Exception {
    fuzz(SHORT);
  }

  @Test
  @Tag("full")
  void aMillionRandomFrames() throws Exception {
    fuzz(MILLION);
  }

  private static void fuzz(int count) throws Exception {
    long seed = System.nanoTime();
    var random = new Random(seed);
    List<Captured.Line> captured = captured();
    int understood = 0;
    for (int i = 0; i < count; i++) {
      byte[] bytes = frame(random, captured);
      try {
        Smpd1Command command = new Smpd1Reader(new ByteArrayInputStream(bytes)).next();
        if (command == null) {
          continue;
        }
        understood++;
        assertThat(Smpd1Command.parse(command.format())).as("seed %d", seed).isEqualTo(command);
        Smpd1Text.words(command.format());
        LaunchOrder.read(command);
      } catch (Smpd1Exception | EOFException refused) {
        assertThat(refused.getMessage()).as("seed %d", seed).isNotBlank();
      } catch (RuntimeException e) {
        throw new AssertionError("seed %d, input %d".formatted(seed, i), e);
      }
    }
    assertThat(understood).as("seed %d", seed).isBetween(count / 10, count);
  }

  @Test
  void aManagerTakesRandomCommandsAndEndsItsJobAtMost() throws Exception {
    manager(300);
  }

  @Test
  @Tag("full")
  void aManagerTakesManyRandomCommands() throws Exception {
    manager(100_000);
  }

  private static void manager(int count) throws Exception {
    long seed = System.nanoTime();
    var random = new Random(seed);
    List<Captured.Line> captured = captured();
    int jobs = 0;
    for (int sent = 0; sent < count; jobs++) {
      Pipes pipes = Pipes.make();
      var post =
          new Smpd1Post(
              1,
              (host, id, parent) -> {
                throw new IOException("no host");
              },
              Smpd1Database::freshName,
              FakeProcesses::new);
      var manager = new Smpd1Manager(post);
      var thread =
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      manager.serve(pipes.other());
                    } catch (InterruptedException e) {
                      Thread.currentThread().interrupt();
                    }
                  });
      try (Socket socket = pipes.one().socket()) {
        var drain =
            Thread.ofPlatform()
                .start(
                    () -> {
                      try {
                        pipes.one().in().transferTo(java.io.OutputStream.nullOutputStream());
                      } catch (IOException e) {
                        // It is closed.
                      }
                    });
        for (int i = 0; i < 100 && drain.isAlive(); i++) {
          socket.getOutputStream().write(frame(random, captured));
          sent++;
        }
        socket.shutdownOutput();
        drain.join();
      } catch (IOException e) {
        sent++; // the manager has given this job up
      }
      thread.join();
    }
    assertThat(jobs).as("seed %d", seed).isPositive();
  }

  @Test
  void aDaemonOutlivesCallersWhoSayAnything() throws Exception {
    long seed = System.nanoTime();
    var random = new Random(seed);
    var phrase = Phrase.of("p");
    var plan =
        new Smpd1Daemon.Plan(
            "h",
            phrase,
            "",
            List.of(Pipes.LOOPBACK),
            0,
            caller -> true,
            FakeProcesses::new,
            line -> {});
    try (Smpd1Daemon daemon = Smpd1Daemon.start(plan)) {
      for (int i = 0; i < 40; i++) {
        try (var socket = new Socket(Pipes.LOOPBACK, daemon.port())) {
          var bytes = new byte[random.nextInt(3000)];
          random.nextBytes(bytes);
          socket.getOutputStream().write(bytes);
        } catch (IOException e) {
          // It has had enough.
        }
      }
      var caller = new Smpd1Client(phrase, daemon.port(), 20_000);
      Smpd1Client.Line line = caller.console("127.0.0.1");
      line.out().write(Smpd1Command.of("status", 0, 1, 0).bytes());
      Smpd1Command answer = Objects.requireNonNull(new Smpd1Reader(line.in()).next());
      assertThat(answer.get(Smpd1Command.RESULT)).isEqualTo("h");
      line.socket().close();
    }
  }
}
