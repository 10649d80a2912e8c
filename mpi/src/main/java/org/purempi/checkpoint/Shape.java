package org.purempi.checkpoint;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.purempi.checkpoint.Share.Layout;

/**
 * What a registered item is, alike on all ranks.
 *
 * @param name its name
 * @param layout how it is dealt out
 * @param type the datatype of its elements, or "object"
 * @param elementBytes the bytes of an element; 1 for objects, which are bytes in a checkpoint
 * @param global how many elements a distributed array has on all ranks together; else 0
 */
record Shape(String name, Layout layout, String type, long elementBytes, long global) {
  static final String OBJECT = "object";

  private static final int FIELDS = 5;

  boolean isObject() {
    return type.equals(OBJECT);
  }

  /** Whether its elements are dealt out. */
  boolean isDealt() {
    return layout == Layout.BLOCK || layout == Layout.CYCLIC;
  }

  /** What a rank has of it. */
  Share share(int rank, int ranks) {
    return new Share(layout, global, rank, ranks);
  }

  /** As it stands in a manifest. */
  String text() {
    return "%s %s %s %d %d".formatted(encoded(name), layout, encoded(type), elementBytes, global);
  }

  static Shape parse(String text) {
    String[] fields = text.split(" ", FIELDS);
    return new Shape(
        URLDecoder.decode(fields[0], StandardCharsets.UTF_8),
        Layout.valueOf(fields[1]),
        URLDecoder.decode(fields[2], StandardCharsets.UTF_8),
        Long.parseLong(fields[3]),
        Long.parseLong(fields[4]));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** For errors. */
  String words() {
    return isDealt()
        ? "%s of %d × %s".formatted(layout, global, type)
        : "%s of %s".formatted(layout, type);
  }
}
