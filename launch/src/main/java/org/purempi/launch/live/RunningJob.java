package org.purempi.launch.live;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.system.DaemonThread;
import org.purempi.launch.text.UsageException;
import org.purempi.os.PrivateFiles;

/**
 * The door of a job that may run, found in the folders of this user.
 *
 * @param pid the process number of its mpiexec
 */
record RunningJob(long pid, Path door) {
  /** Nobody is behind the door any more. */
  static final class GoneException extends IOException {
    private static final long serialVersionUID = 1L;

    GoneException(long pid, @Nullable Throwable why) {
      super("job " + pid + " has ended", why);
    }
  }

  /** All that may run, the oldest number first. */
  static List<RunningJob> all() throws IOException {
    var found = new ArrayList<RunningJob>();
    for (Path folder : PrivateFiles.allLasting(JobDoor.FOLDER)) {
      try (DirectoryStream<Path> doors = Files.newDirectoryStream(folder)) {
        for (Path door : doors) {
          if (door.getFileName().toString().matches("[0-9]{1,18}")) {
            found.add(new RunningJob(Long.parseLong(door.getFileName().toString()), door));
          }
        }
      }
    }
    found.sort(Comparator.comparingLong(RunningJob::pid));
    return found;
  }

  /**
   * Asks it something; the answer.
   *
   * @throws GoneException if it has ended; its door is removed
   * @throws UsageException if it refuses to answer, or does not within the time
   */
  String ask(String question, long patienceMillis)
      throws IOException, UsageException, InterruptedException {
    var answer = new CompletableFuture<String>();
    DaemonThread.start("question", () -> ask(question, answer));
    String text;
    try {
      text = answer.get(patienceMillis, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new UsageException(
          "job %d does not answer within %d s: its mpiexec is stopped, or too busy"
              .formatted(pid, TimeUnit.MILLISECONDS.toSeconds(patienceMillis)),
          e);
    } catch (ExecutionException e) {
      Files.deleteIfExists(door);
      throw new GoneException(pid, e.getCause());
    }
    if (text.startsWith(JobDoor.NO)) {
      throw new UsageException("job " + pid + ": " + text.substring(JobDoor.NO.length()).strip());
    } else if (!text.startsWith(JobDoor.YES + "\n")) {
      throw new GoneException(pid, new IOException("it has hung up"));
    }
    return text.substring(JobDoor.YES.length() + 1);
  }

  private void ask(String question, CompletableFuture<String> answer) {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(door));
      Channels.newOutputStream(channel).write((question + "\n").getBytes(StandardCharsets.UTF_8));
      byte[] all = Channels.newInputStream(channel).readAllBytes();
      answer.complete(new String(all, StandardCharsets.UTF_8));
    } catch (IOException e) {
      answer.completeExceptionally(e);
    }
  }
}
