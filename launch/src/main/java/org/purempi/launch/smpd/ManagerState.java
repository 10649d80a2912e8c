package org.purempi.launch.smpd;

import java.util.EnumMap;
import java.util.Map;

/** Where a manager stands in the life of its one job; the table is the whole machine. */
public enum ManagerState {
  /** Started, and nobody has said who it is. */
  READING_SESSION_HEADER,
  /** Part of the tree; no rank runs. */
  IDLE,
  /** Ranks run, or have run. */
  RUNNING,
  /** Ranks are stopped by a signal. */
  SUSPENDED,
  /** Ranks have been killed. */
  ENDING,
  /** The last output is carried; then the manager says that all has been sent. */
  CLOSING,
  /** Nothing is left. */
  DONE;

  /** What moves a manager on. */
  public enum Step {
    /** Somebody said who it is. */
    HEADER,
    /** It is to start a child. */
    CONNECT,
    /** It is told of the job. */
    START_DBS,
    /** It is to keep files of the job's programs. */
    STAGE,
    /** It is to start ranks. */
    LAUNCH,
    /** Standard input comes, or ends. */
    INPUT,
    /** Pairs come, or an answer to what it asked. */
    RELEASE,
    /** It is asked how things are. */
    QUESTION,
    /** Its ranks are to stop. */
    SUSPEND,
    /** Its ranks may go on. */
    RESUME,
    /** Its ranks are to end. */
    KILL,
    /** Nothing more will be asked for. */
    CLOSE,
    /** It may go. */
    CLOSED,
    /** The connection upward is gone. */
    LOST
  }

  private static final Map<ManagerState, Map<Step, ManagerState>> TABLE =
      new EnumMap<>(ManagerState.class);

  static {
    on(READING_SESSION_HEADER, Step.HEADER, IDLE);

    on(IDLE, Step.CONNECT, IDLE);
    on(IDLE, Step.START_DBS, IDLE);
    on(IDLE, Step.STAGE, IDLE);
    on(IDLE, Step.LAUNCH, RUNNING);

    on(RUNNING, Step.LAUNCH, RUNNING);
    on(RUNNING, Step.SUSPEND, SUSPENDED);
    on(SUSPENDED, Step.RESUME, RUNNING);

    for (ManagerState state : new ManagerState[] {RUNNING, SUSPENDED, ENDING, CLOSING}) {
      on(state, Step.INPUT, state);
      on(state, Step.RELEASE, state);
    }
    for (ManagerState state : new ManagerState[] {IDLE, RUNNING, SUSPENDED, ENDING}) {
      on(state, Step.KILL, ENDING);
      on(state, Step.CLOSE, CLOSING);
    }
    for (ManagerState state : new ManagerState[] {IDLE, RUNNING, SUSPENDED, ENDING, CLOSING}) {
      on(state, Step.QUESTION, state);
    }
    on(ENDING, Step.LAUNCH, ENDING);
    on(ENDING, Step.SUSPEND, ENDING);
    on(ENDING, Step.RESUME, ENDING);
    on(CLOSING, Step.KILL, CLOSING);
    on(CLOSING, Step.CLOSED, DONE);
    for (ManagerState state : values()) {
      on(state, Step.LOST, DONE);
    }
  }

  private static void on(ManagerState from, Step step, ManagerState to) {
    TABLE.computeIfAbsent(from, s -> new EnumMap<>(Step.class)).put(step, to);
  }

  /**
   * The state after a step.
   *
   * @throws SmpdException when the step must not be taken here
   */
  public ManagerState after(Step step) throws SmpdException {
    ManagerState next = TABLE.getOrDefault(this, Map.of()).get(step);
    if (next == null) {
      throw new SmpdException(step + " is out of turn: this manager is " + this);
    }
    return next;
  }

  /** Which step a command from above is. */
  public static Step step(Verb verb) throws SmpdException {
    return switch (verb) {
      case CONNECT -> Step.CONNECT;
      case START_DBS -> Step.START_DBS;
      case STAGE -> Step.STAGE;
      case LAUNCH -> Step.LAUNCH;
      case STDIN, CLOSE_STDIN -> Step.INPUT;
      case DBPUT, RESULT -> Step.RELEASE;
      case STATUS, STAT -> Step.QUESTION;
      case SUSPEND -> Step.SUSPEND;
      case RESUME -> Step.RESUME;
      case KILL -> Step.KILL;
      case CLOSE -> Step.CLOSE;
      case CLOSED -> Step.CLOSED;
      default -> throw new SmpdException("'" + verb.word() + "' is not for a manager");
    };
  }
}
