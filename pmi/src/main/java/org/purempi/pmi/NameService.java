package org.purempi.pmi;

import java.util.function.Consumer;

/** Who keeps the names that ranks publish for each other. Any thread. */
public interface NameService extends AutoCloseable {
  /**
   * Serves a rank that publishes, looks up or withdraws a name; does not block.
   *
   * @param answer takes the reply to the rank, on any thread, now or later
   * @throws PmiException when the request is none of these
   */
  void serve(PmiLine request, Consumer<PmiLine> answer) throws PmiException;

  /** No more names are asked for. */
  @Override
  default void close() {}

  /** The reply to a rank whose request is refused for a reason in words. */
  static PmiLine refusal(PmiLine request, String why) {
    return PmiLine.of(request.command().replace("_name", "_result"))
        .with("info", "failed")
        .with("rc", -1)
        .with("msg", "failed")
        .with("message", PmiLine.wire(PmiClient.oneLine(why)));
  }
}
