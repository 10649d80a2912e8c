package org.purempi.launch.smpd;

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

  private static final StateTable<ManagerState, Step> TABLE =
      new StateTable<>(ManagerState.class, Step.class);

  static {
    TABLE.on(READING_SESSION_HEADER, Step.HEADER, IDLE);

    TABLE.on(IDLE, Step.CONNECT, IDLE);
    TABLE.on(IDLE, Step.START_DBS, IDLE);
    TABLE.on(IDLE, Step.STAGE, IDLE);
    TABLE.on(IDLE, Step.LAUNCH, RUNNING);

    TABLE.on(RUNNING, Step.LAUNCH, RUNNING);
    TABLE.on(RUNNING, Step.SUSPEND, SUSPENDED);
    TABLE.on(SUSPENDED, Step.RESUME, RUNNING);

    for (ManagerState state : new ManagerState[] {RUNNING, SUSPENDED, ENDING, CLOSING}) {
      TABLE.on(state, Step.INPUT, state);
      TABLE.on(state, Step.RELEASE, state);
    }
    for (ManagerState state : new ManagerState[] {IDLE, RUNNING, SUSPENDED, ENDING}) {
      TABLE.on(state, Step.KILL, ENDING);
      TABLE.on(state, Step.CLOSE, CLOSING);
    }
    for (ManagerState state : new ManagerState[] {IDLE, RUNNING, SUSPENDED, ENDING, CLOSING}) {
      TABLE.on(state, Step.QUESTION, state);
    }
    TABLE.on(ENDING, Step.LAUNCH, ENDING);
    TABLE.on(ENDING, Step.SUSPEND, ENDING);
    TABLE.on(ENDING, Step.RESUME, ENDING);
    TABLE.on(CLOSING, Step.KILL, CLOSING);
    TABLE.on(CLOSING, Step.CLOSED, DONE);
    for (ManagerState state : values()) {
      TABLE.on(state, Step.LOST, DONE);
    }
  }

  /**
   * The state after a step.
   *
   * @throws SmpdException when the step must not be taken here
   */
  public ManagerState after(Step step) throws SmpdException {
    ManagerState next = TABLE.after(this, step);
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
      case STATUS, STAT, WORLD, RANK_FAILED -> Step.QUESTION;
      case SUSPEND -> Step.SUSPEND;
      case RESUME -> Step.RESUME;
      case KILL -> Step.KILL;
      case CLOSE -> Step.CLOSE;
      case CLOSED -> Step.CLOSED;
      default -> throw new SmpdException("'" + verb.word() + "' is not for a manager");
    };
  }
}
