package org.purempi.abi;

import java.util.Arrays;
import java.util.List;
import org.purempi.setting.Audience;
import org.purempi.setting.Setting;

/**
 * The settings of purempi as control variables (section 15.3.6): texts, which can be written until
 * MPI begins; and as categories (15.3.9) whom they are for.
 */
final class ControlVariables {
  /** What a value may be long, its zero byte counted. */
  private static final int ROOM = 1024;

  private static final List<Setting> ALL =
      Arrays.stream(Setting.values())
          .filter(s -> !s.isFamily() && !s.isVariableOnly() && s.audience() != Audience.OURSELVES)
          .toList();

  private static final List<Audience> CATEGORIES =
      ALL.stream().map(Setting::audience).distinct().toList();

  private static final ToolCalls.Objects<Setting> HANDLES =
      new ToolCalls.Objects<>(Constants.T_ERR_INVALID_HANDLE);

  private ControlVariables() {}

  private static Setting setting(int index) {
    return ALL.get(ToolCalls.index(index, ALL.size()));
  }

  static void tCvarGetNum(Numbers count) {
    ToolCalls.requireBegun();
    count.set(ALL.size());
  }

  static void tCvarGetIndex(long name, Numbers index) {
    ToolCalls.requireBegun();
    Setting found = name == 0 ? null : Setting.ofProperty(Native.text(name));
    if (found == null || !ALL.contains(found)) {
      throw ToolCalls.error(Constants.T_ERR_INVALID_NAME, "there is no such control variable");
    }
    index.set(ALL.indexOf(found));
  }

  static void tCvarGetInfo(
      int index,
      long name,
      Numbers nameLength,
      Numbers verbosity,
      long datatype,
      long enumtype,
      long desc,
      Numbers descLength,
      Numbers bind,
      Numbers scope) {
    Setting s = setting(index);
    ToolCalls.text(s.property(), name, nameLength);
    ToolCalls.text(s.sentence(), desc, descLength);
    ToolCalls.put(
        verbosity,
        switch (s.audience()) {
          case EVERYBODY, MEETING -> Constants.T_VERBOSITY_USER_BASIC;
          case ALGORITHMS -> Constants.T_VERBOSITY_TUNER_BASIC;
          default -> Constants.T_VERBOSITY_MPIDEV_BASIC;
        });
    ToolCalls.putHandle(datatype, Constants.CHAR);
    ToolCalls.putHandle(enumtype, Constants.T_ENUM_NULL);
    ToolCalls.put(bind, Constants.T_BIND_NO_OBJECT);
    ToolCalls.put(scope, Constants.T_SCOPE_ALL_EQ);
  }

  static void tCvarHandleAlloc(int index, long object, long handle, Numbers count) {
    HANDLES.put(handle, setting(index));
    count.set(ROOM);
  }

  static void tCvarHandleFree(long handle) {
    Setting unused = HANDLES.remove(handle);
  }

  static void tCvarRead(long handle, long buffer) {
    Setting s = HANDLES.get(handle);
    String text = s.text();
    int unused = Native.putText(buffer, text == null ? s.standard() : text, ROOM);
  }

  static void tCvarWrite(long handle, long buffer) {
    Setting s = HANDLES.get(handle);
    if (Program.hasBegun()) {
      throw ToolCalls.error(
          Constants.T_ERR_CVAR_SET_NOT_NOW, "settings are read when MPI begins: write it before");
    }
    String before = System.getProperty(s.property());
    System.setProperty(s.property(), Native.text(buffer));
    try {
      String unused = s.text();
    } catch (RuntimeException e) {
      if (before == null) {
        System.clearProperty(s.property());
      } else {
        System.setProperty(s.property(), before);
      }
      throw ToolCalls.error(Constants.T_ERR_INVALID, String.valueOf(e.getMessage()));
    }
  }

  // ---- categories

  static void tCategoryGetNum(Numbers count) {
    ToolCalls.requireBegun();
    count.set(CATEGORIES.size() + 1);
  }

  private static String category(int index) {
    int i = ToolCalls.index(index, CATEGORIES.size() + 1);
    return i < CATEGORIES.size() ? CATEGORIES.get(i).name() : "JVM";
  }

  private static List<Setting> settings(int category) {
    return category < CATEGORIES.size()
        ? ALL.stream().filter(s -> s.audience() == CATEGORIES.get(category)).toList()
        : List.of();
  }

  private static int performanceVariables(int category) {
    return category < CATEGORIES.size() ? 0 : PerformanceVariables.count();
  }

  static void tCategoryGetInfo(
      int index,
      long name,
      Numbers nameLength,
      long desc,
      Numbers descLength,
      Numbers controls,
      Numbers performances,
      Numbers categories) {
    ToolCalls.text(category(index), name, nameLength);
    ToolCalls.text(
        index < CATEGORIES.size() ? CATEGORIES.get(index).title() : "What the JVM counts",
        desc,
        descLength);
    ToolCalls.put(controls, settings(index).size());
    ToolCalls.put(performances, performanceVariables(index));
    ToolCalls.put(categories, 0);
  }

  static void tCategoryGetIndex(long name, Numbers index) {
    ToolCalls.requireBegun();
    String wanted = Native.text(name);
    for (int i = 0; i <= CATEGORIES.size(); i++) {
      if (category(i).equals(wanted)) {
        index.set(i);
        return;
      }
    }
    throw ToolCalls.error(Constants.T_ERR_INVALID_NAME, "there is no category " + wanted);
  }

  static void tCategoryGetCvars(int index, int room, Numbers indices) {
    String unused = category(index);
    List<Setting> all = settings(index);
    for (int i = 0; i < Math.min(room, all.size()); i++) {
      indices.set(i, ALL.indexOf(all.get(i)));
    }
  }

  static void tCategoryGetPvars(int index, int room, Numbers indices) {
    String unused = category(index);
    for (int i = 0; i < Math.min(room, performanceVariables(index)); i++) {
      indices.set(i, i);
    }
  }

  static void tCategoryGetCategories(int index, int room, Numbers indices) {
    String unused = category(index);
  }

  static void tCategoryGetEvents(int index, int room, Numbers indices) {
    String unused = category(index);
  }

  static void tCategoryGetNumEvents(int index, Numbers count) {
    String unused = category(index);
    count.set(0);
  }

  /** Categories never change. */
  static void tCategoryChanged(Numbers stamp) {
    ToolCalls.requireBegun();
    stamp.set(1);
  }
}
