package org.purempi.launch.program;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What tells the two APIs named {@code mpi} apart. MPJ Express begins its methods with a capital
 * letter, Open MPI with a small one; the exceptions stand here. What both have tells nothing.
 */
final class ApiSurface {
  private static final Set<String> OPENMPIS_CLASSES =
      words(
          """
          CartComm Count DistGraphNeighbors DoubleComplex DoubleInt File FileView FloatComplex
          FloatInt Freeable GraphComm Info Int2 LongInt Message ShortInt Struct UserFunction
          Version Win
          """);

  private static final Set<String> MPJEXPRESS_CLASSES =
      Set.of("Cartcomm", "Graphcomm", "User_function");

  private static final Set<String> CLASSES_OF_BOTH =
      words(
          """
          CartParms Comm Datatype Errhandler GraphParms Group Intercomm Intracomm MPI MPIException
          Op Prequest Request ShiftParms Status
          """);

  private static final Set<String> METHODS_OF_BOTH =
      Set.of("Init", "Finalize", "queryThread", "clone", "free");

  /** What classes have from Object, and exceptions from Throwable. */
  private static final Set<String> INHERITED =
      words(
          """
          equals hashCode toString getClass notify notifyAll wait finalize getMessage
          getLocalizedMessage getCause initCause printStackTrace fillInStackTrace getStackTrace
          setStackTrace addSuppressed getSuppressed
          """);

  private static final Set<String> MPJEXPRESS_SMALL_METHODS =
      Set.of("initThread", "isMainThread", "getType", "getByteSize");

  private static final Set<String> OPENMPIS_CAPITAL_METHODS = Set.of("InitThread");

  private static final Set<String> FIELDS_OF_BOTH =
      words(
          """
          ANY_SOURCE ANY_TAG BAND BOOLEAN BOR BSEND_OVERHEAD BXOR BYTE CART CHAR COMM_SELF
          COMM_WORLD CONGRUENT DOUBLE ERRORS_ARE_FATAL ERRORS_RETURN FLOAT GRAPH GROUP_EMPTY HOST
          IDENT INT INT2 IO LAND LONG LOR LXOR MAX MAXLOC MIN MINLOC PACKED PROC_NULL PROD
          REQUEST_NULL SHORT SIMILAR SUM TAG_UB THREAD_FUNNELED THREAD_MULTIPLE THREAD_SERIALIZED
          THREAD_SINGLE UNDEFINED UNEQUAL
          """);

  private static final Set<String> MPJEXPRESS_CAPITAL_FIELDS =
      words(
          """
          COMM_NULL DEBUG DOUBLE2 EMPTY EMPTY_STATUS FLOAT2 GROUP_NULL LB LONG2 NULL
          NUM_OF_PROCESSORS OBJECT RECV_OVERHEAD SEND_OVERHEAD SHORT2 UB
          """);

  private static final Set<String> OPENMPIS_SMALL_FIELDS =
      Set.of("int2", "shortInt", "longInt", "floatInt", "doubleInt");

  private ApiSurface() {}

  private static Set<String> words(String text) {
    return Set.of(text.strip().split("\\s+"));
  }

  /** Whether one of the APIs has a class of that simple name. */
  static boolean hasClass(String name) {
    return CLASSES_OF_BOTH.contains(name) || ofClass(name) != null;
  }

  /** Whose class it is; null if both have it, or none. */
  static @Nullable Api ofClass(String name) {
    if (MPJEXPRESS_CLASSES.contains(name)) {
      return Api.MPJEXPRESS;
    }
    return OPENMPIS_CLASSES.contains(name) ? Api.OPENMPI : null;
  }

  /** Whose member of a class that both have it is; null if it is both's, or inherited. */
  static @Nullable Api ofMember(String name, boolean isMethod) {
    return isMethod ? ofMethod(name) : ofField(name);
  }

  private static @Nullable Api ofMethod(String name) {
    if (name.startsWith("<") || METHODS_OF_BOTH.contains(name) || INHERITED.contains(name)) {
      return null;
    }
    boolean isMpjExpress =
        Character.isUpperCase(name.charAt(0))
            ? !OPENMPIS_CAPITAL_METHODS.contains(name)
            : MPJEXPRESS_SMALL_METHODS.contains(name);
    return isMpjExpress ? Api.MPJEXPRESS : Api.OPENMPI;
  }

  private static @Nullable Api ofField(String name) {
    if (FIELDS_OF_BOTH.contains(name)) {
      return null;
    }
    boolean isMpjExpress =
        Character.isUpperCase(name.charAt(0))
            ? MPJEXPRESS_CAPITAL_FIELDS.contains(name)
            : !OPENMPIS_SMALL_FIELDS.contains(name);
    return isMpjExpress ? Api.MPJEXPRESS : Api.OPENMPI;
  }
}
