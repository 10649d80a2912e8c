package org.purempi.launch.program;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.text.UsageException;

/**
 * Finds out which API named {@code mpi} a source file was written for, before anything can be
 * compiled: what it calls on {@code MPI}, on communicators and on variables of the API's types
 * tells; comments, strings and methods of other objects do not.
 */
final class ApiText {
  private static final Pattern NO_CODE =
      Pattern.compile(
          "(?s)\"\"\".*?\"\"\""
              + "|\"[^\"\\\\\\n]*+(?:\\\\.[^\"\\\\\\n]*+)*+\""
              + "|'[^'\\\\\\n]*+(?:\\\\.[^'\\\\\\n]*+)*+'"
              + "|//[^\\n]*+"
              + "|/\\*.*?\\*/");

  /** A class of package mpi, or all of them. */
  private static final Pattern OF_THE_PACKAGE =
      Pattern.compile("(?<![.\\w])mpi\\s*\\.\\s*(\\*|\\w+)");

  /** Names that mean something else here than a class of package mpi. */
  private static final Pattern OTHERS =
      Pattern.compile(
          "\\bimport\\s+(?!mpi\\s*\\.)[\\w.]+\\.(\\w+)\\s*;|\\b(?:class|record|enum|interface)\\s+(\\w+)");

  /** Classes of one API whose names nothing else has. */
  private static final Pattern TELLING_CLASS =
      Pattern.compile(
          "\\b(CartComm|GraphComm|UserFunction|DistGraphNeighbors|Cartcomm|Graphcomm|User_function)\\b");

  private static final Pattern VARIABLE =
      Pattern.compile("\\b([A-Z]\\w*)(?:\\s*\\[\\s*\\])*\\s+([a-zA-Z_]\\w*)\\s*(?=[=;,):\\[])");

  private static final Pattern COMMUNICATOR =
      Pattern.compile("\\b(\\w+)\\s*=\\s*(?:MPI\\s*\\.\\s*)?COMM_(?:WORLD|SELF)\\b");

  private static final Pattern MEMBER =
      Pattern.compile("\\b(\\w+)\\s*(?:\\[[^\\]]*+\\]\\s*)*(?=\\.\\s*(\\w+)\\s*(\\()?)");

  /** On what nobody knows the type of, only a name that other objects hardly have tells. */
  private static final Pattern LIKE_MPJEXPRESS =
      Pattern.compile(
          "\\.\\s*(Rank|Size|Send|Recv|Isend|Irecv|Bcast|Barrier|Allreduce|Reduce|Gather"
              + "|Scatter|Allgather|Sendrecv|Wait|Waitall|Create_cart|Split)\\s*\\(");

  private final String code;

  private final Set<String> others = new HashSet<>();

  /** Variables of a type that both have. */
  private final Set<String> variables = new HashSet<>();

  private @Nullable String ofOpenMpi;
  private @Nullable String ofMpjExpress;

  private ApiText(String code) {
    this.code = code;
  }

  /**
   * The API of a program in source; null if it uses none.
   *
   * @param named what {@code -api} says; null if it was not given
   * @throws UsageException if it uses both and none was named, or the other one only
   */
  static @Nullable Api of(Path source, @Nullable Api named) throws UsageException {
    String text;
    try {
      text = Files.readString(source, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return named; // the compiler will say so
    }
    var scan = new ApiText(NO_CODE.matcher(text).replaceAll(" "));
    if (!scan.usesOne()) {
      return named;
    }
    scan.read();
    return named == null ? scan.verdict(source) : scan.confirmed(source, named);
  }

  private boolean usesOne() {
    boolean found = false;
    for (Matcher m = OF_THE_PACKAGE.matcher(code); m.find(); ) {
      found |= m.group(1).equals("*") || ApiSurface.hasClass(m.group(1));
      meet(m.group(1), ApiSurface.ofClass(m.group(1)));
    }
    return found;
  }

  private Api confirmed(Path source, Api named) throws UsageException {
    boolean isOpenMpi = named == Api.OPENMPI;
    String others = isOpenMpi ? ofMpjExpress : ofOpenMpi;
    return named.unlessOther(
        isOpenMpi ? ofOpenMpi : ofMpjExpress, others == null ? null : source + " uses " + others);
  }

  private void read() {
    find();
    for (Matcher m = TELLING_CLASS.matcher(code); m.find(); ) {
      if (!others.contains(m.group(1))) {
        meet(m.group(1), ApiSurface.ofClass(m.group(1)));
      }
    }
    for (Matcher m = MEMBER.matcher(code); m.find(); ) {
      String owner = m.group(1);
      if (variables.contains(owner) || isOfBoth(owner)) {
        meet(owner + "." + m.group(2), ApiSurface.ofMember(m.group(2), m.group(3) != null));
      }
    }
  }

  private Api verdict(Path source) throws UsageException {
    if (ofOpenMpi != null && ofMpjExpress != null) {
      throw ApiScan.undecided(source + " uses " + ofOpenMpi + " and " + ofMpjExpress);
    }
    boolean isMpjExpress =
        ofMpjExpress != null || (ofOpenMpi == null && LIKE_MPJEXPRESS.matcher(code).find());
    return isMpjExpress ? Api.MPJEXPRESS : Api.OPENMPI;
  }

  private void find() {
    for (Matcher m = OTHERS.matcher(code); m.find(); ) {
      others.add(m.group(1) == null ? m.group(2) : m.group(1));
    }
    variables.addAll(List.of("COMM_WORLD", "COMM_SELF"));
    for (Matcher m = VARIABLE.matcher(code); m.find(); ) {
      if (isOfBoth(m.group(1))) {
        variables.add(m.group(2));
      }
    }
    for (Matcher m = COMMUNICATOR.matcher(code); m.find(); ) {
      variables.add(m.group(1));
    }
  }

  /** Whether it names a class that both APIs have. */
  private boolean isOfBoth(String name) {
    return ApiSurface.hasClass(name) && ApiSurface.ofClass(name) == null && !others.contains(name);
  }

  private void meet(String what, @Nullable Api api) {
    if (api == Api.OPENMPI && ofOpenMpi == null) {
      ofOpenMpi = what;
    } else if (api == Api.MPJEXPRESS && ofMpjExpress == null) {
      ofMpjExpress = what;
    }
  }
}
