package org.purempi.launch.program;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.text.UsageException;

/**
 * Finds out which API named {@code mpi} a program was written for: what its classes refer to, from
 * the main class on, tells.
 */
final class ApiScan {
  /** Beyond so many classes a program that has not yet used an API is taken to use none. */
  private static final int MOST_CLASSES = 400;

  private static final String PACKAGE = "mpi/";

  private static final String OURS = "org/purempi/";

  /** Packages that only MPJ Express has beside it. */
  private static final List<String> PACKAGES_OF_MPJEXPRESS = List.of("mpjbuf/", "mpjdev/", "xdev/");

  /** Where the original is on the class path, this class says that it is MPJ Express's. */
  private static final String CLASS_OF_MPJEXPRESS = "mpi/User_function.class";

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
   * @param named what {@code -api} says; null if it was not given
   * @throws UsageException if it uses both and none was named, or the other one only
   */
  static @Nullable Api ofClasses(ClassFiles files, String mainClass, @Nullable Api named)
      throws UsageException {
    var scan = new ApiScan(files);
    scan.next.add(mainClass.replace('.', '/'));
    scan.run();
    return named == null ? scan.verdict() : scan.confirmed(named);
  }

  private Api confirmed(Api named) throws UsageException {
    boolean isOpenMpi = named == Api.OPENMPI;
    String others = isOpenMpi ? ofMpjExpress : ofOpenMpi;
    return named.unlessOther(
        isOpenMpi ? ofOpenMpi : ofMpjExpress, others == null ? null : others.replace('/', '.'));
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
        if (isOfAnApi(name)) {
          usesOne = true;
          meetApi(user, name, ofClass(name));
        } else {
          meet(name);
        }
      }
      pool.members().filter(m -> isOfAnApi(m.owner())).forEach(m -> meetMember(user, m));
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

  /** Whether a class is an API's own; a program may have classes in such a package, too. */
  private static boolean isOfAnApi(String name) {
    return PACKAGES_OF_MPJEXPRESS.stream().anyMatch(name::startsWith)
        || (name.startsWith(PACKAGE) && ApiSurface.hasClass(simple(name)));
  }

  private static @Nullable Api ofClass(String name) {
    return name.startsWith(PACKAGE) ? ApiSurface.ofClass(simple(name)) : Api.MPJEXPRESS;
  }

  /** The name of an outermost class in package {@code mpi}, without the package. */
  private static String simple(String name) {
    int inner = name.indexOf('$');
    return name.substring(PACKAGE.length(), inner < 0 ? name.length() : inner);
  }

  private void meetMember(String user, ConstantPool.Member member) {
    Api owner = ofClass(member.owner());
    Api api = owner == null ? ApiSurface.ofMember(member.name(), member.isMethod()) : owner;
    meetApi(user, member.owner() + "." + member.name(), api);
  }

  private void meetApi(String user, String what, @Nullable Api api) {
    if (api == Api.OPENMPI && ofOpenMpi == null) {
      ofOpenMpi = user + " uses " + what;
    } else if (api == Api.MPJEXPRESS && ofMpjExpress == null) {
      ofMpjExpress = user + " uses " + what;
    }
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
    if (!usesOne) {
      return null;
    }
    boolean hasOriginal = ofOpenMpi == null && files.read(CLASS_OF_MPJEXPRESS) != null;
    return hasOriginal ? Api.MPJEXPRESS : Api.OPENMPI;
  }

  /** What to say of a program that uses both. */
  static UsageException undecided(String why) {
    return new UsageException(
        "the program mixes two APIs named mpi: "
            + why
            + "; one job can have one of them, say which: -api openmpi or -api mpjexpress");
  }
}
