package org.purempi.launch.smpd;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a command asks for or tells; on the wire in lower case. */
public enum Verb {
  /** To a manager: start another one and let it be your child; answered. */
  CONNECT,
  /** To a manager: the job and its key-value space; answered. */
  START_DBS,
  /**
   * To a manager: a file of a program, whether it is there, bytes of it, its end; answered with
   * where it is.
   */
  STAGE,
  /** To a manager: start ranks; answered. */
  LAUNCH,
  /** From a manager: a rank's process runs. */
  PROC_INFO,
  /** The answer to a command. */
  RESULT,
  /** To a manager: bytes for a rank's standard input; answered once they are taken. */
  STDIN,
  /** To a manager: a rank's standard input ends. */
  CLOSE_STDIN,
  /** From a manager: bytes of a rank's standard output. */
  STDOUT,
  /** From a manager: bytes of a rank's standard error. */
  STDERR,
  /** From a manager: a rank's process has ended. */
  EXIT,
  /** From a manager: a rank asks for the end of the job. */
  ABORT_JOB,
  /** From a manager: it cannot go on. */
  ABORT,
  /** From a manager: the first of its ranks has called init. */
  INIT,
  /**
   * From a manager: all its ranks wait; answered when all ranks of the job do. With {@code missing}
   * it names a rank that has ended and is waited for.
   */
  BARRIER,
  /** A batch of pairs, upward before a barrier and downward before its answer; or a name. */
  DBPUT,
  /** From a manager: a published name; answered. */
  DBGET,
  /** From a manager: a name is withdrawn; answered. */
  DBDELETE,
  /** To a manager: stop the ranks until they are resumed. */
  SUSPEND,
  /** To a manager: let stopped ranks go on. */
  RESUME,
  /** To a manager: a signal for every rank, or the end of all ranks. */
  KILL,
  /** To a manager: are you there? Answered. */
  STATUS,
  /** To a manager: ask the ranks what they are doing; the answers come as STAT, too. */
  STAT,
  /** To a manager: no more commands follow; carry out what is left. */
  CLOSE,
  /** From a manager: everything has been sent. */
  CLOSED_REQUEST,
  /** To a manager: you may go. */
  CLOSED,
  /** From a manager: a rank asks for more processes; answered with what has become of it. */
  SPAWN,
  /**
   * From a manager: a rank's world is connected with another one, or no more; or ranks cannot be
   * told what mpiexec says by it: that another world has failed.
   */
  WORLD,
  /** To a manager: ranks have failed, without which the job goes on. */
  RANK_FAILED,
  /** Of a process that was started without a launcher. */
  SINGINIT,
  /** Of a rank to its launcher in MPICH's smpd; here ranks speak PMI. */
  FINALIZE,
  /** Of a rank to its launcher in MPICH's smpd; here ranks speak PMI. */
  DONE,
  /** To a daemon: make a key-value space; answered with its name. */
  DBCREATE,
  /** To a daemon: forget a key-value space; answered. */
  DBDESTROY,
  /** To a daemon: the first pair of a key-value space; answered. */
  DBFIRST,
  /** To a daemon: the pair after the one that was asked for before; answered. */
  DBNEXT,
  /** To a daemon: the first key-value space; answered. */
  DBFIRSTDB,
  /** To a daemon: the key-value space after the one that was asked for before; answered. */
  DBNEXTDB,
  /** To a daemon: a setting; answered. */
  GET,
  /** To a daemon: change a setting; answered. */
  SET,
  /** To a daemon: delete a setting; answered. */
  DELETE,
  /** To a daemon: all settings; answered. */
  PRINT,
  /** To a daemon: is my passphrase right? Answered. */
  VALIDATE,
  /** To a daemon: listen no more, and go when the last job is over; answered. */
  SHUTDOWN,
  /** To a daemon: read your file again and listen anew; answered. */
  RESTART;

  private static final Map<String, Verb> BY_WORD = new HashMap<>();

  static {
    for (Verb verb : values()) {
      BY_WORD.put(verb.word(), verb);
    }
  }

  /** As it is written. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The verb of that word, or null when there is none. */
  public static @Nullable Verb of(String word) {
    return BY_WORD.get(word);
  }

  /** Whether it carries a rank's output, which waits for a slow reader; all others overtake it. */
  public boolean isOutput() {
    return this == STDOUT || this == STDERR || this == CLOSED_REQUEST;
  }
}
