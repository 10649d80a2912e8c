package org.purempi.world;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.purempi.pmi.PmiClient;
import org.purempi.pmi.PmiException;
import org.purempi.pmi.PmiRefusalException;
import org.purempi.pmi.SpawnProgram;
import org.purempi.pmi.SpawnResult;
import org.purempi.spawn.Launcher;

/** The launcher that serves this process by PMI. */
record PmiLauncher(PmiClient pmi) implements Launcher {
  /** Slurm's name for a job and its step; only it has such names. */
  private static final Pattern SLURM_STEP = Pattern.compile("[0-9]+\\.[0-9]+");

  /** Slurm (22.05 at least) takes a request for processes and never answers it. */
  @Override
  public SpawnResult spawn(List<SpawnProgram> programs, Map<String, String> pairs)
      throws PmiException {
    if (SLURM_STEP.matcher(pmi.kvsName()).lookingAt()) {
      throw new PmiException(
          "srun starts none for a program that runs; start it by mpiexec, inside salloc or sbatch");
    }
    return pmi.spawn(programs, pairs);
  }

  @Override
  public void connected(String space) throws PmiException {
    pmi.connected(space);
  }

  @Override
  public void disconnected(String space) throws PmiException {
    pmi.disconnected(space);
  }

  @Override
  public boolean publish(String service, String port) throws PmiException {
    try {
      pmi.publish(service, port);
      return true;
    } catch (PmiRefusalException e) {
      return false;
    }
  }

  @Override
  public Optional<String> lookup(String service) throws PmiException {
    return pmi.lookup(service);
  }

  @Override
  public boolean unpublish(String service) throws PmiException {
    try {
      pmi.unpublish(service);
      return true;
    } catch (PmiRefusalException e) {
      return false;
    }
  }
}
