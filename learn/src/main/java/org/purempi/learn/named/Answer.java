package org.purempi.learn.named;

import java.io.DataInput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What the coordinator answers to all ranks.
 *
 * @param forgotten names that all caches lose: some rank asks for something else under it
 * @param decisions in the order in which they are carried out
 * @param end why all operations end now; empty if they go on
 */
record Answer(List<String> forgotten, List<Decision> decisions, String end) {
  byte[] bytes() {
    return Wire.bytes(
        out -> {
          out.writeInt(forgotten.size());
          for (String name : forgotten) {
            out.writeUTF(name);
          }
          out.writeInt(decisions.size());
          for (Decision d : decisions) {
            d.write(out);
          }
          Wire.writeText(out, end);
        });
  }

  static Answer read(DataInput in) throws IOException {
    List<String> forgotten = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      forgotten.add(in.readUTF());
    }
    List<Decision> decisions = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      decisions.add(Decision.read(in));
    }
    return new Answer(forgotten, decisions, Wire.readText(in));
  }
}
