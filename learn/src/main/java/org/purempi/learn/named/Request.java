package org.purempi.learn.named;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What all ranks must ask for alike under one name.
 *
 * @param type of all numbers
 * @param root 0 where there is none
 * @param shapes of the values, more than one of a group; where ranks may give different numbers of
 *     rows, the shape of a row
 */
record Request(
    Kind kind,
    String name,
    NumberType type,
    Reduction reduction,
    int root,
    List<List<Long>> shapes) {
  /** No program's name has the letter before it. */
  private static final String JOIN_NAME = "\0join";

  static final Request JOIN =
      new Request(Kind.JOIN, JOIN_NAME, NumberType.INT8, Reduction.SUM, 0, List.of());

  /** How many bytes the values have. */
  long bytes() {
    long numbers = 0;
    for (List<Long> shape : shapes) {
      numbers += Values.product(shape);
    }
    return numbers * type.bytes();
  }

  /** Whether it goes on without ranks that have joined: they add nothing. */
  boolean mayLackRanks() {
    return switch (kind) {
      case ALLREDUCE -> reduction.rule().ignoresZeros();
      case ALLGATHER, BARRIER -> true;
      default -> false;
    };
  }

  /** For messages. */
  String title() {
    return kind.word() + " '" + name + "'";
  }

  void write(DataOutput out) throws IOException {
    out.writeUTF(kind.name());
    out.writeUTF(name);
    out.writeUTF(type.name());
    out.writeUTF(reduction.rule().name());
    out.writeDouble(reduction.prescale());
    out.writeDouble(reduction.postscale());
    out.writeInt(root);
    out.writeInt(shapes.size());
    for (List<Long> shape : shapes) {
      out.writeInt(shape.size());
      for (long length : shape) {
        out.writeLong(length);
      }
    }
  }

  static Request read(DataInput in) throws IOException {
    Kind kind = Kind.valueOf(in.readUTF());
    String name = in.readUTF();
    NumberType type = NumberType.valueOf(in.readUTF());
    Reduction.Rule rule = Reduction.Rule.valueOf(in.readUTF());
    var reduction = new Reduction(rule, in.readDouble(), in.readDouble());
    int root = in.readInt();
    List<List<Long>> shapes = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      List<Long> shape = new ArrayList<>();
      for (int dimensions = in.readInt(); dimensions > 0; dimensions--) {
        shape.add(in.readLong());
      }
      shapes.add(List.copyOf(shape));
    }
    return new Request(kind, name, type, reduction, root, List.copyOf(shapes));
  }
}
