package org.purempi.launch.local;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.system.Tools;

/**
 * A shell outside this JVM, in a session of its own, that reads our pipe. It signals whole process
 * groups for us (Java cannot), and when the pipe ends, because we end or are killed, it kills every
 * group that is left. When the shell itself is killed, another takes its place. Any thread may call
 * it.
 */
public final class Guardian implements AutoCloseable {
  private static final long FAREWELL_MILLIS = 1000;
  private static final long REMOVAL_MILLIS = 5000;

  /** Whoever kills more shells than this wants no guardian. */
  private static final int MOST_SHELLS = 20;

  /**
   * The shell's program. A line is a verb and a process id: {@code +} watch it and its group,
   * {@code -} its process has been reaped (its number may be taken by another; a group that has
   * members left keeps its number), {@code t} and {@code k} terminate or kill all, {@code s} and
   * {@code c} stop all or let them go on, {@code e} and {@code x} terminate or kill one group,
   * {@code z} stops one, {@code r} names a directory to be removed in the end. After {@code t} or
   * {@code k} a process that is announced gets that signal at once. A process gets a signal by its
   * group, for twice would be too much; by its own number where it has not come to make the group.
   * A stopped process must go on to take SIGTERM.
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
      once() { kill -s "$1" -- "-$2" || kill -s "$1" -- "$2"; }
      while read -r verb id; do
        case $verb in
        +) watched="$watched-$id $id "
           if [ "$ending" ]; then once "$ending" "$id"; fi ;;
        -) case $watched in *" $id "*) forget "$id" ;; esac
           if kill -s 0 -- "-$id"; then :; else
             case $watched in *" -$id "*) forget "-$id" ;; esac
           fi ;;
        t) ending=TERM; signal TERM; signal CONT ;;
        e) once TERM "$id"; once CONT "$id" ;;
        x) kill -s KILL -- "-$id" "$id" ;;
        z) kill -s STOP -- "-$id" ;;
        s) signal STOP ;;
        c) signal CONT ;;
        r) removed=$id ;;
        k) ending=KILL; for one in $watched; do kill -s KILL -- "$one"; done ;;
        esac
      done
      for one in $watched; do kill -s KILL -- "$one"; done
      if [ "$removed" ]; then rm -rf -- "$removed" || { sleep 1; rm -rf -- "$removed"; }; fi
      """;

  private final Tools tools;
  private final Set<Long> watched = new LinkedHashSet<>();
  private Process shell;
  private int shells;

  /** What all have been told: {@code t} or {@code k}; null while they may go on. */
  private @Nullable String ending;

  private boolean closed;

  /** What the shell is to remove in the end, which can take long on a shared file system. */
  private @Nullable Path removed;

  private Guardian(Tools tools) throws IOException {
    this.tools = tools;
    this.shell = newShell();
  }

  /** Starts it. */
  public static Guardian start(Tools tools) throws IOException {
    var guardian = new Guardian(tools);
    synchronized (guardian) {
      guardian.lookAfter();
    }
    return guardian;
  }

  private Process newShell() throws IOException {
    var words = new ArrayList<>(tools.newSession());
    words.addAll(List.of(Tools.SHELL, "-c", SCRIPT, "purempi-guardian"));
    shells++;
    return new ProcessBuilder(words)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private void lookAfter() {
    Process current = shell;
    var unused = current.onExit().thenRun(() -> gone(current));
  }

  /** A shell has ended: at our close, or somebody has killed it. */
  private synchronized void gone(Process which) {
    try {
      if (which == shell && !closed) {
        replace();
      }
    } catch (IOException e) {
      // The next call fails and says so; until then there is nothing that a guardian would do.
    }
  }

  /** Another shell takes over. Groups whose first process has been reaped are lost sight of. */
  private void replace() throws IOException {
    if (shells == MOST_SHELLS) {
      throw new IOException("the shell that guards the ranks was killed " + MOST_SHELLS + " times");
    }
    shell = newShell();
    for (long id : watched) {
      write("+ " + id);
    }
    Path directory = removed;
    if (directory != null) {
      write("r " + directory);
    }
    if (ending != null) {
      write(ending);
    }
    lookAfter();
  }

  /** From now on the process and its group die with us. */
  public synchronized void watch(long processId) throws IOException {
    tell("+ " + processId);
    watched.add(processId);
  }

  /** The process itself has ended and been reaped. */
  public synchronized void reaped(long processId) throws IOException {
    watched.remove(processId);
    tell("- " + processId);
  }

  /** A directory that is to be removed with all that is in it, however we end. */
  public synchronized void remove(Path directory) throws IOException {
    tell("r " + directory);
    removed = directory;
  }

  /** Asks every watched process to end, and every one that is announced later. */
  synchronized void terminateAll() throws IOException {
    tell("t");
    ending = ending == null ? "t" : ending;
  }

  /** Asks one watched process and its group to end. */
  void terminate(long processId) throws IOException {
    tell("e " + processId);
  }

  /** Kills one watched process and its group. */
  public void kill(long processId) throws IOException {
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
  synchronized void killAll() throws IOException {
    tell("k");
    ending = "k";
  }

  private synchronized void tell(String line) throws IOException {
    if (closed) {
      throw new IOException("the job has been ended");
    }
    try {
      write(line);
    } catch (IOException e) {
      replace(); // somebody has killed the shell
      write(line);
    }
  }

  private void write(String line) throws IOException {
    OutputStream pipe = shell.getOutputStream();
    pipe.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    pipe.flush();
  }

  /** Lets go: whatever is left of the groups is killed; returns when that is done. */
  @Override
  public void close() throws IOException {
    Process last;
    boolean removes;
    synchronized (this) {
      closed = true;
      last = shell;
      removes = removed != null;
      last.getOutputStream().close();
    }
    try {
      long patience = removes ? REMOVAL_MILLIS : FAREWELL_MILLIS;
      if (!last.waitFor(patience, TimeUnit.MILLISECONDS) && !removes) {
        last.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the shell goes on without us
    }
  }
}
