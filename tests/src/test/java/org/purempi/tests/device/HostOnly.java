package org.purempi.tests.device;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The cases that cannot run on devices, and why. */
public final class HostOnly {
  /** Packages whose cases are not about buffers, or are on devices as they are. */
  private static final List<String> WITHOUT_BUFFERS =
      List.of(".pool.", ".spawn.", ".environment.", ".scale.", ".device.");

  /** They call so often with so much memory under way that copying it here takes minutes. */
  private static final List<String> ENDLESS =
      List.of(
          "AtomicityCases.singleNumbersAndLongVectorsOfThemLoseNothing",
          "PutGetCases.longMessagesWithGapsArriveWhole",
          "PutGetCases.manyOperationsMayBeUnderWayInAnyOrderOfPlaces",
          "UpdateCases.longOperandsAreCombinedWhole");

  /** They copy so much here that they are for the long run. */
  private static final List<String> LONG =
      List.of(
          ".grid.",
          "BufferCases.everyKindOfMemoryCanSendToEveryOther",
          "DataCases.aReadThatMeetsTheEndOfTheFileSaysHowMuchItHasRead",
          "DataCases.everyCallMovesEveryKindOfMemory",
          "PartitionedCases.partitionsArriveInAnyOrderOfReadiness",
          "ProbeCases.aProbeTellsTheSizeOfTheBasicElementsThatWereSent",
          "PutGetCases.longMessagesArriveWhole",
          "RandomTrafficCases.everyReceiveOfARandomProgramGetsItsMessage",
          "ThreadCases.cancelMeetsNoOtherReceive",
          "TypeLayoutCases.everyLayoutCanBeSentToEveryOther");

  private static final Map<String, String> CASES = new TreeMap<>();

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
        "ForgottenBufferCases.thatOfAReceive",
        "ForgottenBufferCases.thatOfAReceiveThatHasFailed",
        "ForgottenBufferCases.thatOfAReceiveWithAFuture",
        "ForgottenBufferCases.thoseOfANonBlockingCollective",
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
  }

  private HostOnly() {}

  private static void because(String reason, String... names) {
    for (String name : names) {
      CASES.put(name, reason);
    }
  }

  /** Whether a case, by its full name, is one of them, or uses no buffers of its own. */
  public static boolean isOne(String fullName) {
    return isFailing(fullName)
        || ENDLESS.stream().anyMatch(fullName::endsWith)
        || WITHOUT_BUFFERS.stream().anyMatch(fullName::contains);
  }

  /** Whether a case takes long on devices. */
  public static boolean isLong(String fullName) {
    return LONG.stream().anyMatch(fullName::contains);
  }

  /** Whether it is one that would fail there. */
  public static boolean isFailing(String fullName) {
    return CASES.keySet().stream().anyMatch(name -> fullName.endsWith("." + name));
  }
}
