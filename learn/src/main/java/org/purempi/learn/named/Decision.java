package org.purempi.learn.named;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** What the coordinator says of an operation; the same on all ranks, in the same order. */
sealed interface Decision {
  /** All ranks are ready: it is done now. */
  record Go(Request request) implements Decision {}

  /** The ranks do not agree: nobody does it. */
  record Refused(String name, String why) implements Decision {}

  /** All ranks have joined. */
  record AllJoined(int last) implements Decision {}

  default void write(DataOutput out) throws IOException {
    switch (this) {
      case Go go -> {
        out.writeByte('g');
        go.request.write(out);
      }
      case Refused refused -> {
        out.writeByte('r');
        out.writeUTF(refused.name);
        Wire.writeText(out, refused.why);
      }
      case AllJoined joined -> {
        out.writeByte('j');
        out.writeInt(joined.last);
      }
    }
  }

  static Decision read(DataInput in) throws IOException {
    return switch (in.readByte()) {
      case 'g' -> new Go(Request.read(in));
      case 'r' -> new Refused(in.readUTF(), Wire.readText(in));
      default -> new AllJoined(in.readInt());
    };
  }
}
