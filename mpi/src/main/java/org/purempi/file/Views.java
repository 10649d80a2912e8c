package org.purempi.file;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.purempi.ErrorClass;
import org.purempi.FileView;
import org.purempi.MpiArgumentException;
import org.purempi.layout.Tiling;

/** What all ranks see of a file since they have set it. */
final class Views {
  /** Holes are looked for among so many pieces of all views; more are taken to have some. */
  private static final long MOST_PIECES = 1 << 20;

  /** How this rank's user has described it. */
  final FileView described;

  final View mine;

  /** By rank. */
  final List<View> all;

  final Representation representation;

  /** Bytes of an etype in the file. */
  final long etypeBytes;

  /** So many bytes of data are in the view of the longest file there can be. */
  private final long mostBytes;

  /**
   * Whether no byte is seen twice: 0 not known yet, 1 yes, −1 perhaps. Each rank finds the same.
   */
  private volatile int apart;

  private final boolean haveHoles;

  Views(FileView described, View mine, List<View> all, Representation representation) {
    this.described = described;
    this.mine = mine;
    this.all = all;
    this.representation = representation;
    this.mostBytes = mine.below(Long.MAX_VALUE);
    this.etypeBytes = representation.fileType(described.etype()).size();
    this.haveHoles = all.stream().anyMatch(v -> !v.tiling().isDense());
  }

  /**
   * The first of some bytes of data.
   *
   * @param offset in etypes, 0 or more
   * @throws MpiArgumentException ({@code ARG}) if no file has so many bytes there
   */
  long data(long offset, long bytes) {
    if (bytes == 0) {
      return 0;
    }
    if (mine.isEmpty()) {
      throw new MpiArgumentException(
          ErrorClass.ARG, "the view shows nothing of the file, its filetype has no data");
    }
    requirePossible(offset, mostBytes - bytes);
    return offset * etypeBytes;
  }

  /** Refuses a position in etypes that no file reaches. */
  void requirePossible(long position) {
    requirePossible(position, mostBytes);
  }

  private void requirePossible(long etypes, long bytes) {
    if (etypeBytes > 0 && etypes > bytes / etypeBytes && !mine.isEmpty()) {
      throw new MpiArgumentException(
          ErrorClass.ARG, "offset " + etypes + " is farther than any file reaches");
    }
  }

  /** Whether every rank's places can be searched for. */
  boolean areOrdered() {
    return all.stream().allMatch(View::isOrdered);
  }

  /** Whether some rank does not see all that lies in between. */
  boolean haveHoles() {
    return haveHoles;
  }

  /** Whether it is certain that no byte of the file is seen by two ranks. */
  boolean areApart() {
    if (apart == 0) {
      apart = findApart() ? 1 : -1;
    }
    return apart > 0;
  }

  private record Stretch(long at, long bytes) {}

  /** Views of one extent repeat together: what one period shows holds for all. */
  private boolean findApart() {
    List<View> seeing = all.stream().filter(v -> !v.isEmpty()).toList();
    if (seeing.size() < 2) {
      return true;
    }
    long period = seeing.getFirst().tiling().extent();
    long pieces = 0;
    for (View v : seeing) {
      if (v.tiling().extent() != period || period <= 0) {
        return false;
      }
      pieces += v.tiling().pieces();
    }
    return pieces <= MOST_PIECES && areApart(seeing, period);
  }

  private static boolean areApart(List<View> seeing, long period) {
    List<Stretch> stretches = new ArrayList<>();
    for (View v : seeing) {
      Tiling tiling = v.tiling();
      tiling.walk(
          0,
          tiling.tileBytes(),
          (at, bytes) -> {
            long place = Math.floorMod(v.disp() + at, period);
            long first = Math.min(bytes, period - place);
            stretches.add(new Stretch(place, first));
            if (first < bytes) {
              stretches.add(new Stretch(0, bytes - first));
            }
          });
    }
    stretches.sort(Comparator.comparingLong(Stretch::at));
    long end = 0;
    for (Stretch s : stretches) {
      if (s.at() < end) {
        return false;
      }
      end = s.at() + s.bytes();
    }
    return true;
  }
}
