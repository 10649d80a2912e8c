package org.purempi.abi;

import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.Op;

/** What moves data to and from windows (section 12.3). */
final class WindowAccess {
  private WindowAccess() {}

  private static Datatype target(long type) {
    return Bufs.committed(type).type;
  }

  static void put(
      long origin,
      long count,
      long type,
      int rank,
      long disp,
      long there,
      long typeThere,
      long win) {
    Buf from = Bufs.of(origin, count, type);
    Windows.of(win).put(from, rank, disp, there, target(typeThere));
  }

  static void get(
      long origin,
      long count,
      long type,
      int rank,
      long disp,
      long there,
      long typeThere,
      long win) {
    Buf into = Bufs.of(origin, count, type);
    Windows.of(win).get(into, rank, disp, there, target(typeThere));
  }

  static void accumulate(
      long origin,
      long count,
      long type,
      int rank,
      long disp,
      long there,
      long typeThere,
      long op,
      long win) {
    Buf from = Bufs.of(origin, count, type);
    Op how = OpHandle.of(op, typeThere);
    Windows.of(win).accumulate(from, rank, disp, there, target(typeThere), how);
  }

  /** An atomic read looks at no origin. */
  private static @Nullable Buf unlessRead(long op, long origin, long count, long type) {
    return op == Constants.NO_OP ? null : Bufs.of(origin, count, type);
  }

  static void getAccumulate(
      long origin,
      long count,
      long type,
      long result,
      long resultCount,
      long resultType,
      int rank,
      long disp,
      long there,
      long typeThere,
      long op,
      long win) {
    Buf from = unlessRead(op, origin, count, type);
    Buf into = Bufs.of(result, resultCount, resultType);
    Op how = OpHandle.of(op, typeThere);
    Windows.of(win).getAccumulate(from, into, rank, disp, there, target(typeThere), how);
  }

  static void fetchAndOp(
      long origin, long result, long type, int rank, long disp, long op, long win) {
    Buf from = unlessRead(op, origin, 1, type);
    Buf into = Bufs.of(result, 1, type);
    Windows.of(win).fetchAndOp(from, into, rank, disp, OpHandle.of(op, type));
  }

  static void compareAndSwap(
      long origin, long compare, long result, long type, int rank, long disp, long win) {
    Buf from = Bufs.of(origin, 1, type);
    Buf expected = Bufs.of(compare, 1, type);
    Buf into = Bufs.of(result, 1, type);
    Windows.of(win).compareAndSwap(from, expected, into, rank, disp);
  }

  // ---- with a request

  static void rput(
      long origin,
      long count,
      long type,
      int rank,
      long disp,
      long there,
      long typeThere,
      long win,
      long request) {
    WindowHandle w = Table.WINDOWS.get(win);
    Buf from = Bufs.of(origin, count, type);
    RequestHandle.put(request, w, w.window.rput(from, rank, disp, there, target(typeThere)));
  }

  static void rget(
      long origin,
      long count,
      long type,
      int rank,
      long disp,
      long there,
      long typeThere,
      long win,
      long request) {
    WindowHandle w = Table.WINDOWS.get(win);
    Buf into = Bufs.of(origin, count, type);
    RequestHandle.put(request, w, w.window.rget(into, rank, disp, there, target(typeThere)));
  }

  static void raccumulate(
      long origin,
      long count,
      long type,
      int rank,
      long disp,
      long there,
      long typeThere,
      long op,
      long win,
      long request) {
    WindowHandle w = Table.WINDOWS.get(win);
    Buf from = Bufs.of(origin, count, type);
    Op how = OpHandle.of(op, typeThere);
    RequestHandle.put(
        request, w, w.window.raccumulate(from, rank, disp, there, target(typeThere), how));
  }

  static void rgetAccumulate(
      long origin,
      long count,
      long type,
      long result,
      long resultCount,
      long resultType,
      int rank,
      long disp,
      long there,
      long typeThere,
      long op,
      long win,
      long request) {
    WindowHandle w = Table.WINDOWS.get(win);
    Buf from = unlessRead(op, origin, count, type);
    Buf into = Bufs.of(result, resultCount, resultType);
    Op how = OpHandle.of(op, typeThere);
    RequestHandle.put(
        request, w, w.window.rgetAccumulate(from, into, rank, disp, there, target(typeThere), how));
  }
}
