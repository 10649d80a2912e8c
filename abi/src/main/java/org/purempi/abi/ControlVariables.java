package org.purempi.abi;

import java.util.List;
import org.purempi.MpiArgumentException;
import org.purempi.tool.ControlVariable;

/** Control variables (section 15.3.6): texts, which can be written until MPI begins. */
final class ControlVariables {
  /** What a value may be long, its zero byte counted. */
  private static final int ROOM = 1024;

  private static final ToolCalls.Objects<ControlVariable> HANDLES =
      new ToolCalls.Objects<>(Constants.T_ERR_INVALID_HANDLE);

  private ControlVariables() {}

  private static ControlVariable variable(int index) {
    List<ControlVariable> all = ControlVariable.all();
    return all.get(ToolCalls.index(index, all.size()));
  }

  static void tCvarGetNum(Numbers count) {
    ToolCalls.requireBegun();
    count.set(ControlVariable.all().size());
  }

  static void tCvarGetIndex(long name, Numbers index) {
    ToolCalls.requireBegun();
    ControlVariable found =
        name == 0 ? null : ControlVariable.named(Native.text(name)).orElse(null);
    if (found == null) {
      throw ToolCalls.error(Constants.T_ERR_INVALID_NAME, "there is no such control variable");
    }
    index.set(ControlVariable.all().indexOf(found));
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
    ControlVariable v = variable(index);
    ToolCalls.text(v.name(), name, nameLength);
    ToolCalls.text(v.sentence(), desc, descLength);
    ToolCalls.put(
        verbosity,
        switch (v.category()) {
          case "EVERYBODY", "MEETING" -> Constants.T_VERBOSITY_USER_BASIC;
          case "ALGORITHMS" -> Constants.T_VERBOSITY_TUNER_BASIC;
          default -> Constants.T_VERBOSITY_MPIDEV_BASIC;
        });
    ToolCalls.putHandle(datatype, Constants.CHAR);
    ToolCalls.putHandle(enumtype, Constants.T_ENUM_NULL);
    ToolCalls.put(bind, Constants.T_BIND_NO_OBJECT);
    ToolCalls.put(scope, Constants.T_SCOPE_ALL_EQ);
  }

  static void tCvarHandleAlloc(int index, long object, long handle, Numbers count) {
    HANDLES.put(handle, variable(index));
    count.set(ROOM);
  }

  static void tCvarHandleFree(long handle) {
    ControlVariable unused = HANDLES.remove(handle);
  }

  static void tCvarRead(long handle, long buffer) {
    int unused = Native.putText(buffer, HANDLES.get(handle).value(), ROOM);
  }

  static void tCvarWrite(long handle, long buffer) {
    ControlVariable v = HANDLES.get(handle);
    if (Program.hasBegun()) {
      throw ToolCalls.error(
          Constants.T_ERR_CVAR_SET_NOT_NOW, "settings are read when MPI begins: write it before");
    }
    try {
      v.set(Native.text(buffer));
    } catch (MpiArgumentException e) {
      throw ToolCalls.error(Constants.T_ERR_INVALID, String.valueOf(e.getMessage()));
    }
  }
}
