package org.purempi.file;

import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.file.FileHints.Choice;

/**
 * How a collective call is performed of which all ranks know what each asks for; all decide alike.
 */
final class CollectiveAccess {
  private final Handle handle;
  private final Team team;
  private final Asked asked;
  private final long endOfFile;
  private final FileHints hints;

  /**
   * @param endOfFile the place behind the last byte of the file, as far as the ranks know
   */
  CollectiveAccess(Handle handle, Team team, Asked asked, long endOfFile) {
    this.handle = handle;
    this.team = team;
    this.asked = asked;
    this.endOfFile = endOfFile;
    this.hints = handle.hints;
  }

  /**
   * Whether ranks do it for each other: if asked for, or where their parts lie mixed. Reading so
   * pays only between hosts: on one, all read what the first has brought to the page cache.
   */
  boolean isForEachOther(boolean isWrite) {
    Choice choice = hints.together(isWrite);
    if (choice == Choice.DISABLE
        || team.size() == 1
        || handle.isAtomic
        || !asked.views.areOrdered()) {
      return false;
    }
    return choice == Choice.ENABLE
        || ((isWrite || handle.aggregators.hosts() > 1) && asked.isInterleaved());
  }

  /**
   * Performs it so.
   *
   * @param data as it is in the file
   * @param moved is told the bytes that were moved for this rank
   * @return what has gone wrong here
   */
  @Nullable RuntimeException perform(boolean isWrite, Buf data, long[] moved) {
    if (isWrite) {
      handle.isDirty = true;
      return write(data);
    }
    Asked there = asked.clipped(endOfFile);
    moved[0] = there.bytes(team.rank());
    return new TwoPhase(handle, team, there, hints).read(data);
  }

  private @Nullable RuntimeException write(Buf data) {
    JointWrite write =
        team.regions.areSharedByAll() && asked.isWhole()
            ? JointWrite.of(handle, team, asked, hints)
            : null;
    return write != null ? write.write(data) : new TwoPhase(handle, team, asked, hints).write(data);
  }
}
