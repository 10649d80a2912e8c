package org.purempi.launch;

import org.purempi.launch.local.LocalSite;
import org.purempi.launch.options.JobPlan;
import org.purempi.launch.output.Output;
import org.purempi.launch.program.Command;
import org.purempi.launch.site.Event;
import org.purempi.launch.site.Site;

/**
 * What is said about a job that starts, as far as that was asked for.
 *
 * @param sites where its ranks run
 */
record Notices(JobPlan plan, Sites sites, Output output, Origin origin) {
  /** Before anything is started. */
  void prepares() {
    if (plan.displayMap()) {
      output.say(
          "mpiexec: the ranks' hosts%s:\n%s"
              .formatted(origin.world(), plan.hosts().placement().text().stripTrailing()));
    }
    if (plan.verbose()) {
      sites.all().forEach(this::saySite);
    }
  }

  private void saySite(Site site) {
    if (site instanceof LocalSite here) {
      output.say("mpiexec: serving PMI-1 at " + here.serverAddress());
    } else {
      output.say("mpiexec: starting a manager on " + site.host());
    }
  }

  /** A rank runs, which executes this. */
  void started(Event.Started started, Command command) {
    int rank = started.rank();
    String host = sites.of(rank).host();
    if (plan.verbose()) {
      String words = String.join(" ", command.words());
      String where = sites.all().size() == 1 ? "" : " on " + host;
      output.say(
          "mpiexec: %s is process %d%s: %s"
              .formatted(origin.rank(rank), started.processId(), where, words));
    }
    Integer port = plan.debugging().ports().get(rank);
    if (port != null) {
      boolean isHere = sites.of(rank) instanceof LocalSite;
      output.say(
          "mpiexec: %s%s waits for a debugger: attach one to 127.0.0.1:%d%s"
              .formatted(
                  origin.rank(rank),
                  isHere ? "" : " on " + host,
                  port,
                  isHere ? "" : ", after ssh -L %d:127.0.0.1:%d %s".formatted(port, port, host)));
    }
    if (plan.reportBindings()) {
      String to = started.processors();
      String what = to.isEmpty() ? "is not bound" : "is bound to processors " + to;
      output.say("mpiexec: %s on %s %s".formatted(origin.rank(rank), host, what));
    }
  }
}
