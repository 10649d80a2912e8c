package org.purempi.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which API named {@code mpi} a program was written for: what its classes refer to, from
 * the main class on, tells. MPJ Express writes {@code comm.Rank()} and {@code Cartcomm}, Open MPI
 * {@code comm.getRank()} and {@code CartComm}.
 */
final class ApiScan {
  /** Beyond so many classes a program that has not yet used an API is taken to use none. */
  private static final int MOST_CLASSES = 400;

  private static final String PACKAGE = "mpi/";

  private static final String OURS = "org/purempi/";

  /** What both APIs have. */
  private static final Set<String> IN_BOTH =
      Set.of("Init", "InitThread", "Finalize", "initThread", "queryThread", "clone", "free");

  /** What every class has. */
  private static final Set<String> OF_OBJECTS =
      Set.of(
          "equals", "hashCode", "toString", "getClass", "notify", "notifyAll", "wait", "finalize");

  private static final Set<String> CLASSES_OF_OPENMPI =
      Set.of("mpi/CartComm", "mpi/GraphComm", "mpi/UserFunction", "mpi/Struct", "mpi/Win");

  private static final Set<String> CLASSES_OF_MPJEXPRESS =
      Set.of("mpi/Cartcomm", "mpi/Graphcomm", "mpi/User_function");

  private static final Pattern IMPORT = Pattern.compile("(?m)^\\s*import\\s+(static\\s+)?mpi\\.");

  private static final Pattern CALL_OF_OPENMPI =
      Pattern.compile(
          "\\.\\s*(getRank|getSize|send|recv|iSend|iRecv|bcast|barrier|allReduce|reduce|gather"
              + "|scatter|allGather|sendRecv|waitFor|waitAll|createCart|wtime)\\s*\\(");

  private static final Pattern CALL_OF_MPJEXPRESS =
      Pattern.compile(
          "\\.\\s*(Rank|Size|Send|Recv|Isend|Irecv|Bcast|Barrier|Allreduce|Reduce|Gather"
              + "|Scatter|Allgather|Sendrecv|Wait|Waitall|Create_cart|Wtime)\\s*\\(");

  private final ClassFiles files;
  private final Set<String> seen = new HashSet<>();
  private final Deque<String> next = new ArrayDeque<>();
  private boolean usesOne;
  private @Nullable String ofOpenMpi;
  private @Nullable String ofMpjExpress;

  private ApiScan(ClassFiles files) {
    this.files = files;
  }

  /**
   * The API of a program; null if it uses none, as far as can be seen.
   *
   * @throws UsageException if it uses both
   */
  static @Nullable Api ofClasses(ClassFiles files, String mainClass) throws UsageException {
    var scan = new ApiScan(files);
    scan.next.add(mainClass.replace('.', '/'));
    scan.run();
    return scan.verdict();
  }

  /** The API of a program in source; null if it imports none. */
  static @Nullable Api ofSource(Path source) throws UsageException {
    String text;
    try {
      text = Files.readString(source, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return null; // the compiler will say so
    }
    if (!IMPORT.matcher(text).find()) {
      return null;
    }
    Matcher openMpi = CALL_OF_OPENMPI.matcher(text);
    Matcher mpjExpress = CALL_OF_MPJEXPRESS.matcher(text);
    boolean calledOpenMpi = openMpi.find();
    boolean calledMpjExpress = mpjExpress.find();
    if (calledOpenMpi && calledMpjExpress) {
      throw undecided(source + " calls " + openMpi.group(1) + " and " + mpjExpress.group(1));
    }
    return calledMpjExpress ? Api.MPJEXPRESS : Api.OPENMPI;
  }

  private void run() {
    while (!next.isEmpty() && seen.size() < MOST_CLASSES) {
      String name = next.remove();
      byte[] bytes = files.read(name + ".class");
      if (bytes != null) {
        look(name, bytes);
      }
    }
  }

  private void look(String user, byte[] bytes) {
    try {
      var pool = new ConstantPool(bytes);
      for (String name : pool.classes()) {
        if (name.startsWith(PACKAGE)) {
          usesOne = true;
          meetClass(user, name);
        } else {
          meet(name);
        }
      }
      pool.members().filter(m -> m.owner().startsWith(PACKAGE)).forEach(m -> meetMember(user, m));
      if (!usesOne && pool.classes().stream().anyMatch(name -> name.startsWith(OURS))) {
        next.clear(); // a program for purempi itself
      }
    } catch (IOException e) {
      // No class file that can be read: java will say so, if it comes to it.
      seen.add(user);
    }
  }

  private void meet(String name) {
    boolean isOthers =
        name.startsWith("java/")
            || name.startsWith("javax/")
            || name.startsWith("jdk/")
            || name.startsWith(OURS);
    if (!isOthers && seen.add(name)) {
      next.add(name);
    }
  }

  private void meetClass(String user, String name) {
    if (CLASSES_OF_OPENMPI.contains(name)) {
      openMpi(user, name);
    } else if (CLASSES_OF_MPJEXPRESS.contains(name)) {
      mpjExpress(user, name);
    }
  }

  private void meetMember(String user, ConstantPool.Member member) {
    String name = member.name();
    boolean tellsNothing =
        !member.isMethod()
            || name.startsWith("<")
            || IN_BOTH.contains(name)
            || OF_OBJECTS.contains(name)
            || member.owner().endsWith("Exception");
    if (tellsNothing) {
      return;
    }
    if (Character.isUpperCase(name.charAt(0))) {
      mpjExpress(user, member.owner() + "." + name);
    } else {
      openMpi(user, member.owner() + "." + name);
    }
  }

  private void openMpi(String user, String what) {
    ofOpenMpi = ofOpenMpi == null ? user + " uses " + what : ofOpenMpi;
  }

  private void mpjExpress(String user, String what) {
    ofMpjExpress = ofMpjExpress == null ? user + " uses " + what : ofMpjExpress;
  }

  private @Nullable Api verdict() throws UsageException {
    if (ofOpenMpi != null && ofMpjExpress != null) {
      throw undecided(
          ofOpenMpi.replace('/', '.')
              + ", which is Open MPI's, and "
              + ofMpjExpress.replace('/', '.')
              + ", which is MPJ Express's");
    }
    if (ofMpjExpress != null) {
      return Api.MPJEXPRESS;
    }
    return usesOne ? Api.OPENMPI : null;
  }

  private static UsageException undecided(String why) {
    return new UsageException(
        "the program mixes two APIs named mpi: "
            + why
            + "; one job can have one of them, say which: -api openmpi or -api mpjexpress");
  }
}
