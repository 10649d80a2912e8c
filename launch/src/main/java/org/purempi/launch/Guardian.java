package org.purempi.launch;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A shell outside this JVM, in a session of its own, that reads our pipe. It signals whole process
 * groups for us (Java cannot), and when the pipe ends, because we end or are killed, it kills every
 * group that is left. Any thread may call it.
 */
final class Guardian implements AutoCloseable {
  private static final long FAREWELL_MILLIS = 1000;
  private static final long REMOVAL_MILLIS = 5000;

  /**
   * The shell's program. A line is a verb and a process id: {@code +} watch it and its group,
   * {@code -} its process has been reaped (its number may be taken by another; a group that has
   * members left keeps its number), {@code t} and {@code k} terminate or kill all, {@code s} and
   * {@code c} stop all or let them go on, {@code x} kills one group, {@code z} stops one, {@code r}
   * names a directory to be removed in the end. After {@code k} a process that is announced is
   * killed at once. A process gets a signal by its group, for twice would be too much; by its own
   * number where it has not come to make the group.
   */
  static final String SCRIPT =
      """
      trap '' HUP INT QUIT TERM TSTP PIPE
      watched=' '
      ending=
      removed=
      forget() { watched="${watched%% $1 *} ${watched#* $1 }"; }
      signal() {
        group=
        for one in $watched; do
          case $one in
          "$group") ;; # has it with its group
          -*) if kill -s "$1" -- "$one"; then group=${one#-}; fi ;;
          *) kill -s "$1" -- "$one" ;;
          esac
        done
      }
      while read -r verb id; do
        case $verb in
        +) watched="$watched-$id $id "
           if [ "$ending" ]; then kill -s KILL -- "-$id" "$id"; fi ;;
        -) case $watched in *" $id "*) forget "$id" ;; esac
           if kill -s 0 -- "-$id"; then :; else
             case $watched in *" -$id "*) forget "-$id" ;; esac
           fi ;;
        t) signal TERM ;;
        x) kill -s KILL -- "-$id" "$id" ;;
        z) kill -s STOP -- "-$id" ;;
        s) signal STOP ;;
        c) signal CONT ;;
        r) removed=$id ;;
        k) ending=yes; for one in $watched; do kill -s KILL -- "$one"; done ;;
        esac
      done
      for one in $watched; do kill -s KILL -- "$one"; done
      if [ "$removed" ]; then rm -rf -- "$removed" || { sleep 1; rm -rf -- "$removed"; }; fi
      """;

  private final Process shell;
  private final OutputStream pipe;

  /** Whether the shell has a directory to remove, which can take long on a shared file system. */
  private volatile boolean removes;

  private Guardian(Process shell) {
    this.shell = shell;
    this.pipe = shell.getOutputStream();
  }

  static Guardian start(Tools tools) throws IOException {
    var words = new java.util.ArrayList<>(tools.newSession());
    words.addAll(List.of(Tools.SHELL, "-c", SCRIPT, "purempi-guardian"));
    Process shell =
        new ProcessBuilder(words)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    return new Guardian(shell);
  }

  /** From now on the process and its group die with us. */
  void watch(long processId) throws IOException {
    tell("+ " + processId);
  }

  /** The process itself has ended and been reaped. */
  void reaped(long processId) throws IOException {
    tell("- " + processId);
  }

  /** A directory that is to be removed with all that is in it, however we end. */
  void remove(Path directory) throws IOException {
    removes = true;
    tell("r " + directory);
  }

  /** Asks every watched process to end. */
  void terminateAll() throws IOException {
    tell("t");
  }

  /** Kills one watched process and its group. */
  void kill(long processId) throws IOException {
    tell("x " + processId);
  }

  /** Stops one watched process and its group. */
  void stop(long processId) throws IOException {
    tell("z " + processId);
  }

  /** Stops every watched process, or lets it go on. */
  void suspendAll(boolean stop) throws IOException {
    tell(stop ? "s" : "c");
  }

  /** Kills every watched group now, and every process announced later. */
  void killAll() throws IOException {
    tell("k");
  }

  private synchronized void tell(String line) throws IOException {
    pipe.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    pipe.flush();
  }

  /** Lets go: whatever is left of the groups is killed; returns when that is done. */
  @Override
  public void close() throws IOException {
    synchronized (this) {
      pipe.close();
    }
    try {
      long patience = removes ? REMOVAL_MILLIS : FAREWELL_MILLIS;
      if (!shell.waitFor(patience, TimeUnit.MILLISECONDS) && !removes) {
        shell.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the shell goes on without us
    }
  }
}
