package org.purempi.launch.smpd1;

import org.purempi.launch.smpd.StateTable;

/** Where a connection to our daemon stands; the table is the whole machine. */
public enum Smpd1State {
  /** A challenge has been sent. */
  READING_CHALLENGE_RESPONSE,
  /** The phrase was right. */
  READING_SESSION_REQUEST,
  /** A manager is wanted: no account is asked for, and nobody has to come back to another port. */
  READING_PROCESS_HEADER,
  /** A console is wanted: no password is asked for. */
  READING_CONSOLE_HEADER,
  /** The manager of one job, until it is told to close. */
  MANAGER,
  /** Questions to the daemon. */
  CONSOLE,
  /** A manager waits for its children to close. */
  CLOSING,
  /** Nothing is left. */
  DONE;

  /** What moves a connection on. */
  public enum Step {
    /** The challenge was answered rightly. */
    ACCEPTED,
    /** It was not. */
    REJECTED,
    /** The session {@code process}. */
    PROCESS,
    /** The session {@code smpd}. */
    SMPD,
    /** Who we are. */
    HEADER,
    /** Any command but those that end. */
    COMMAND,
    /** The command {@code close}. */
    CLOSE,
    /** The command {@code closed}, {@code done} or {@code shutdown}. */
    CLOSED,
    /** The connection is gone, or its time is over. */
    LOST
  }

  private static final StateTable<Smpd1State, Step> TABLE =
      new StateTable<>(Smpd1State.class, Step.class);

  static {
    TABLE.on(READING_CHALLENGE_RESPONSE, Step.ACCEPTED, READING_SESSION_REQUEST);
    TABLE.on(READING_CHALLENGE_RESPONSE, Step.REJECTED, DONE);
    TABLE.on(READING_SESSION_REQUEST, Step.PROCESS, READING_PROCESS_HEADER);
    TABLE.on(READING_SESSION_REQUEST, Step.SMPD, READING_CONSOLE_HEADER);
    TABLE.on(READING_SESSION_REQUEST, Step.REJECTED, DONE);
    TABLE.on(READING_PROCESS_HEADER, Step.HEADER, MANAGER);
    TABLE.on(READING_CONSOLE_HEADER, Step.HEADER, CONSOLE);
    TABLE.on(MANAGER, Step.COMMAND, MANAGER);
    TABLE.on(MANAGER, Step.CLOSE, CLOSING);
    TABLE.on(MANAGER, Step.CLOSED, DONE);
    TABLE.on(CONSOLE, Step.COMMAND, CONSOLE);
    TABLE.on(CONSOLE, Step.CLOSE, DONE);
    TABLE.on(CONSOLE, Step.CLOSED, DONE);
    TABLE.on(CLOSING, Step.COMMAND, CLOSING);
    TABLE.on(CLOSING, Step.CLOSE, CLOSING);
    TABLE.on(CLOSING, Step.CLOSED, DONE);
    TABLE.on(DONE, Step.COMMAND, DONE);
    TABLE.on(DONE, Step.CLOSE, DONE);
    TABLE.on(DONE, Step.CLOSED, DONE);
    for (Smpd1State state : values()) {
      TABLE.on(state, Step.LOST, DONE);
    }
  }

  /**
   * The state after a step.
   *
   * @throws Smpd1Exception when the step must not be taken here
   */
  public Smpd1State after(Step step) throws Smpd1Exception {
    Smpd1State next = TABLE.after(this, step);
    if (next == null) {
      throw new Smpd1Exception(step + " is out of turn in " + this);
    }
    return next;
  }

  /** Which step a command is. */
  static Step step(String verb) {
    return switch (verb) {
      case "close" -> Step.CLOSE;
      case "closed", "done", "shutdown", "restart" -> Step.CLOSED;
      default -> Step.COMMAND;
    };
  }
}
