package org.purempi.pmi;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The words of PMI-1. */
final class PmiOne extends PmiClient {
  private static final int VERSION = 1;

  private final PmiLimits limits;
  private final String kvsName;
  private @Nullable Integer appnum;
  private @Nullable Integer universeSize;

  PmiOne(PmiConversation talk, PmiStart.Seat seat) throws PmiException {
    super(talk, seat.rank(), seat.size(), seat.spawned());
    PmiLine init = PmiLine.of("init").with("pmi_version", VERSION).with("pmi_subversion", VERSION);
    if (seat.reports()) {
      init = init.with(ReportLines.CAPABLE, 1);
      talk.onReport(
          () -> List.of(new RankReport(seat.rank(), -1, List.of("is joining the job (MPI init)"))));
    }
    succeed(talk.ask(init, "response_to_init"));
    PmiLine maxes = talk.ask(PmiLine.of("get_maxes"), "maxes");
    this.limits =
        new PmiLimits(
            maxes.requireInt("kvsname_max"),
            maxes.requireInt("keylen_max"),
            maxes.requireInt("vallen_max"));
    this.kvsName = talk.ask(PmiLine.of("get_my_kvsname"), "my_kvsname").require("kvsname");
  }

  @Override
  public String kvsName() {
    return kvsName;
  }

  @Override
  public PmiLimits limits() {
    return limits;
  }

  @Override
  public synchronized int appnum() throws PmiException {
    Integer known = appnum;
    if (known == null) {
      known = talk.ask(PmiLine.of("get_appnum"), "appnum").requireInt("appnum");
      appnum = known;
    }
    return known;
  }

  @Override
  public synchronized int universeSize() throws PmiException {
    Integer known = universeSize;
    if (known == null) {
      known = talk.ask(PmiLine.of("get_universe_size"), "universe_size").requireInt("size");
      universeSize = known;
    }
    return known;
  }

  @Override
  public Optional<String> processMapping() throws PmiException {
    return get(MAPPING);
  }

  @Override
  public void put(String key, String value) throws PmiException {
    limits.check(key, value);
    PmiLine put = PmiLine.of("put").with("kvsname", kvsName).with("key", key).with("value", value);
    succeed(talk.ask(put, "put_result"));
  }

  @Override
  public Optional<String> get(String key) throws PmiException {
    PmiLine get = PmiLine.of("get").with("kvsname", kvsName).with("key", key);
    PmiLine reply = talk.ask(get, "get_result");
    return succeeded(reply) ? Optional.of(reply.require("value")) : Optional.empty();
  }

  @Override
  public void barrier() throws PmiException {
    talk.ask(PmiLine.of("barrier_in"), "barrier_out");
  }

  @Override
  public void publish(String service, String port) throws PmiException {
    PmiLine publish = PmiLine.of("publish_name").with("service", name(service));
    succeed(named(talk.ask(publish.with("port", word("port", port)), "publish_result")));
  }

  @Override
  public Optional<String> lookup(String service) throws PmiException {
    PmiLine lookup = PmiLine.of("lookup_name").with("service", name(service));
    PmiLine reply = named(talk.ask(lookup, "lookup_result"));
    return succeeded(reply) ? Optional.of(reply.require("port")) : Optional.empty();
  }

  @Override
  public void unpublish(String service) throws PmiException {
    PmiLine unpublish = PmiLine.of("unpublish_name").with("service", name(service));
    succeed(named(talk.ask(unpublish, "unpublish_result")));
  }

  /** A reply about a name, where those who keep names have an answer. */
  private static PmiLine named(PmiLine reply) throws PmiNamesException {
    String trouble = reply.get("message");
    if (trouble != null && !succeeded(reply)) {
      throw new PmiNamesException(trouble);
    }
    return reply;
  }

  @Override
  public SpawnResult spawn(List<SpawnProgram> programs, Map<String, String> preput)
      throws PmiException {
    var words = new SpawnWords(programs, preput);
    PmiLine reply = talk.ask(words.lines(isOurs()), "spawn_result");
    return SpawnResult.of(reply, words.processes(), "kvsname", "message");
  }

  /** A name in one word; servers of others know names of one word only. */
  private String name(String service) throws PmiNamesException {
    boolean isOurs = kvsName.startsWith(PmiServer.NAME_PREFIX);
    return word("name", isOurs ? URLEncoder.encode(service, UTF_8) : service);
  }

  /** A text that is a word already, and stays as it is. */
  private static String word(String what, String text) throws PmiNamesException {
    boolean isWord = text.chars().allMatch(c -> c > ' ' && c <= '~');
    if (!isWord || text.isEmpty() || text.length() > PublishedNames.MOST_CHARACTERS) {
      throw new PmiNamesException(
          "this launcher takes a %s of one word, 1 to %d characters of ASCII, not '%s'"
              .formatted(what, PublishedNames.MOST_CHARACTERS, text));
    }
    return text;
  }

  @Override
  public void abort(int exitCode, String message) throws PmiException {
    PmiLine abort = PmiLine.of("abort").with("exitcode", exitCode);
    // Other launchers split the line at spaces and would stumble over a text.
    talk.tell(isOurs() && !message.isEmpty() ? abort.with("message", oneLine(message)) : abort);
  }

  @Override
  public void finish() throws PmiException {
    talk.last(PmiLine.of("finalize"), "finalize_ack");
  }
}
