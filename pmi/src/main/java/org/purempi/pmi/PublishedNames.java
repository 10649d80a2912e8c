package org.purempi.pmi;

import java.util.HashMap;
import java.util.Map;

/** The names that ranks publish for each other; used by one thread. */
final class PublishedNames {
  private static final int MOST = 100_000;

  private final Map<String, String> services = new HashMap<>();

  /** Whether a command is about names. */
  static boolean isAbout(PmiLine line) {
    return line.command().endsWith("_name");
  }

  /** The reply to a command. */
  PmiLine serve(PmiLine line) throws PmiException {
    String service = line.require("service");
    return switch (line.command()) {
      case "publish_name" ->
          outcome(
              "publish_result",
              services.size() < MOST && services.putIfAbsent(service, line.require("port")) == null,
              "service_already_published");
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

  private static PmiLine outcome(String command, boolean good, String otherwise) {
    return PmiLine.of(command)
        .with("info", good ? "ok" : "failed")
        .with("rc", good ? 0 : -1)
        .with("msg", good ? "success" : otherwise);
  }
}
