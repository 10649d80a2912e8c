package org.purempi.pmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** PMI-2, byte by byte, against a launcher that says what Slurm's and Hydra's were heard to say. */
@Timeout(20)
class PmiTwoTest {
  private static final String HELLO =
      """
      > cmd=init pmi_version=2 pmi_subversion=0\\n
      < cmd=response_to_init rc=0 pmi_version=2 pmi_subversion=0\\n
      > 51    cmd=fullinit;pmijobid=7.0;pmirank=1;threaded=FALSE;
      < cmd=fullinit-response;rc=0;pmi-version=2;pmi-subversion=0;rank=1;size=4;appnum=-1;debugged=FALSE;
      > 14    cmd=job-getid;
      < cmd=job-getid-response;rc=0;jobid=7.0;
      """;

  /** How a launcher writes the length of a frame. */
  private enum Style {
    SLURM("%-6d"),
    HYDRA("%6d");

    private final String format;

    Style(String format) {
      this.format = format;
    }

    String frame(String body) {
      return String.format(format, body.length()) + body;
    }
  }

  /** A launcher that expects and says the lines of a script, to the byte. */
  private static final class ScriptedLauncher implements AutoCloseable {
    private final ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final BlockingQueue<String> wrong = new LinkedBlockingQueue<>();
    private final Thread thread;

    ScriptedLauncher(Style style, String script) throws IOException {
      thread = Thread.ofPlatform().start(() -> play(style, script.lines().toList()));
    }

    PmiTwo client(BlockingQueue<String> lost) throws IOException {
      var socket = new Socket(server.getInetAddress(), server.getLocalPort());
      var talk =
          new PmiConversation(
              new PmiReader(socket.getInputStream()),
              socket.getOutputStream(),
              lost::add,
              () -> {});
      return new PmiTwo(talk, new PmiStart.Seat(1, 4, false, false), "7.0");
    }

    private void play(Style style, List<String> script) {
      try (Socket socket = server.accept()) {
        for (String line : script) {
          String text = line.substring(2).replace("\\n", "\n");
          if (line.startsWith("<")) {
            String bytes = text.endsWith("\n") ? text : style.frame(text);
            socket.getOutputStream().write(bytes.getBytes(StandardCharsets.US_ASCII));
          } else {
            byte[] said = socket.getInputStream().readNBytes(text.length());
            compare(text, new String(said, StandardCharsets.US_ASCII));
          }
        }
      } catch (IOException e) {
        wrong.add(e.toString());
      }
    }

    private void compare(String expected, String said) {
      if (!expected.equals(said)) {
        wrong.add("'" + said + "' instead of '" + expected + "'");
      }
    }

    /** Ends when the whole script has been played. */
    @Override
    public void close() throws IOException {
      try {
        thread.join(TimeUnit.SECONDS.toMillis(5));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      server.close();
      assertThat(wrong).isEmpty();
      assertThat(thread.isAlive()).as("the script was not played to its end").isFalse();
    }
  }

  private static final String WORDS =
      """
      > 44    cmd=kvs-put;key=addr-0;value=tcp://10.0.0.0;
      < cmd=kvs-put-response;rc=0;
      > 14    cmd=kvs-fence;
      < cmd=kvs-fence-response;rc=0;
      > 42    cmd=kvs-get;jobid=7.0;srcid=-1;key=addr-0;
      < cmd=kvs-get-response;rc=0;found=TRUE;value=tcp://10.0.0.0;
      > 42    cmd=kvs-get;jobid=7.0;srcid=-1;key=nosuch;
      < cmd=kvs-get-response;rc=0;found=FALSE;
      > 44    cmd=info-getjobattr;key=PMI_process_mapping;
      < cmd=info-getjobattr-response;rc=0;found=TRUE;value=(vector,(0,1,3),(1,1,1));
      > 37    cmd=info-getjobattr;key=universeSize;
      < cmd=info-getjobattr-response;rc=0;found=FALSE;
      > 13    cmd=finalize;
      < cmd=finalize-response;rc=0;
      """;

  @ParameterizedTest
  @ValueSource(strings = {"SLURM", "HYDRA"})
  void aRankSpeaksAsTheLaunchersExpect(String style) throws Exception {
    var lost = new LinkedBlockingQueue<String>();
    try (var launcher = new ScriptedLauncher(Style.valueOf(style), HELLO + WORDS)) {
      PmiClient client = launcher.client(lost);
      assertThat(client.rank()).isEqualTo(1);
      assertThat(client.size()).isEqualTo(4);
      assertThat(client.appnum()).isEqualTo(-1);
      client.put("addr-0", "tcp://10.0.0.0");
      client.barrier();
      assertThat(client.get("addr-0")).hasValue("tcp://10.0.0.0");
      assertThat(client.get("nosuch")).isEmpty();
      assertThat(client.processMapping()).hasValue("(vector,(0,1,3),(1,1,1))");
      assertThat(client.universeSize()).isEqualTo(-1);
      client.finish();
    }
    assertThat(lost).isEmpty();
  }

