package org.purempi.abi;

import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;

/** Operations of the program's own (section 6.9.5). */
final class Ops {
  private Ops() {}

  static void opCreate(long function, int commute, long op) {
    Native.putLong(op, Table.OPS.add(new OpHandle(function, commute != 0, false)));
  }

  static void opCreateC(long function, int commute, long op) {
    Native.putLong(op, Table.OPS.add(new OpHandle(function, commute != 0, true)));
  }

  static void opFree(long op) {
    long handle = Native.getLong(op);
    if (Table.OPS.get(handle).isGiven()) {
      throw new MpiArgumentException(ErrorClass.OP, "a predefined operation cannot be freed");
    }
    Table.OPS.remove(handle);
    Native.putLong(op, Constants.OP_NULL);
  }

  static void opCommutative(long op, Numbers commute) {
    commute.set(Table.OPS.get(op).isCommutative ? 1 : 0);
  }
}
