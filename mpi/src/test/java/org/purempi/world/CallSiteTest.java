package org.purempi.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.purempi.tool.ProgramStack;
import org.purempi.trace.FrameOrigin;

/** Where a program has called the library. */
class CallSiteTest {
  private static StackTraceElement frame(String type, String method, int line) {
    String file = type.substring(type.lastIndexOf('.') + 1) + ".java";
    return new StackTraceElement(type, method, file, line);
  }

  @Test
  void everyPackageOfTheLibraryIsKnown() throws IOException {
    Path sources = Path.of("src/main/java");
    try (Stream<Path> files = Files.walk(sources)) {
      Set<String> packages =
          files
              .filter(f -> f.toString().endsWith("package-info.java"))
              .map(f -> sources.relativize(f.getParent()).toString().replace('/', '.'))
              .collect(Collectors.toSet());
      packages.add("org.purempi");
      assertThat(FrameOrigin.LIBRARY).isEqualTo(packages);
    }
  }

  @Test
  void theProgramsLineIsTheFirstBeyondTheLibrary() {
    StackTraceElement mine = frame("solver.Heat", "exchange", 12);
    var site =
        CallSite.of(
            new StackTraceElement[] {
              frame("java.lang.Thread", "yield", 1),
              frame("org.purempi.transport.shm.ShmDoorbell", "sleep", 2),
              frame("org.purempi.progress.Progress", "sleep", 3),
              frame("org.purempi.communicator.LiveCommunicator", "recv", 4),
              frame("org.purempi.DoubleCalls", "recv", 5),
              mine,
              frame("org.purempi.world.ThreadWorld", "runRank", 6)
            });
    assertThat(site).isEqualTo(new CallSite("recv", mine));
  }

  @Test
  void theMethodsOfAnOlderApiAreCallsOfItsPrograms() {
    StackTraceElement mine = frame("Heat", "main", 12);
    var site =
        CallSite.of(
            new StackTraceElement[] {
              frame("org.purempi.communicator.LiveCommunicator", "ssend", 4),
              frame("mpi.Comm", "lambda$Ssend$0", 5),
              frame("mpi.Errors", "run", 6),
              frame("mpi.Comm", "Ssend", 7),
              mine
            });
    assertThat(site).isEqualTo(new CallSite("Ssend", mine));
  }

  @Test
  void aProgramThatIsNotInTheLibraryHasAPlaceAndNoCall() {
    StackTraceElement mine = frame("solver.Heat", "compute", 12);
    var site =
        CallSite.of(
            new StackTraceElement[] {
              frame("java.lang.Math", "sin", 1),
              mine,
              frame("org.purempi.world.ThreadWorld", "runRank", 6)
            });
    assertThat(site).isEqualTo(new CallSite("", mine));
  }

  @Test
  void aThreadOfTheLibrarysOwnHasACallAndNoPlace() {
    var site =
        CallSite.of(
            new StackTraceElement[] {
              frame("org.purempi.communicator.LiveRequest", "waitFor", 4),
              frame("org.purempi.communicator.LiveRequest", "lambda$toCompletableFuture$0", 9),
              frame("java.lang.VirtualThread", "run", 1)
            });
    assertThat(site).isEqualTo(new CallSite("toCompletableFuture", null));
  }

  @Test
  void aProgramSeesItsCallAndItsOwnFrames() {
    StackTraceElement[] stack = {
      frame("java.lang.Thread", "getStackTrace", 1),
      frame("org.purempi.communicator.Core", "raise", 2),
      frame("mpi.Buffers", "of", 3),
      frame("mpi.Comm", "send", 4),
      frame("solver.Heat", "exchange", 5),
      frame("java.util.List", "forEach", 6),
      frame("solver.Heat", "main", 7),
      frame("java.lang.reflect.Method", "invoke", 8),
      frame("org.purempi.compat.mpjexpress.Program", "main", 9),
      frame("java.lang.Thread", "run", 10)
    };
    assertThat(ProgramStack.of(stack)).containsExactly(stack[3], stack[4], stack[5], stack[6]);
    assertThat(ProgramStack.line(stack)).contains(stack[4]);
    assertThat(ProgramStack.of(new StackTraceElement[] {stack[0], stack[1]})).isEmpty();
    assertThat(ProgramStack.of(new StackTraceElement[] {stack[4]})).containsExactly(stack[4]);
  }
}
