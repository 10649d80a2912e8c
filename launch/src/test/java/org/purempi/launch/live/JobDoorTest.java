package org.purempi.launch.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.launch.text.UsageException;

/** Where a job is asked, and who may. */
@Timeout(60)
class JobDoorTest {
  private static final long PATIENCE_MILLIS = 20_000;

  private static String answer(String question) throws JobDoor.RefusedException {
    if (question.equals("stop")) {
      throw new JobDoor.RefusedException("the job is ending");
    }
    return "you say " + question + "\n";
  }

  private static RunningJob ours() throws Exception {
    long pid = ProcessHandle.current().pid();
    return RunningJob.all().stream().filter(job -> job.pid() == pid).findFirst().orElseThrow();
  }

  @Test
  void aQuestionIsAnsweredAsLongAsTheDoorIsOpen() throws Exception {
    Path path;
    try (JobDoor door = JobDoor.open(JobDoorTest::answer)) {
      assertThat(door).isNotNull();
      RunningJob job = ours();
      path = job.door();
      assertThat(job.ask("hello", PATIENCE_MILLIS)).isEqualTo("you say hello\n");
      assertThatThrownBy(() -> job.ask("stop", PATIENCE_MILLIS))
          .isInstanceOf(UsageException.class)
          .hasMessage("job " + job.pid() + ": the job is ending");
    }
    assertThat(path).doesNotExist();
  }

  @Test
  void onlyItsOwnerCanEnterTheFolder() throws Exception {
    try (JobDoor door = JobDoor.open(JobDoorTest::answer)) {
      assertThat(door).isNotNull();
      Path folder = ours().door().getParent();
      assertThat(Files.getPosixFilePermissions(folder))
          .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    }
  }

  @Test
  void aDoorThatAKilledJobHasLeftIsRemoved(@TempDir Path folder) throws Exception {
    Path left = folder.resolve("77");
    var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(left));
    server.close();
    assertThat(left).exists();
    var job = new RunningJob(77, left);
    assertThatThrownBy(() -> job.ask("ps", PATIENCE_MILLIS))
        .isInstanceOf(RunningJob.GoneException.class)
        .hasMessage("job 77 has ended");
    assertThat(left).doesNotExist();
  }

  @Test
  void aJobThatDoesNotAnswerIsNotWaitedForForEver(@TempDir Path folder) throws Exception {
    Path mute = folder.resolve("78");
    try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(mute));
      assertThatThrownBy(() -> new RunningJob(78, mute).ask("ps", 1000))
          .isInstanceOf(UsageException.class)
          .hasMessage("job 78 does not answer within 1 s: its mpiexec is stopped, or too busy");
    }
  }

  @Test
  void whoSaysTooMuchIsAnsweredAndTheNextOneIsServed() throws Exception {
    try (JobDoor door = JobDoor.open(JobDoorTest::answer)) {
      assertThat(door).isNotNull();
      RunningJob job = ours();
      try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(job.door()))) {
        Channels.newOutputStream(channel)
            .write("x".repeat(200).getBytes(StandardCharsets.UTF_8)); // and no end of the line
        assertThat(
                new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8))
            .startsWith("yes\nyou say xxx");
      }
      assertThat(job.ask("again", PATIENCE_MILLIS)).isEqualTo("you say again\n");
    }
  }

  @Test
  void whoAsksWhileAnotherWaitsIsServed() throws Exception {
    var asked = new CountDownLatch(1);
    var release = new CountDownLatch(1);
    JobDoor.Desk slow =
        question -> {
          if (question.equals("slow")) {
            asked.countDown();
            release.await();
          }
          return question;
        };
    try (JobDoor door = JobDoor.open(slow)) {
      assertThat(door).isNotNull();
      RunningJob job = ours();
      Thread first =
          Thread.startVirtualThread(
              () ->
                  assertThat(
                          org.assertj.core.api.Assertions.catchThrowable(
                              () -> job.ask("slow", PATIENCE_MILLIS)))
                      .isNull());
      asked.await();
      assertThat(job.ask("fast", PATIENCE_MILLIS)).isEqualTo("fast");
      release.countDown();
      first.join();
    }
  }

  @Test
  void aTableOfJobsHasALineForEach() {
    JobLine one = new JobLine(4711, 4, 3725, List.of("a", "b", "c", "d"), "Solver.java : true");
    assertThat(JobLine.parse(4711, one.text())).isEqualTo(one);
    assertThat(JobLine.table(List.of(one, JobLine.parse(9, "of the future"))))
        .containsExactly(
            " #       JOB   RANKS       TIME  HOSTS                     PROGRAM",
            " 1      4711       4    1:02:05  a,b,c and 1 more          Solver.java : true",
            " 2         9       0    0:00:00                            (of another version)");
  }
}
