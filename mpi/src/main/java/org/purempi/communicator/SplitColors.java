package org.purempi.communicator;

import java.util.Arrays;
import java.util.List;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.Info;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.Op;
import org.purempi.SplitType;

/** Where a rank belongs when its communicator is split by hardware (section 7.4.2). */
final class SplitColors {
  static final String HARDWARE = "mpi_hw_resource_type";
  private static final String PROCESS_SET = "mpi_pset_name";
  private static final String SHARED_MEMORY = "mpi_shared_memory";

  /** From the largest to the smallest. */
  private static final List<String> KINDS =
      List.of(SHARED_MEMORY, "hwloc://Package", "hwloc://NUMANode", "hwloc://Core", "hwloc://PU");

  /** More resources of a kind than a host has. */
  private static final int MOST_PER_HOST = 1 << 14;

  /**
   * Where a rank belongs.
   *
   * @param color its part, or {@link Mpi#UNDEFINED}
   * @param found the kind of resource that an unguided split divides by; empty for other splits
   */
  record Place(int color, String found) {
    private Place(int color) {
      this(color, "");
    }
  }

  private SplitColors() {}

  /** Refuses hints of which only one can be followed. */
  static void check(Info info, String call) {
    if (info.get(HARDWARE).isPresent() && info.get(PROCESS_SET).isPresent()) {
      throw new MpiArgumentException(
          ErrorClass.ARG,
          call + ": the hints name " + HARDWARE + " and " + PROCESS_SET + ": give one of them");
    }
  }

  /** Where this rank belongs; collective. */
  static Place of(SplitType type, Info info, Communicator c, Rank rank) {
    // Some ranks may give UNDEFINED where the others give a type: they take part in its search.
    if (c.allreduce(type == SplitType.HW_UNGUIDED ? 1 : 0, Op.MAX) != 0) {
      return dividing(c, rank, type != SplitType.UNDEFINED);
    }
    String kind = info.get(HARDWARE).orElse("");
    return switch (type) {
      case SHARED -> new Place(rank.host());
      case UNDEFINED, HW_UNGUIDED -> new Place(Mpi.UNDEFINED);
      case HW_GUIDED -> new Place(ofKind(kind, rank));
      case RESOURCE_GUIDED ->
          new Place(
              info.get(PROCESS_SET).map(name -> ofProcessSet(name, c)).orElse(ofKind(kind, rank)));
    };
  }

  private static int ofKind(String kind, Rank rank) {
    if (kind.equals(SHARED_MEMORY)) {
      return rank.host();
    }
    int number = rank.resource(kind);
    return number == Mpi.UNDEFINED ? number : rank.host() * MOST_PER_HOST + number;
  }

  private static int ofProcessSet(String name, Communicator c) {
    return switch (name) {
      case "mpi://WORLD" -> 0;
      case "mpi://SELF" -> c.rank();
      default -> Mpi.UNDEFINED;
    };
  }

  /**
   * The first kind of which all ranks have one, and not all the same.
   *
   * @param isIn whether this rank wants to be in a part
   */
  private static Place dividing(Communicator c, Rank rank, boolean isIn) {
    for (String kind : KINDS) {
      int color = ofKind(kind, rank);
      int[] ends = {color == Mpi.UNDEFINED ? -1 : color, color == Mpi.UNDEFINED ? 1 : -color};
      if (!isIn) {
        Arrays.fill(ends, Integer.MAX_VALUE); // the least of all is that of the others
      }
      c.allreduce(ends, Op.MIN);
      if (ends[0] >= 0 && ends[0] != -ends[1]) {
        return isIn ? new Place(color, kind) : new Place(Mpi.UNDEFINED);
      }
    }
    return new Place(Mpi.UNDEFINED);
  }
}
