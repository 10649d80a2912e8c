package org.purempi.tool;

import java.io.Serial;
import java.util.List;
import org.purempi.ErrorClass;
import org.purempi.MpiException;

/** Ranks that are threads hang, or have not ended in their time; the message is the report. */
public final class HangException extends MpiException {
  @Serial private static final long serialVersionUID = 1;

  private final transient List<RankState> states;

  /**
   * With the report for people, and the same for programs.
   *
   * @param states what each rank is doing
   */
  public HangException(String report, List<RankState> states) {
    super(ErrorClass.PENDING, report);
    this.states = List.copyOf(states);
  }

  /** What each rank was doing. */
  public List<RankState> states() {
    return states;
  }
}
