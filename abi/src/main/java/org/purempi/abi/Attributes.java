package org.purempi.abi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.purempi.abi.Keyvals.Holder;
import org.purempi.abi.Keyvals.Keyval;

/**
 * What the program hangs on a communicator, datatype or window (section 7.7), and the calls for it.
 * Attributes are copied in the order in which they were set, and deleted in the reverse one.
 */
final class Attributes {
  record Attribute(Keyval key, long value) {}

  private final Holder holder;
  private final Map<Integer, Attribute> all = new LinkedHashMap<>();

  Attributes(Holder holder) {
    this.holder = holder;
  }

  private synchronized @Nullable Attribute find(int key) {
    return all.get(key);
  }

  private void set(long handle, int key, long value) {
    Keyval k = Keyvals.get(holder, key);
    Attribute old = find(key);
    if (old != null) {
      old.key.deleted(handle, old.value);
    }
    synchronized (this) {
      all.put(key, new Attribute(k, value));
    }
  }

  private void delete(long handle, int key) {
    Attribute old = find(key);
    if (old == null) {
      Keyvals.get(holder, key);
      throw new org.purempi.MpiArgumentException(
          org.purempi.ErrorClass.KEYVAL, "there is no attribute with key " + key);
    }
    old.key.deleted(handle, old.value);
    synchronized (this) {
      all.remove(key);
    }
  }

  /** At the end of what they hang on; a delete function that fails leaves the rest as it is. */
  void deleteAll(long handle) {
    while (true) {
      Attribute last;
      synchronized (this) {
        if (all.isEmpty()) {
          return;
        }
        last = new ArrayList<>(all.values()).getLast();
      }
      last.key.deleted(handle, last.value);
      synchronized (this) {
        all.remove(last.key.number());
      }
    }
  }

  /**
   * The values for a duplicate, from the holder with this handle, in the order of their setting.
   */
  Map<Integer, Attribute> copied(long handle) {
    var copies = new LinkedHashMap<Integer, Attribute>();
    ArrayList<Attribute> mine;
    synchronized (this) {
      mine = new ArrayList<>(all.values());
    }
    for (Attribute a : mine) {
      Long value = a.key.copied(handle, a.value);
      if (value != null) {
        copies.put(a.key.number(), new Attribute(a.key, value));
      }
    }
    return copies;
  }

  synchronized void take(Map<Integer, Attribute> copies) {
    all.putAll(copies);
  }

  // ---- communicators

  static void commCreateKeyval(long copy, long delete, Numbers keyval, long extraState) {
    keyval.set(Keyvals.create(Holder.COMM, copy, delete, extraState));
  }

  static void commFreeKeyval(Numbers keyval) {
    Keyvals.free(Holder.COMM, (int) keyval.get(0));
    keyval.set(Constants.KEYVAL_INVALID);
  }

  static void commSetAttr(long comm, int keyval, long value) {
    Table.comm(comm).attributes.set(comm, keyval, value);
  }

  static void commDeleteAttr(long comm, int keyval) {
    Table.comm(comm).attributes.delete(comm, keyval);
  }

  static void commGetAttr(long comm, int keyval, long value, Numbers flag) {
    CommHandle c = Table.comm(comm);
    Long known = PredefinedAttributes.of(c, keyval);
    get(c.attributes, keyval, value, flag, known, PredefinedAttributes.isOfComm(keyval));
  }

  private static void get(
      Attributes attributes,
      int keyval,
      long value,
      Numbers flag,
      @Nullable Long known,
      boolean isPredefined) {
    Attribute found = attributes.find(keyval);
    if (!isPredefined && found == null) {
      Keyvals.get(attributes.holder, keyval);
    }
    Long result = found == null ? known : (Long) found.value;
    flag.set(result == null ? 0 : 1);
    if (result != null) {
      Native.putLong(value, result);
    }
  }

  // ---- datatypes

  static void typeCreateKeyval(long copy, long delete, Numbers keyval, long extraState) {
    keyval.set(Keyvals.create(Holder.TYPE, copy, delete, extraState));
  }

  static void typeFreeKeyval(Numbers keyval) {
    Keyvals.free(Holder.TYPE, (int) keyval.get(0));
    keyval.set(Constants.KEYVAL_INVALID);
  }

  static void typeSetAttr(long type, int keyval, long value) {
    Table.type(type).attributes.set(type, keyval, value);
  }

  static void typeDeleteAttr(long type, int keyval) {
    Table.type(type).attributes.delete(type, keyval);
  }

  static void typeGetAttr(long type, int keyval, long value, Numbers flag) {
    get(Table.type(type).attributes, keyval, value, flag, null, false);
  }

  // ---- windows

  static void winCreateKeyval(long copy, long delete, Numbers keyval, long extraState) {
    keyval.set(Keyvals.create(Holder.WIN, copy, delete, extraState));
  }

  static void winFreeKeyval(Numbers keyval) {
    Keyvals.free(Holder.WIN, (int) keyval.get(0));
    keyval.set(Constants.KEYVAL_INVALID);
  }

  static void winSetAttr(long win, int keyval, long value) {
    Table.WINDOWS.get(win).attributes.set(win, keyval, value);
  }

  static void winDeleteAttr(long win, int keyval) {
    Table.WINDOWS.get(win).attributes.delete(win, keyval);
  }

  static void winGetAttr(long win, int keyval, long value, Numbers flag) {
    WindowHandle w = Table.WINDOWS.get(win);
    Long known = PredefinedAttributes.of(w, keyval);
    get(w.attributes, keyval, value, flag, known, PredefinedAttributes.isOfWin(keyval));
  }
}
