package org.purempi.pmi;

import java.util.HashMap;
import java.util.Map;

/** The names that ranks publish for each other, perhaps those of several worlds. Any thread. */
public final class PublishedNames {
  static final int MOST = 100_000;

  private final Map<String, String> services = new HashMap<>();

  /** No names yet. */
  public PublishedNames() {}

  /**
   * The reply to a rank that publishes, looks up or withdraws a name.
   *
   * @throws PmiException when the request is none of these
   */
  public synchronized PmiLine serve(PmiLine line) throws PmiException {
    String service = line.require("service");
    return switch (line.command()) {
      case "publish_name" -> publish(service, line.require("port"));
      case "unpublish_name" ->
          outcome("unpublish_result", services.remove(service) != null, "service_not_found");
      case "lookup_name" -> {
        String port = services.get(service);
        PmiLine reply = outcome("lookup_result", port != null, "service_not_found");
        yield port == null ? reply : reply.with("port", port);
      }
      default -> throw new PmiException("unknown PMI command '" + line.command() + "'");
    };
  }

  private PmiLine publish(String service, String port) {
    boolean isNew = !services.containsKey(service);
    boolean isTaken = isNew && services.size() < MOST;
    if (isTaken) {
      services.put(service, port);
    }
    return outcome(
        "publish_result", isTaken, isNew ? "too_many_services" : "service_already_published");
  }

  private static PmiLine outcome(String command, boolean good, String otherwise) {
    return PmiLine.of(command)
        .with("info", good ? "ok" : "failed")
        .with("rc", good ? 0 : -1)
        .with("msg", good ? "success" : otherwise);
  }
}
