package org.purempi.launch.daemon;

import java.util.concurrent.TimeUnit;
import org.purempi.launch.smpd.SmpdException;
import org.purempi.launch.smpd.StateTable;

/** Where a daemon stands in its conversation with one caller; the table is the whole machine. */
public enum DaemonState {
  /** Encryption is agreed. */
  SECURING(Limits.STRANGER),
  /** The caller is told what to prove. */
  WRITING_CHALLENGE(Limits.STRANGER),
  /** It proves that it knows the passphrase. */
  READING_PROOF(Limits.STRANGER),
  /** It has not; it learns so a little later. */
  DELAYING(Long.MAX_VALUE),
  /** It is told, and we go. */
  WRITING_REFUSAL(Limits.ANSWER),
  /** It has, and is told that we know it, too. */
  WRITING_VERDICT(Limits.STRANGER),
  /** It says what it wants: a job's manager, or answers. */
  READING_SESSION(Limits.STRANGER),
  /** A process for its job is being started. */
  STARTING_MANAGER(Limits.START),
  /** Bytes pass between the caller and its manager. */
  RELAYING(Long.MAX_VALUE),
  /** Its next command is due. */
  READING_COMMAND(Limits.IDLE),
  /** The answer goes out. */
  WRITING_RESULT(Limits.ANSWER),
  /** The last words go out. */
  WRITING_FAREWELL(Limits.ANSWER),
  /** All has been said; the caller hangs up first, so that nothing is lost. */
  LEAVING(Limits.FAREWELL),
  /** Nothing is left. */
  DONE(Long.MAX_VALUE);

  /** What moves a conversation on. */
  public enum Step {
    /** The channel is encrypted. */
    SECURED,
    /** What was to be written is out. */
    WRITTEN,
    /** The proof is right. */
    PROVED,
    /** The proof is wrong. */
    NOT_PROVED,
    /** The time of waiting is over. */
    WAITED,
    /** The caller wants a manager. */
    PROCESS,
    /** The caller wants answers. */
    CONSOLE,
    /** The manager is there. */
    STARTED,
    /** No manager can be had, or nothing more is wanted: one last word. */
    FAREWELL,
    /** A command has come. */
    COMMAND,
    /** The manager has gone and all is carried, or the caller has. */
    ENDED,
    /** The connection is gone, or what came must not, or took too long. */
    LOST
  }

  /** How long a caller may stay in a state, in milliseconds. */
  private static final class Limits {
    /** All states up to the session together. */
    static final long STRANGER = TimeUnit.SECONDS.toMillis(10);

    static final long START = TimeUnit.SECONDS.toMillis(60);
    static final long IDLE = TimeUnit.MINUTES.toMillis(10);
    static final long ANSWER = TimeUnit.SECONDS.toMillis(5);
    static final long FAREWELL = TimeUnit.SECONDS.toMillis(3);
  }

  private static final StateTable<DaemonState, Step> TABLE =
      new StateTable<>(DaemonState.class, Step.class);

  static {
    TABLE.on(SECURING, Step.SECURED, WRITING_CHALLENGE);
    TABLE.on(WRITING_CHALLENGE, Step.WRITTEN, READING_PROOF);
    TABLE.on(READING_PROOF, Step.NOT_PROVED, DELAYING);
    TABLE.on(DELAYING, Step.WAITED, WRITING_REFUSAL);
    TABLE.on(WRITING_REFUSAL, Step.WRITTEN, LEAVING);
    TABLE.on(READING_PROOF, Step.PROVED, WRITING_VERDICT);
    TABLE.on(WRITING_VERDICT, Step.WRITTEN, READING_SESSION);

    TABLE.on(READING_SESSION, Step.PROCESS, STARTING_MANAGER);
    TABLE.on(STARTING_MANAGER, Step.STARTED, RELAYING);
    TABLE.on(STARTING_MANAGER, Step.FAREWELL, WRITING_FAREWELL);
    TABLE.on(RELAYING, Step.ENDED, LEAVING);

    TABLE.on(READING_SESSION, Step.CONSOLE, READING_COMMAND);
    TABLE.on(READING_SESSION, Step.FAREWELL, WRITING_FAREWELL);
    TABLE.on(READING_COMMAND, Step.COMMAND, WRITING_RESULT);
    TABLE.on(WRITING_RESULT, Step.WRITTEN, READING_COMMAND);
    TABLE.on(READING_COMMAND, Step.FAREWELL, WRITING_FAREWELL);
    TABLE.on(WRITING_FAREWELL, Step.WRITTEN, LEAVING);

    TABLE.on(READING_COMMAND, Step.ENDED, DONE);
    TABLE.on(LEAVING, Step.ENDED, DONE);
    for (DaemonState state : values()) {
      TABLE.on(state, Step.LOST, DONE);
    }
  }

  private final long limitMillis;

  DaemonState(long limitMillis) {
    this.limitMillis = limitMillis;
  }

  /** How many milliseconds a caller may stay here. */
  long limitMillis() {
    return limitMillis;
  }

  /** Whether the caller has yet to prove who it is, or has failed to. */
  boolean isStranger() {
    return compareTo(WRITING_VERDICT) < 0;
  }

  /** Whether its time runs since the call, rather than since the last step. */
  boolean isTimedFromCall() {
    return limitMillis == Limits.STRANGER;
  }

  /**
   * The state after a step.
   *
   * @throws SmpdException when the step must not be taken here
   */
  public DaemonState after(Step step) throws SmpdException {
    DaemonState next = TABLE.after(this, step);
    if (next == null) {
      throw new SmpdException(step + " is out of turn: this conversation is " + this);
    }
    return next;
  }
}
