package org.purempi.tests.communicators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.purempi.Communicator;
import org.purempi.Comparison;
import org.purempi.ErrorClass;
import org.purempi.Group;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.tests.OnRanks;

/** Section 7.3: groups. */
final class GroupCases {
  private GroupCases() {}

  /** The ranks in {@code world} of a group's processes, in the group's order. */
  private static int[] ranks(Group group, Communicator world) {
    return group.translateRanks(IntStream.range(0, group.size()).toArray(), world.group());
  }

  private static void isError(ErrorClass errorClass, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            MpiArgumentException.class, e -> assertThat(e.errorClass()).isEqualTo(errorClass));
  }

  @OnRanks({1, 2, 4})
  static void theGroupOfACommunicatorHasItsRanksInOrder(Communicator world) {
    Group group = world.group();
    assertThat(group.size()).isEqualTo(world.size());
    assertThat(group.rank()).isEqualTo(world.rank());
    assertThat(ranks(group, world)).isEqualTo(IntStream.range(0, world.size()).toArray());
    assertThat(world.mpi().self().group().compare(group))
        .isEqualTo(world.size() == 1 ? Comparison.IDENT : Comparison.UNEQUAL);
  }

  @OnRanks(4)
  static void unionKeepsTheFirstGroupsOrderAndAddsTheNewcomers(Communicator world) {
    Group a = world.group().incl(3, 1);
    Group b = world.group().incl(0, 1, 2);
    assertThat(ranks(a.union(b), world)).containsExactly(3, 1, 0, 2);
    assertThat(ranks(b.union(a), world)).containsExactly(0, 1, 2, 3);
    assertThat(a.union(Group.EMPTY)).isEqualTo(a);
    assertThat(Group.EMPTY.union(a)).isEqualTo(a);
    assertThat(Group.EMPTY.union(a).rank()).isEqualTo(a.rank());
  }

  @OnRanks(4)
  static void intersectionAndDifferenceKeepTheFirstGroupsOrder(Communicator world) {
    Group a = world.group().incl(3, 1, 2);
    Group b = world.group().incl(0, 2, 3);
    assertThat(ranks(a.intersection(b), world)).containsExactly(3, 2);
    assertThat(ranks(b.intersection(a), world)).containsExactly(2, 3);
    assertThat(ranks(a.difference(b), world)).containsExactly(1);
    assertThat(ranks(b.difference(a), world)).containsExactly(0);
    assertThat(a.difference(a)).isEqualTo(Group.EMPTY);
    assertThat(a.intersection(Group.EMPTY).size()).isZero();
  }

  @OnRanks(4)
  static void inclTakesTheOrderGivenAndExclKeepsTheGroups(Communicator world) {
    Group all = world.group();
    assertThat(ranks(all.incl(2, 0, 3), world)).containsExactly(2, 0, 3);
    assertThat(ranks(all.excl(2, 0), world)).containsExactly(1, 3);
    assertThat(all.incl()).isEqualTo(Group.EMPTY);
    assertThat(all.excl()).isEqualTo(all);
    assertThat(all.incl(2, 0).rank())
        .isEqualTo(world.rank() == 2 ? 0 : world.rank() == 0 ? 1 : Mpi.UNDEFINED);
  }

  @OnRanks(4)
  static void rangesMayRunBackwards(Communicator world) {
    Group all = world.group();
    assertThat(ranks(all.rangeIncl(new int[] {3, 0, -2}, new int[] {0, 2, 2}), world))
        .containsExactly(3, 1, 0, 2);
    assertThat(ranks(all.rangeIncl(new int[] {1, 0, 1}), world)).isEmpty();
    assertThat(ranks(all.rangeExcl(new int[] {3, 2, -1}), world)).containsExactly(0, 1);
    isError(ErrorClass.ARG, () -> all.rangeIncl(new int[] {0, 1, 0}));
    isError(ErrorClass.RANK, () -> all.rangeIncl(new int[] {0, 4, 1}));
    isError(ErrorClass.RANK, () -> all.rangeIncl(new int[] {0, 2, 1}, new int[] {2, 3, 1}));
  }

  @OnRanks({1, 4})
  static void wrongRanksAreErrors(Communicator world) {
    Group all = world.group();
    isError(ErrorClass.RANK, () -> all.incl(all.size()));
    isError(ErrorClass.RANK, () -> all.incl(-1));
    isError(ErrorClass.RANK, () -> all.incl(0, 0));
    isError(ErrorClass.RANK, () -> all.excl(0, 0));
    isError(ErrorClass.RANK, () -> all.translateRanks(new int[] {all.size()}, all));
  }

  @OnRanks(4)
  static void translationGivesUndefinedForStrangersAndKeepsNobody(Communicator world) {
    Group odd = world.group().incl(3, 1);
    assertThat(world.group().translateRanks(new int[] {0, 1, Mpi.PROC_NULL, 3}, odd))
        .containsExactly(Mpi.UNDEFINED, 1, Mpi.PROC_NULL, 0);
    assertThat(world.group().translateRanks(new int[] {1}, Group.EMPTY))
        .containsExactly(Mpi.UNDEFINED);
  }

  @OnRanks(4)
  static void groupsCompareByMembersAndOrder(Communicator world) {
    Group a = world.group().incl(0, 1, 2);
    assertThat(a.compare(world.group().excl(3))).isEqualTo(Comparison.IDENT);
    assertThat(a.compare(world.group().incl(2, 1, 0))).isEqualTo(Comparison.SIMILAR);
    assertThat(a.compare(world.group())).isEqualTo(Comparison.UNEQUAL);
    assertThat(a.compare(world.group().incl(0, 1, 3))).isEqualTo(Comparison.UNEQUAL);
    assertThat(Group.EMPTY.compare(world.group().incl())).isEqualTo(Comparison.IDENT);
    assertThat(Group.EMPTY.size()).isZero();
    assertThat(Group.EMPTY.rank()).isEqualTo(Mpi.UNDEFINED);
  }
}
