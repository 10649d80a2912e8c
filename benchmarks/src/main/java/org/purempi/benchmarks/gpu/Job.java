package org.purempi.benchmarks.gpu;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A program, alone or as ranks of a job of MPI.
 *
 * @param ranks 0 if it is alone
 * @param flags of mpiexec, or of the JVM
 * @param words the class, and its arguments
 */
record Job(String name, int ranks, List<String> flags, List<String> words) {
  /** Pieces of this length pass through the host by default. */
  static final long DEFAULT_PIECE = 512 << 10;

  static final String DIRECT = "message.ipc";
  static final String AS_IT_IS = "message.default";
  static final String STAGED = "message.staged.shm.";
  static final String STAGED_TCP = "message.staged.tcp.";
  static final String REDUCED_HERE = "allreduce.host";
  static final String REDUCED_THERE = "allreduce.device";

  /** The cases of the provider's own tests, and what runs them, if these are on the class path. */
  static final String CASES = "cases-of-the-provider";

  /** The conformance cases on buffers of a device, if they are on the class path. */
  static final String CONFORMANCE = "conformance-on-devices";

  private static final String ON_DEVICES = "org.purempi.tests.device.OnDevices";
  private static final String CASES_OF_RANKS = "org.purempi.tests.CaseRunner";
  private static final String PROVIDERS_CASES = "org.purempi.device.cuda.KernelCases";
  private static final String CASE_RUNNER = "org.purempi.device.cuda.CaseRunner";

  private static final String NO_SHARING = "-Dpurempi.device.sharing=false";
  private static final String TCP = "-Dpurempi.transport=tcp";
  private static final String AT_ANY_LENGTH = "-Dpurempi.device.direct.from=0";
  private static final String NEVER = Long.toString(Long.MAX_VALUE);
  private static final long MOST_REDUCED = 64 << 20;
  private static final long MOST_OF_LAYOUTS = 16 << 20;

  private static final long[] PIECES = {64 << 10, 256 << 10, DEFAULT_PIECE, 1 << 20, 4 << 20};

  /** All jobs, in the order in which they are run. */
  static List<Job> all(Scale scale, Path reports) {
    List<Job> jobs = new ArrayList<>();
    jobs.add(alone("kernels", Kernels.class, scale.cases()));
    if (!scale.isMock() && isThere(PROVIDERS_CASES)) {
      jobs.add(new Job(CASES, 0, List.of(), List.of(CASE_RUNNER, PROVIDERS_CASES)));
    }
    jobs.add(answers("as-it-is", scale));
    jobs.add(alone("copies", Copies.class, scale.millis(), scale.most()));
    jobs.add(timed("pingpong", AS_IT_IS, scale, scale.most()));
    jobs.add(timed("pingpong", DIRECT, scale, scale.most(), AT_ANY_LENGTH));
    for (long piece : scale.isBrief() ? new long[] {64 << 10, DEFAULT_PIECE} : PIECES) {
      String setting = "-Dpurempi.device.piece=" + piece;
      jobs.add(timed("pingpong", STAGED + piece, scale, scale.most(), NO_SHARING, setting));
      if (piece == DEFAULT_PIECE) {
        jobs.add(timed("pingpong", STAGED_TCP + piece, scale, scale.most(), TCP, setting));
      }
    }
    long most = Math.min(scale.most(), MOST_OF_LAYOUTS);
    jobs.add(timed("layouts", Layouts.PACKED, scale, most));
    jobs.add(timed("layouts", Layouts.PIECES, scale, most, "-Dpurempi.device.packing=false"));
    most = Math.min(scale.most(), MOST_REDUCED);
    jobs.add(timed("allreduce", REDUCED_HERE, scale, most, reduceFrom(NEVER)));
    jobs.add(timed("allreduce", REDUCED_THERE, scale, most, reduceFrom("0")));
    moreAnswers(jobs, scale);
    if (isThere(ON_DEVICES)) {
      jobs.add(
          new Job(
              CONFORMANCE,
              3,
              List.of(AT_ANY_LENGTH, "-Dpurempi.device.piece=8192", reduceFrom("256")),
              List.of(CASES_OF_RANKS, reports.toString(), "DEVICES", "0")));
    }
    return jobs;
  }

  private static boolean isThere(String name) {
    try {
      return Class.forName(name, false, Job.class.getClassLoader()).getName().equals(name);
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  private static void moreAnswers(List<Job> jobs, Scale scale) {
    jobs.add(answers("all-shared", scale, AT_ANY_LENGTH, reduceFrom("0")));
    jobs.add(answers("staged", scale, NO_SHARING, reduceFrom(NEVER)));
    jobs.add(answers("small-pieces", scale, NO_SHARING, "-Dpurempi.device.piece=4096"));
    jobs.add(answers("not-packed-there", scale, "-Dpurempi.device.packing=false"));
    jobs.add(answers("tcp", scale, TCP, reduceFrom("0")));
    jobs.add(answers("threads", scale, "-threads"));
  }

  private static String reduceFrom(String bytes) {
    return "-Dpurempi.device.reduce.from=" + bytes;
  }

  private static Job alone(String name, Class<?> program, Object... arguments) {
    return new Job(name, 0, List.of(), words(program, arguments));
  }

  private static Job answers(String name, Scale scale, String... flags) {
    List<String> words = words(Answers.class, name, scale.mostChecked());
    return new Job("answers, " + name, 2, List.of(flags), words);
  }

  private static Job timed(String what, String series, Scale scale, long most, String... flags) {
    List<String> words = words(Messages.class, what, series, scale.millis(), most);
    return new Job(series, 2, List.of(flags), words);
  }

  private static List<String> words(Class<?> program, Object... arguments) {
    List<String> words = new ArrayList<>(List.of(program.getName()));
    for (Object argument : arguments) {
      words.add(String.format(Locale.ROOT, "%s", argument));
    }
    return words;
  }
}
