package org.purempi.launch.program;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a class file refers to (section 4.4 of the JVM's specification). Read by hand: a launcher's
 * start has no time for more.
 */
final class ConstantPool {
  /** A field or method of some class. */
  record Member(String owner, String name, boolean isMethod) {}

  private static final int MAGIC = 0xCAFEBABE;
  private static final int UTF8 = 1;
  private static final int CLASS = 7;
  private static final int FIELD = 9;
  private static final int METHOD = 10;
  private static final int METHOD_OF_INTERFACE = 11;
  private static final int NAME_AND_TYPE = 12;

  private final int[] tags;
  private final int[] first;
  private final int[] second;
  private final String[] texts;

  ConstantPool(byte[] classFile) throws IOException {
    var in = new DataInputStream(new ByteArrayInputStream(classFile));
    if (in.readInt() != MAGIC) {
      throw new IOException("not a class file");
    }
    in.readInt(); // version
    int count = in.readUnsignedShort();
    tags = new int[count];
    first = new int[count];
    second = new int[count];
    texts = new String[count];
    for (int i = 1; i < count; i++) {
      tags[i] = in.readUnsignedByte();
      i += read(in, i);
    }
  }

  /** Reads an entry; answers how many numbers it takes beside its own. */
  private int read(DataInputStream in, int i) throws IOException {
    switch (tags[i]) {
      case UTF8 -> texts[i] = in.readUTF();
      case CLASS, 8, 16, 19, 20 -> first[i] = in.readUnsignedShort();
      case FIELD, METHOD, METHOD_OF_INTERFACE, NAME_AND_TYPE -> {
        first[i] = in.readUnsignedShort();
        second[i] = in.readUnsignedShort();
      }
      case 3, 4, 17, 18 -> in.readInt();
      case 5, 6 -> {
        in.readLong();
        return 1;
      }
      case 15 -> in.skipNBytes(3);
      default -> throw new IOException("entry of unknown kind " + tags[i]);
    }
    return 0;
  }

  /** The classes referred to, as {@code java/lang/Object}; of arrays the component. */
  List<String> classes() {
    List<String> names = new ArrayList<>();
    for (int i = 1; i < tags.length; i++) {
      if (tags[i] == CLASS) {
        String name = texts[first[i]].replaceFirst("^\\[+L?", "");
        names.add(name.endsWith(";") ? name.substring(0, name.length() - 1) : name);
      }
    }
    return names;
  }

  /** The fields and methods referred to. */
  Stream<Member> members() {
    List<Member> members = new ArrayList<>();
    for (int i = 1; i < tags.length; i++) {
      if (tags[i] == FIELD || tags[i] == METHOD || tags[i] == METHOD_OF_INTERFACE) {
        String owner = texts[first[first[i]]];
        members.add(new Member(owner, texts[first[second[i]]], tags[i] != FIELD));
      }
    }
    return members.stream();
  }
}
