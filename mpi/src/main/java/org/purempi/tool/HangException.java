package org.purempi.tool;

import java.io.Serial;
import java.util.List;
import java.util.function.Supplier;
import org.purempi.ErrorClass;
import org.purempi.MpiException;

/** Ranks that are threads hang, or have not ended in their time; the message is the report. */
public final class HangException extends MpiException {
  @Serial private static final long serialVersionUID = 1;

  private final transient List<RankState> states;
  private final transient Supplier<String> page;

  /**
   * With the report for people, and the same for programs.
   *
   * @param states what each rank is doing
   * @param page draws the report
   */
  public HangException(String report, List<RankState> states, Supplier<String> page) {
    super(ErrorClass.PENDING, report);
    this.states = List.copyOf(states);
    this.page = page;
  }

  /** The report as one page of HTML with the graph of who waits for whom; it needs no network. */
  public String page() {
    return page.get();
  }

  /** What each rank was doing. */
  public List<RankState> states() {
    return states;
  }
}
