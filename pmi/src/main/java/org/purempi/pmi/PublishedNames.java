package org.purempi.pmi;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The names that ranks publish for each other: those of one mpiexec, or those of several. A name is
 * withdrawn by the one who has published it, and goes with him. Any thread.
 */
public final class PublishedNames implements NameService {
  static final int MOST = 20_000;

  /** The longest name, and the longest port, on the wire. */
  static final int MOST_CHARACTERS = 2048;

  private record Entry(String port, Object owner) {}

  private final Map<String, Entry> services = new HashMap<>();

  /** No names yet. */
  public PublishedNames() {}

  @Override
  public void serve(PmiLine request, Consumer<PmiLine> answer) throws PmiException {
    answer.accept(reply(request, this));
  }

  /**
   * The reply to a rank that publishes, looks up or withdraws a name.
   *
   * @param owner whose rank it is
   * @throws PmiException when the request is none of these
   */
  public synchronized PmiLine reply(PmiLine request, Object owner) throws PmiException {
    String service = request.require("service");
    Entry known = services.get(service);
    switch (request.command()) {
      case "publish_name" -> {
        return publish(request, service, owner);
      }
      case "unpublish_name" -> {
        if (known != null && known.owner != owner) {
          return NameService.refusal(request, "it was published by another job");
        }
        services.remove(service);
        return outcome("unpublish_result", known != null, "service_not_found");
      }
      case "lookup_name" -> {
        PmiLine reply = outcome("lookup_result", known != null, "service_not_found");
        return known == null ? reply : reply.with("port", known.port);
      }
      default -> throw new PmiException("unknown PMI command '" + request.command() + "'");
    }
  }

  private PmiLine publish(PmiLine request, String service, Object owner) throws PmiException {
    String port = request.require("port");
    if (services.containsKey(service)) {
      return outcome("publish_result", false, "service_already_published");
    }
    if (services.size() >= MOST) {
      return NameService.refusal(request, "there are " + MOST + " names already");
    }
    if (service.length() > MOST_CHARACTERS || port.length() > MOST_CHARACTERS) {
      return NameService.refusal(
          request, "names and ports have at most " + MOST_CHARACTERS + " characters");
    }
    services.put(service, new Entry(port, owner));
    return outcome("publish_result", true, "");
  }

  /** One has gone: so have the names that he has published. */
  public synchronized void forget(Object owner) {
    services.values().removeIf(entry -> entry.owner == owner);
  }

  private static PmiLine outcome(String command, boolean good, String otherwise) {
    return PmiLine.of(command)
        .with("info", good ? "ok" : "failed")
        .with("rc", good ? 0 : -1)
        .with("msg", good ? "success" : otherwise);
  }
}
