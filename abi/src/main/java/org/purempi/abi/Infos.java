package org.purempi.abi;

import java.util.Optional;
import org.purempi.ErrorClass;
import org.purempi.Info;
import org.purempi.MpiArgumentException;
import org.purempi.abi.Table.InfoHandle;

/** Hints (chapter 10). */
final class Infos {
  private Infos() {}

  static void put(long address, Info info) {
    Native.putLong(address, Table.INFOS.add(new InfoHandle(info)));
  }

  private static InfoHandle changeable(long info) {
    InfoHandle h = Table.INFOS.get(info);
    if (Handles.isGiven(info)) {
      throw new MpiArgumentException(ErrorClass.INFO, "MPI_INFO_ENV cannot be changed");
    }
    return h;
  }

  static void infoCreate(long info) {
    put(info, Info.EMPTY);
  }

  static void infoCreateEnv(int argc, long argv, long info) {
    put(info, Info.createEnv());
  }

  static void infoDup(long info, long newinfo) {
    put(newinfo, Table.INFOS.get(info).info);
  }

  static void infoFree(long info) {
    InfoHandle unused = changeable(Native.getLong(info));
    Table.INFOS.remove(Native.getLong(info));
    Native.putLong(info, Constants.INFO_NULL);
  }

  static void infoSet(long info, long key, long value) {
    InfoHandle h = changeable(info);
    h.info = h.info.with(key(key), value(value));
  }

  static void infoDelete(long info, long key) {
    InfoHandle h = changeable(info);
    h.info = h.info.without(key(key));
  }

  private static String key(long address) {
    return text(address, ErrorClass.INFO_KEY);
  }

  private static String value(long address) {
    return text(address, ErrorClass.INFO_VALUE);
  }

  /** Spaces around a key or value are no part of it (chapter 10). */
  private static String text(long address, ErrorClass wrong) {
    if (address == 0) {
      throw new MpiArgumentException(wrong, "a key or value is NULL");
    }
    return Native.text(address).strip();
  }

  static void infoGetNkeys(long info, Numbers count) {
    count.set(Table.INFOS.get(info).info.nkeys());
  }

  static void infoGetNthkey(long info, int n, long key) {
    Native.putText(key, Table.INFOS.get(info).info.nthkey(n), Constants.MAX_INFO_KEY);
  }

  static void infoGetString(long info, long key, Numbers length, long value, Numbers flag) {
    Optional<String> found = Table.INFOS.get(info).info.get(key(key));
    flag.set(found.isPresent() ? 1 : 0);
    if (found.isPresent()) {
      int room = (int) length.get(0);
      if (room > 0) {
        Native.putText(value, found.get(), room);
      }
      length.set(bytes(found.get()) + 1);
    }
  }

  /** Deprecated: {@code length} leaves out the zero byte, which is written beyond it. */
  static void infoGet(long info, long key, int length, long value, Numbers flag) {
    Optional<String> found = Table.INFOS.get(info).info.get(key(key));
    flag.set(found.isPresent() ? 1 : 0);
    found.ifPresent(text -> Native.putText(value, text, length + 1));
  }

  static void infoGetValuelen(long info, long key, Numbers length, Numbers flag) {
    Optional<String> found = Table.INFOS.get(info).info.get(key(key));
    flag.set(found.isPresent() ? 1 : 0);
    found.ifPresent(text -> length.set(bytes(text)));
  }

  private static int bytes(String text) {
    return text.getBytes(java.nio.charset.StandardCharsets.UTF_8).length;
  }
}
