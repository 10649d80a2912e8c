package org.purempi.pmi;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.purempi.setting.Setting;

/**
 * The words of PMI-2, as Slurm and Hydra speak it. The handshake is a line of PMI-1; after it every
 * message is six characters of length and {@code cmd=name;key=value;…;}.
 *
 * <pre>
 *   rank → launcher   cmd=init pmi_version=2 pmi_subversion=0\n
 *   launcher → rank   cmd=response_to_init pmi_version=2 pmi_subversion=0 rc=0\n
 *   rank → launcher   51    cmd=fullinit;pmijobid=7.0;pmirank=0;threaded=FALSE;
 *   launcher → rank   114   cmd=fullinit-response;rc=0;pmi-version=2;…;rank=0;size=4;appnum=-1;…
 * </pre>
 */
final class PmiTwo extends PmiClient {
  static final int VERSION = 2;

  // The sizes of the PMI-2 interface; no launcher is asked for them.
  private static final PmiLimits LIMITS = new PmiLimits(64, 64, 1024);
  private static final String TRUE = "TRUE";
  private static final String ANY_SOURCE = "-1";

  private final String job;
  private final int appnum;

  PmiTwo(PmiConversation talk, PmiStart.Seat seat, String jobHint) throws PmiException {
    super(talk, seat.rank(), seat.size(), seat.spawned());
    PmiLine init = PmiLine.of("init").with("pmi_version", VERSION).with("pmi_subversion", 0);
    PmiLine hello = talk.ask(init, "response_to_init");
    succeed(hello);
    if (hello.requireInt("pmi_version") != VERSION) {
      throw new PmiException(
          "the launcher speaks PMI %s, not 2; set %s=1"
              .formatted(hello.get("pmi_version"), Setting.PMI.variable()));
    }
    PmiLine full =
        ask(
            PmiLine.of("fullinit")
                .with("pmijobid", jobHint)
                .with("pmirank", seat.rank())
                .with("threaded", "FALSE"));
    if (full.requireInt("rank") != seat.rank() || full.requireInt("size") != seat.size()) {
      throw new PmiException(
          "the environment says rank %d of %d, the launcher %s of %s"
              .formatted(seat.rank(), seat.size(), full.get("rank"), full.get("size")));
    }
    this.appnum = full.requireInt("appnum");
    this.job = ask(PmiLine.of("job-getid")).require("jobid");
  }

  private PmiLine ask(PmiLine question) throws PmiException {
    PmiLine reply = talk.ask(question, question.command() + "-response");
    succeed(reply);
    return reply;
  }

  private static Optional<String> found(PmiLine reply) throws PmiException {
    return TRUE.equals(reply.get("found")) ? Optional.of(reply.require("value")) : Optional.empty();
  }

  @Override
  public String kvsName() {
    return job;
  }

  @Override
  public PmiLimits limits() {
    return LIMITS;
  }

  @Override
  public int appnum() {
    return appnum;
  }

  private Optional<String> jobAttribute(String key) throws PmiException {
    return found(ask(PmiLine.of("info-getjobattr").with("key", key)));
  }

  @Override
  public int universeSize() throws PmiException {
    String size = jobAttribute("universeSize").orElse("-1");
    try {
      return Integer.parseInt(size);
    } catch (NumberFormatException e) {
      throw new PmiException("the launcher says the universe has '" + size + "' processes", e);
    }
  }

  @Override
  public Optional<String> processMapping() throws PmiException {
    return jobAttribute(MAPPING);
  }

  @Override
  public void put(String key, String value) throws PmiException {
    LIMITS.check(key, value);
    // Slurm does not undo the doubling of ';'.
    if (key.indexOf(';') >= 0 || value.indexOf(';') >= 0) {
      throw new PmiException("PMI-2 pair '" + key + "=" + value + "' holds a ';'");
    }
    ask(PmiLine.of("kvs-put").with("key", key).with("value", value));
  }

  @Override
  public Optional<String> get(String key) throws PmiException {
    PmiLine get = PmiLine.of("kvs-get").with("jobid", job).with("srcid", ANY_SOURCE);
    return found(ask(get.with("key", key)));
  }

  @Override
  public void barrier() throws PmiException {
    ask(PmiLine.of("kvs-fence"));
  }

  @Override
  public void publish(String service, String port) throws PmiException {
    ask(PmiLine.of("name-publish").with("name", service).with("port", port));
  }

  @Override
  public Optional<String> lookup(String service) throws PmiException {
    PmiLine lookup = PmiLine.of("name-lookup").with("name", service);
    PmiLine reply = talk.ask(lookup, "name-lookup-response");
    boolean known = succeeded(reply) && !"FALSE".equals(reply.get("found"));
    return known ? Optional.of(reply.require("value")) : Optional.empty();
  }

  @Override
  public void unpublish(String service) throws PmiException {
    ask(PmiLine.of("name-unpublish").with("name", service));
  }

  @Override
  public SpawnResult spawn(List<SpawnProgram> programs, Map<String, String> preput)
      throws PmiException {
    var words = new SpawnWords(programs, preput);
    PmiLine reply = talk.ask(words.frame(), "spawn-response");
    return SpawnResult.of(reply, words.processes(), "jobid", "errmsg");
  }

  /**
   * PMI-2 has no word for the exit code: the caller's own end tells it, where the launcher looks.
   */
  @Override
  public void abort(int exitCode, String message) throws PmiException {
    String text = message.isEmpty() ? "exit code " + exitCode : oneLine(message);
    talk.tell(PmiLine.of("abort").with("isworld", TRUE).with("msg", text.replace(';', ',')));
  }

  @Override
  public void finish() throws PmiException {
    talk.last(PmiLine.of("finalize"), "finalize-response");
  }
}
