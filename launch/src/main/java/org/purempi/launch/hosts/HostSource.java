package org.purempi.launch.hosts;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Hosts that nobody named on the command line: a file that a variable names, or what a resource
 * manager has granted.
 */
public final class HostSource {
  /** Variables that name a file of hosts: Hydra's, Intel MPI's, Open MPI's. */
  private static final List<String> FILES =
      List.of("HYDRA_HOST_FILE", "I_MPI_HYDRA_HOST_FILE", "OMPI_MCA_orte_default_hostfile");

  /** Where Volcano writes a file of hosts for each task of a job. */
  private static final Path VOLCANO = Path.of("/etc/volcano");

  private static final String VOLCANO_FILE = ".host";

  private final Map<String, String> environment;
  private final Path volcano;

  private HostSource(Map<String, String> environment, Path volcano) {
    this.environment = environment;
    this.volcano = volcano;
  }

  /**
   * The hosts of an environment, or nothing when it names none. First the files a user names, then
   * Slurm, PBS, LSF, Grid Engine and Volcano.
   */
  public static Optional<HostList> find(Map<String, String> environment) throws HostsException {
    return find(environment, VOLCANO);
  }

  static Optional<HostList> find(Map<String, String> environment, Path volcano)
      throws HostsException {
    return Optional.ofNullable(new HostSource(environment, volcano).first());
  }

  /**
   * Reads a file of hosts.
   *
   * @param source the option or variable that named it, with its name
   */
  public static HostList file(String source, String name) throws HostsException {
    return HostFile.parse(source, text(source, name));
  }

  private @Nullable HostList first() throws HostsException {
    for (String variable : FILES) {
      String name = value(variable);
      if (name != null) {
        return file(variable + "=" + name, name);
      }
    }
    HostList found = slurm();
    found = found != null ? found : portableBatch();
    found = found != null ? found : loadSharing();
    found = found != null ? found : gridEngine();
    return found != null ? found : volcano();
  }

  private @Nullable String value(String name) {
    String value = environment.get(name);
    return value == null || value.isBlank() ? null : value.strip();
  }

  private @Nullable HostList slurm() throws HostsException {
    String variable = value("SLURM_JOB_NODELIST") == null ? "SLURM_NODELIST" : "SLURM_JOB_NODELIST";
    String nodes = value(variable);
    if (nodes == null) {
      return null;
    }
    var builder = new HostList.Builder(variable);
    List<String> names = SlurmNodes.expand(variable, nodes);
    String tasks = value("SLURM_TASKS_PER_NODE");
    String counting = tasks == null ? "SLURM_JOB_CPUS_PER_NODE" : "SLURM_TASKS_PER_NODE";
    String counts = tasks == null ? value(counting) : tasks;
    List<Integer> slots = counts == null ? List.of() : SlurmNodes.counts(counting, counts);
    for (int i = 0; i < names.size(); i++) {
      builder.add(variable, names.get(i), i < slots.size() ? slots.get(i) : null, null);
    }
    return builder.build();
  }

  /** A line for each slot. */
  private @Nullable HostList portableBatch() throws HostsException {
    String name = value("PBS_NODEFILE");
    return name == null ? null : file("PBS_NODEFILE=" + name, name);
  }

  /** {@code LSB_MCPU_HOSTS="a 4 b 2"}. */
  private @Nullable HostList loadSharing() throws HostsException {
    String variable = "LSB_MCPU_HOSTS";
    String hosts = value(variable);
    if (hosts == null) {
      return null;
    }
    String[] words = hosts.split("\\s+", -1);
    if (words.length % 2 != 0) {
      throw new HostsException(variable + ": not a list of host and number: '" + hosts + "'");
    }
    var builder = new HostList.Builder(variable);
    for (int i = 0; i < words.length; i += 2) {
      builder.add(variable, words[i], Host.checkedSlots(variable, words[i + 1]), null);
    }
    return builder.build();
  }

  /** Lines of host, slots, queue and processors. */
  private @Nullable HostList gridEngine() throws HostsException {
    String variable = "PE_HOSTFILE";
    String name = value(variable);
    if (name == null) {
      return null;
    }
    String source = variable + "=" + name;
    var builder = new HostList.Builder(source);
    for (String line : text(source, name).lines().toList()) {
      String[] words = line.strip().split("\\s+", -1);
      if (words.length > 1) {
        builder.add(source, words[0], Host.checkedSlots(source, words[1]), null);
      }
    }
    return builder.build();
  }

  /**
   * Volcano's variable for the master of an MPI job, else its files, {@code worker.host} and the
   * like: those of the tasks to which this host does not belong, or, if it belongs to the only one,
   * that one.
   */
  private @Nullable HostList volcano() throws HostsException {
    String hosts = value("MPI_HOST");
    if (hosts != null) {
      return HostWords.parse("MPI_HOST", hosts);
    }
    if (!Files.isDirectory(volcano)) {
      return null;
    }
    String here = environment.getOrDefault("HOSTNAME", "");
    List<Path> others = new ArrayList<>();
    List<Path> all = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(volcano, "*" + VOLCANO_FILE)) {
      for (Path file : files) {
        String text = text(file.toString(), file.toString());
        if (!text.isBlank()) {
          all.add(file);
          boolean isOurs =
              text.lines().anyMatch(l -> l.strip().replaceFirst("[.].*", "").equals(here));
          if (!isOurs) {
            others.add(file);
          }
        }
      }
    } catch (IOException e) {
      throw new HostsException(volcano + ": cannot be read: " + e, e);
    }
    List<Path> chosen = others.isEmpty() ? all : others;
    if (chosen.size() > 1) {
      throw new HostsException(
          volcano + " has files of several tasks, " + chosen + ": name one with -hostfile");
    }
    return chosen.isEmpty()
        ? null
        : file("Volcano's " + chosen.getFirst(), chosen.getFirst().toString());
  }

  private static String text(String source, String name) throws HostsException {
    return TextFile.read(source, name);
  }
}
