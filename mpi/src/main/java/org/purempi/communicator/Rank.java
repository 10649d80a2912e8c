package org.purempi.communicator;

import org.jspecify.annotations.Nullable;
import org.purempi.Info;
import org.purempi.Mpi;
import org.purempi.context.Contexts;
import org.purempi.file.FileDefaults;
import org.purempi.layout.ObjectRules;
import org.purempi.spawn.Launcher;
import org.purempi.spawn.Ports;

/** What a communicator needs to know of its rank's environment; the world above provides it. */
public interface Rank {
  /** The environment, for users. */
  Mpi mpi();

  /** Makes contexts. */
  Contexts contexts();

  /** This rank's process number in the job. */
  int process();

  /**
   * The largest of the numbers of processes that share this host: any number that only they have.
   */
  int host();

  /**
   * The number, within the host, of the one resource of a kind that this process is bound to;
   * {@link org.purempi.Mpi#UNDEFINED} if there is none.
   *
   * @param type a key of {@link org.purempi.Mpi#getHwResourceInfo}
   */
  int resource(String type);

  /** The program's number on the launcher's command line. */
  int appnum();

  /** How many processes can usefully run. */
  int universeSize();

  /** Whether this is the only rank because nothing has started the program as one of several. */
  boolean isAlone();

  /** The largest error code in use. */
  int lastUsedCode();

  /** What objects that arrive have to meet. */
  ObjectRules objectRules();

  /** What holds for all files. */
  FileDefaults files();

  /** Buffer space for buffered sends of every communicator. */
  BufferedSends bufferedSends();

  /** The ports of this process. */
  Ports ports();

  /** Who starts processes; null if nobody does. */
  @Nullable Launcher launcher();

  /** Throws if the environment has been closed. */
  void requireRunning(String call);

  /** Starts the thread that makes progress when no other does. */
  void startProgressThread();

  /** The hints that its communicators begin with. */
  default Info initialHints() {
    return Hints.INITIAL;
  }
}
