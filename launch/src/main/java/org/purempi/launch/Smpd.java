package org.purempi.launch;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.List;

/**
 * The program smpd. {@code smpd -manager} is the manager of one job on this host, for the length of
 * that job, over its standard streams; mpiexec starts it through ssh or another launcher.
 */
public final class Smpd {
  private static final int USAGE = 2;
  private static final int FAILURE = 1;

  private Smpd() {}

  /** Runs smpd; exits with 0 when the job is over, whatever came of it. */
  public static void main(String[] arguments) {
    System.exit(run(List.of(arguments)));
  }

  private static int run(List<String> arguments) {
    try {
      SmpdLine line = SmpdLine.parse(arguments);
      if (line.action() != SmpdOption.MANAGER) {
        throw new UsageException(
            "mpiexec starts me on other hosts, as 'smpd -manager'; see docs/guide/ssh-cluster");
      }
      var out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16);
      Manager.serve(new FileInputStream(FileDescriptor.in), out);
      return 0;
    } catch (UsageException e) {
      System.err.println("smpd: " + e.getMessage());
      return USAGE;
    } catch (IOException e) {
      System.err.println("smpd: " + e.getMessage());
      return FAILURE;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return FAILURE;
    }
  }
}
