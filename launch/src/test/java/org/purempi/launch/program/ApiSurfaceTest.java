package org.purempi.launch.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What tells the APIs apart, held against the public members of the originals. */
@Timeout(60)
class ApiSurfaceTest {
  private record Member(String owner, String name, boolean isMethod) {
    @Nullable Api judged() {
      Api ofOwner = ApiSurface.ofClass(owner);
      return ofOwner == null ? ApiSurface.ofMember(name, isMethod) : ofOwner;
    }
  }

  private static final List<Member> OPENMPI = surface("compat-openmpi/src/test/resources/mpi");
  private static final List<Member> MPJEXPRESS = surface("compat-mpjexpress/src/test/resources");

  private static List<Member> surface(String folder) {
    List<Member> members = new ArrayList<>();
    try {
      for (String line : Files.readAllLines(Path.of("..", folder, "surface.csv"))) {
        String[] fields = line.split(",", -1);
        if (fields[0].startsWith("mpi.")) {
          String owner = fields[0].substring(4).replaceFirst("\\$.*", "");
          members.add(new Member(owner, fields[2], fields[1].equals("method")));
        }
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return members;
  }

  @Test
  void everyClassOfBothIsKnown() {
    assertThat(OPENMPI).isNotEmpty().allMatch(m -> ApiSurface.hasClass(m.owner));
    assertThat(MPJEXPRESS).isNotEmpty().allMatch(m -> ApiSurface.hasClass(m.owner));
    assertThat(ApiSurface.hasClass("Main")).isFalse();
    assertThat(ApiSurface.hasClass("tool/Comm")).isFalse();
  }

  @Test
  void whatOnlyOneHasIsItsOwnAndWhatBothHaveTellsNothing() {
    Set<Member> openMpi = membersOf(OPENMPI);
    Set<Member> mpjExpress = membersOf(MPJEXPRESS);
    for (Member m : openMpi) {
      assertThat(m.judged()).as("%s", m).isEqualTo(mpjExpress.contains(m) ? null : Api.OPENMPI);
    }
    for (Member m : mpjExpress) {
      assertThat(m.judged()).as("%s", m).isEqualTo(openMpi.contains(m) ? null : Api.MPJEXPRESS);
    }
  }

  /** Those by whose names a caller can tell: no constructors, nothing that all objects have. */
  private static Set<Member> membersOf(List<Member> surface) {
    Set<String> everywhere =
        Set.of("<init>", "clone", "free", "equals", "hashCode", "toString", "finalize");
    Set<Member> members = new HashSet<>(surface);
    members.removeIf(
        m ->
            m.name.isEmpty()
                || (everywhere.contains(m.name) && ApiSurface.ofClass(m.owner) == null));
    return members;
  }
}