  @Test
  void aRefusalNamesTheQuestion() throws Exception {
    String refused = HELLO + "> 14    cmd=kvs-fence;\n< cmd=kvs-fence-response;rc=5;errmsg=no;\n";
    try (var launcher = new ScriptedLauncher(Style.SLURM, refused)) {
      PmiClient client = launcher.client(new LinkedBlockingQueue<>());
      assertThatThrownBy(client::barrier)
          .isInstanceOf(PmiException.class)
          .hasMessageContaining("kvs-fence-response")
          .hasMessageContaining("rc=5");
    }
  }

  @Test
  void aLauncherThatSpeaksOnlyPmiOneIsNamed() throws Exception {
    String one =
        """
        > cmd=init pmi_version=2 pmi_subversion=0\\n
        < cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0\\n
        """;
    try (var launcher = new ScriptedLauncher(Style.HYDRA, one)) {
      assertThatThrownBy(() -> launcher.client(new LinkedBlockingQueue<>()))
          .hasMessageContaining("the launcher speaks PMI 1, not 2; set PUREMPI_PMI=1");
    }
  }

  @Test
  void aLauncherThatGoesIsNoticed() throws Exception {
    var lost = new LinkedBlockingQueue<String>();
    try (var launcher = new ScriptedLauncher(Style.SLURM, HELLO)) {
      PmiClient client = launcher.client(lost);
      assertThat(lost.poll(5, TimeUnit.SECONDS)).contains("closed its connection");
      assertThatThrownBy(client::barrier).isInstanceOf(PmiException.class);
    }
  }

  @Test
  void valuesThatSlurmWouldCutOffAreRefused() throws Exception {
    try (var launcher = new ScriptedLauncher(Style.SLURM, HELLO)) {
      PmiClient client = launcher.client(new LinkedBlockingQueue<>());
      assertThatThrownBy(() -> client.put("a", "b;c")).hasMessageContaining("holds a ';'");
    }
  }

  @Test
  void aDoubledSemicolonStandsForOne() throws Exception {
    PmiLine line = PmiLine.parseFields("cmd=x;a=1;;2;b=;;;;;c=;;;");
    assertThat(line.fields()).isEqualTo(Map.of("a", "1;2", "b", ";;", "c", ";"));
    PmiLine said = PmiLine.of("x").with("a", "1;2").with("b", ";;").with("c", "");
    assertThat(PmiLine.parseFields(body(said))).isEqualTo(said);
  }

  private static String body(PmiLine line) {
    return new String(line.frame(), StandardCharsets.UTF_8).substring(PmiReader.HEADER_BYTES);
  }

  @ParameterizedTest
  @ValueSource(strings = {"      ", "-3    cmd", "99999 cmd=", "abcdef", "4     a=b;", "3     cm"})
  void framesThatAreNoneAreErrors(String bytes) {
    assertThatThrownBy(() -> readAll(hello(bytes.getBytes(StandardCharsets.US_ASCII))))
        .isInstanceOf(PmiException.class);
  }

  private static InputStream hello(byte[] rest) {
    byte[] hello = "cmd=response_to_init pmi_version=2 rc=0\n".getBytes(StandardCharsets.US_ASCII);
    var all = new byte[hello.length + rest.length];
    System.arraycopy(hello, 0, all, 0, hello.length);
    System.arraycopy(rest, 0, all, hello.length, rest.length);
    return new ByteArrayInputStream(all);
  }

  private static int readAll(InputStream in) throws IOException {
    var reader = new PmiReader(in);
    int read = 0;
    while (reader.next() != null) {
      read++;
    }
    return read;
  }

  @Test
  void noBytesMakeTheReaderFailOtherwiseThanWithAPmiException() {
    long seed = 20260721;
    var random = new Random(seed);
    String alphabet = "cmd=;  0123456789\nrc;value=";
    for (int i = 0; i < 20_000; i++) {
      var bytes = new byte[random.nextInt(60)];
      for (int b = 0; b < bytes.length; b++) {
        bytes[b] = (byte) alphabet.charAt(random.nextInt(alphabet.length()));
      }
      try {
        readAll(hello(bytes));
        readAll(new ByteArrayInputStream(bytes));
      } catch (PmiException e) {
        assertThat(e).hasMessageContaining("PMI");
      } catch (IOException | RuntimeException e) {
        throw new AssertionError("seed " + seed + ", input " + i, e);
      }
    }
  }
}
