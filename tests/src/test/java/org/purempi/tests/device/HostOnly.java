package org.purempi.tests.device;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The cases that cannot run on devices, and why. */
public final class HostOnly {
  private static final Map<String, String> REASONS = new TreeMap<>();

  static {
    because(
        "it is about memory that is read-only, of one thread, closed or collected: a device's is"
            + " none of that",
        "BufferCases.aReadOnlySegmentCanBeSentButNotReceivedInto",
        "BufferCases.memoryOfAnotherThreadCannotBeFilledByWhoWaits",
        "BufferCases.memoryThatIsClosedTooEarlyFailsItsReceiveOnly",
        "CollectiveCases.whatIsWrongAtOneRankIsAnErrorAtAll",
        "CreationCases.wrongSizesUnitsAndMemoryAreRefused",
        "DataCases.memoryOfOneThreadIsForCallsThatThisThreadPerforms",
        "ForgottenBufferCases.",
        "IsolationCases.whatCannotBeReceivedIntoIsRefusedInEveryForm",
        "ProbeCases.aMessageCanBeReceivedOnlyOnce",
        "PutGetCases.memoryOfOneThreadMayBeOriginAndResult",
        "RefusedOperationCases.wrongArgumentsAreRefused",
        "ThreadCases.aSendOfAnotherThreadsMemoryIsRefusedAndTheNextOneArrives");
    because(
        "nobody but the device can look at its part of a window",
        "SharedWindowCases.partsOfOtherWindowsAreReachedWhereMemoryIsShared");
    because(
        "its memory is larger than the mock's",
        "TypeLayoutCases.displacementsBeyondTheRangeOfIntAreReached",
        "TypeLayoutCases.whatLiesFarFromItsOriginIsReplaced");
    because(
        "it compares what a callback gets with what it calls, which is a proxy here",
        "FileErrorCases.aHandlerSeesTheErrorsOfItsFile",
        "FileErrorCases.filesBeginWithTheHandlerForErrorsOfNoFile",
        "FutureCases.whatTheyGetIsMadeOnce",
        "WindowHandleCases.aHandlerOfAWindowIsCalledWithItAndThenTheErrorIsThrown");
    because(
        "it looks at a stack trace, in which the proxy is",
        "OpenEpochCases.anErrorSaysWhereTheOpenEpochWasOpened",
        "TruncationCases.theTraceOfAnErrorBeginsAtTheCall");
    because(
        "its objects' classes are loaded a second time here",
        "ObjectCases.objectsFromAnySourceAreNotMixedUp",
        "ObjectCases.objectsOfAnySizeArrive");
    because(
        "a receive ends without a call for its request, so that nobody copies what it got",
        "InfoCases.disconnectWaitsForWhatIsPending",
        "RequestCases.waitsAndTestsPassOverAFreedRequest");
    because("tasks are objects: no buffer of a program is used", ".pool.");
    because("about processes, which start programs of their own", ".spawn.");
    because("about the environment, whose calls take no buffers", ".environment.");
    because("about many ranks and communicators", ".scale.");
  }

  private HostOnly() {}

  private static void because(String reason, String... names) {
    for (String name : names) {
      REASONS.put(name, reason);
    }
  }

  /** Whether a case, by its full name, is one of them. */
  public static boolean isOne(String fullName) {
    return REASONS.keySet().stream().anyMatch(fullName::contains);
  }

  /** The cases, or beginnings of the names of several. */
  public static List<String> names() {
    return List.copyOf(REASONS.keySet());
  }
}
