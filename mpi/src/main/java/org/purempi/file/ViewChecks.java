package org.purempi.file;

import org.purempi.Datatype;
import org.purempi.ErrorClass;
import org.purempi.FileView;
import org.purempi.MpiArgumentException;
import org.purempi.layout.Tiling;

/** What a view must be (section 14.3). */
final class ViewChecks {
  private ViewChecks() {}

  static void check(View view, FileView described, boolean isWritable) {
    Datatype etype = described.etype();
    Datatype filetype = described.filetype();
    if (described.disp() < 0) {
      throw wrong(ErrorClass.ARG, "the displacement is " + described.disp() + ": 0 or more");
    }
    if (etype.size() == 0 ? filetype.size() != 0 : filetype.size() % etype.size() != 0) {
      throw wrong(
          ErrorClass.ARG,
          "the filetype "
              + filetype
              + " has "
              + filetype.size()
              + " bytes of data, not a whole number of etypes of "
              + etype.size());
    }
    if (filetype.size() > 0 && (filetype.trueLb() < 0)) {
      throw wrong(ErrorClass.ARG, "the filetype " + filetype + " has data before its beginning");
    }
    if (view.tiling().extent() < 0) {
      throw wrong(ErrorClass.ARG, "the filetype " + filetype + " has a negative extent");
    }
    Tiling.Order order = view.tiling().order();
    if (order == Tiling.Order.NONE) {
      throw wrong(
          ErrorClass.TYPE,
          "the filetype " + filetype + " goes backwards: its displacements must not decrease");
    }
    if (order == Tiling.Order.OVERLAPPING && isWritable) {
      throw wrong(
          ErrorClass.TYPE,
          "the filetype "
              + filetype
              + " overlaps itself: such a view is for files that are only"
              + " read");
    }
  }

  private static MpiArgumentException wrong(ErrorClass errorClass, String why) {
    return new MpiArgumentException(errorClass, "setView: " + why);
  }
}
