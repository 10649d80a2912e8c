package org.purempi.abi;

import java.util.List;
import org.purempi.tool.Category;
import org.purempi.tool.ControlVariable;
import org.purempi.tool.EventType;
import org.purempi.tool.PerformanceVariable;

/** Categories (section 15.3.9), which never change and have none within. */
final class ToolCategories {
  private ToolCategories() {}

  private static Category category(int index) {
    List<Category> all = Category.all();
    return all.get(ToolCalls.index(index, all.size()));
  }

  static void tCategoryGetNum(Numbers count) {
    ToolCalls.requireBegun();
    count.set(Category.all().size());
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
    Category its = category(index);
    ToolCalls.text(its.name(), name, nameLength);
    ToolCalls.text(its.title(), desc, descLength);
    ToolCalls.put(controls, its.controls().size());
    ToolCalls.put(performances, its.performances().size());
    ToolCalls.put(categories, 0);
  }

  static void tCategoryGetIndex(long name, Numbers index) {
    ToolCalls.requireBegun();
    String wanted = Native.text(name);
    for (int i = 0; i < Category.all().size(); i++) {
      if (category(i).name().equals(wanted)) {
        index.set(i);
        return;
      }
    }
    throw ToolCalls.error(Constants.T_ERR_INVALID_NAME, "there is no category " + wanted);
  }

  static void tCategoryGetCvars(int index, int room, Numbers indices) {
    List<ControlVariable> its = category(index).controls();
    for (int i = 0; i < Math.min(room, its.size()); i++) {
      indices.set(i, ControlVariable.all().indexOf(its.get(i)));
    }
  }

  static void tCategoryGetPvars(int index, int room, Numbers indices) {
    List<PerformanceVariable> its = category(index).performances();
    for (int i = 0; i < Math.min(room, its.size()); i++) {
      indices.set(i, PerformanceVariables.ALL.indexOf(its.get(i)));
    }
  }

  static void tCategoryGetCategories(int index, int room, Numbers indices) {
    Category unused = category(index);
  }

  static void tCategoryGetEvents(int index, int room, Numbers indices) {
    List<EventType> its = category(index).events();
    for (int i = 0; i < Math.min(room, its.size()); i++) {
      indices.set(i, ToolEvents.ALL.indexOf(its.get(i)));
    }
  }

  static void tCategoryGetNumEvents(int index, Numbers count) {
    count.set(category(index).events().size());
  }

  static void tCategoryChanged(Numbers stamp) {
    ToolCalls.requireBegun();
    stamp.set(1);
  }
}
