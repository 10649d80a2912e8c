package org.purempi.learn.named;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Requests on which all ranks have agreed before: a rank that asks for the same again sets the bit
 * of its slot. It is the same on all ranks, because only what all of them hear changes it: {@link
 * #put}, {@link #touch} and {@link #evict}, in the same order everywhere.
 */
final class ResponseCache {
  static final int NONE = -1;

  private final int capacity;
  private final List<@Nullable Request> slots = new ArrayList<>();
  private final List<Long> lastUse = new ArrayList<>();
  private final Map<String, Integer> slotOf = new HashMap<>();
  private long uses;

  /** For so many requests; none with 0. */
  ResponseCache(int capacity) {
    this.capacity = capacity;
  }

  /** How many longs the bits of all slots take. */
  int words() {
    return (slots.size() + Long.SIZE - 1) / Long.SIZE;
  }

  /** How many slots there are, empty ones too. */
  int slots() {
    return slots.size();
  }

  /** The slot of exactly this request, or {@link #NONE}. */
  int find(Request request) {
    Integer slot = slotOf.get(request.name());
    return slot != null && request.equals(slots.get(slot)) ? slot : NONE;
  }

  /** Whether a request of this name is here, the same or another. */
  boolean knows(String name) {
    return slotOf.containsKey(name);
  }

  /** What is in a slot, null if it is empty. */
  @Nullable Request at(int slot) {
    return slots.get(slot);
  }

  /** A slot has been used. */
  void touch(int slot) {
    lastUse.set(slot, uses++);
  }

  /** Keeps a request; if all slots are taken, in the one that has not been used for longest. */
  void put(Request request) {
    if (capacity == 0) {
      return;
    }
    evict(request.name());
    int slot = slots.indexOf(null);
    if (slot < 0 && slots.size() < capacity) {
      slot = slots.size();
      slots.add(null);
      lastUse.add(0L);
    } else if (slot < 0) {
      slot = oldest();
      Request old = slots.get(slot);
      if (old != null) {
        evict(old.name());
      }
    }
    slots.set(slot, request);
    slotOf.put(request.name(), slot);
    touch(slot);
  }

  private int oldest() {
    int oldest = 0;
    for (int s = 1; s < slots.size(); s++) {
      if (lastUse.get(s) < lastUse.get(oldest)) {
        oldest = s;
      }
    }
    return oldest;
  }

  /** Forgets a name. */
  void evict(String name) {
    Integer slot = slotOf.remove(name);
    if (slot != null) {
      slots.set(slot, null);
    }
  }
}
