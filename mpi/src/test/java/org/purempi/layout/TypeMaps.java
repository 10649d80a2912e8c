package org.purempi.layout;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.purempi.BasicDatatype;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.StructDatatype;
import org.purempi.StructTypes;

/** The naive oracle of layouts: where each byte of a buffer's message lies, one by one. */
final class TypeMaps {
  private static final List<Datatype> BASICS =
      List.of(Datatype.BYTE, Datatype.SHORT, Datatype.INT, Datatype.DOUBLE, Datatype.LONG_DOUBLE);

  private TypeMaps() {}

  /** The offset in memory of every byte of the message, in order. */
  static List<Long> offsets(Buf buf) {
    List<Long> all = new ArrayList<>();
    for (long i = 0; i < buf.count(); i++) {
      add(all, buf.datatype(), buf.offsetBytes() + i * buf.datatype().extent());
    }
    return all;
  }

  private static void add(List<Long> all, Datatype type, long at) {
    switch (type) {
      case BasicDatatype b -> {
        for (int i = 0; i < b.width(); i++) {
          all.add(at + i);
        }
      }
      case StructDatatype s -> {
        for (StructDatatype.Block block : s.blocks()) {
          for (long k = 0; k < block.blocklength(); k++) {
            add(all, block.type(), at + block.displacement() + k * block.type().extent());
          }
        }
      }
    }
  }

  /** A random struct: gaps, fields out of order, empty blocks, repeated and nested structs. */
  static Datatype random(Random random, int depth) {
    List<StructDatatype.Block> blocks = new ArrayList<>();
    long at = 0;
    int fields = 1 + random.nextInt(4);
    for (int i = 0; i < fields; i++) {
      Datatype inner =
          depth > 0 && random.nextInt(3) == 0
              ? random(random, depth - 1)
              : BASICS.get(random.nextInt(BASICS.size()));
      long length = random.nextInt(4);
      at += random.nextInt(3) == 0 ? random.nextInt(20) : 0;
      blocks.add(new StructDatatype.Block(at, length, inner));
      at += length * inner.extent();
    }
    if (random.nextInt(4) == 0) {
      blocks = blocks.reversed();
    }
    return StructTypes.of(blocks, at + (random.nextBoolean() ? 0 : random.nextInt(9)));
  }
}
