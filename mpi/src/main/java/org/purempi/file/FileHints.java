package org.purempi.file;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.Info;
import org.purempi.MpiArgumentException;

/**
 * The hints of a file that are understood (section 14.2.8); others are dropped, but for the
 * Standard's own names, which are kept.
 *
 * @param info all of them
 */
public record FileHints(Info info) {
  static final String AGGREGATORS = "cb_nodes";
  private static final String BLOCK = "cb_buffer_size";
  private static final String READ_BLOCK = "ind_rd_buffer_size";
  private static final String WRITE_BLOCK = "ind_wr_buffer_size";
  private static final String BUFFERING = "collective_buffering";
  private static final String READ_TOGETHER = "romio_cb_read";
  private static final String WRITE_TOGETHER = "romio_cb_write";
  private static final String PERMISSIONS = "file_perm";
  private static final String REPLACE = "atomicReplace";
  private static final String DURABLE = "durable";
  private static final String CONFIG = "cb_config_list";
  private static final int USUAL_PERMISSIONS = 0666;
  private static final int OCTAL = 8;

  /** When something is done. */
  enum Choice {
    ENABLE,
    DISABLE,
    AUTOMATIC
  }

  private static final String NUMBER = "[1-9][0-9]{0,17}";
  private static final String CHOICE = "enable|disable|automatic";
  private static final String TRUTH = "true|false";

  /** What each hint may be. */
  private static final Map<String, String> ALLOWED =
      Map.ofEntries(
          Map.entry(BLOCK, NUMBER),
          Map.entry(AGGREGATORS, NUMBER),
          Map.entry(CONFIG, "\\*:" + NUMBER),
          Map.entry(BUFFERING, TRUTH),
          Map.entry(READ_TOGETHER, CHOICE),
          Map.entry(WRITE_TOGETHER, CHOICE),
          Map.entry("romio_ds_read", CHOICE),
          Map.entry("romio_ds_write", CHOICE),
          Map.entry(READ_BLOCK, NUMBER),
          Map.entry(WRITE_BLOCK, NUMBER),
          Map.entry(PERMISSIONS, "0?[0-7]{1,3}"),
          Map.entry(REPLACE, TRUTH),
          Map.entry(DURABLE, TRUTH));

  /** Kept, though nothing follows from them here. */
  private static final String RESERVED =
      "access_style|cb_block_size|chunked|chunked_item|chunked_size|filename|io_node_list"
          + "|nb_proc|num_io_nodes|striping_factor|striping_unit";

  private static final Map<String, String> INITIAL =
      Map.of(
          BLOCK,
          "16777216",
          CONFIG,
          "*:1",
          BUFFERING,
          "true",
          READ_TOGETHER,
          "automatic",
          WRITE_TOGETHER,
          "automatic",
          "romio_ds_read",
          "automatic",
          "romio_ds_write",
          "automatic",
          READ_BLOCK,
          "4194304",
          WRITE_BLOCK,
          "524288");

  /** By these the ranks decide what they do together. */
  private static final List<String> SAME =
      List.of(AGGREGATORS, BLOCK, BUFFERING, READ_TOGETHER, WRITE_TOGETHER, REPLACE, DURABLE);

  /** What is in force when nothing has been said. */
  static FileHints initial(int aggregators) {
    Info all = Info.EMPTY;
    for (Map.Entry<String, String> e : new TreeMap<>(INITIAL).entrySet()) {
      all = all.with(e.getKey(), e.getValue());
    }
    return new FileHints(all.with(AGGREGATORS, Integer.toString(aggregators)));
  }

  /**
   * These after more have been given.
   *
   * @throws MpiArgumentException ({@code INFO_VALUE}) if a value cannot be understood
   */
  FileHints with(Info more) {
    Info merged = info;
    for (Map.Entry<String, String> e : more.pairs().entrySet()) {
      String allowed = ALLOWED.get(e.getKey());
      if (allowed != null && !e.getValue().matches(allowed)) {
        throw new MpiArgumentException(
            ErrorClass.INFO_VALUE,
            "the hint " + e.getKey() + " is " + e.getValue() + ": it is of the form " + allowed);
      }
      if (allowed != null || e.getKey().matches(RESERVED)) {
        merged = merged.with(e.getKey(), e.getValue());
      }
    }
    return new FileHints(merged);
  }

  /** How an error calls them. */
  static final String SAME_ON_ALL = "each hint for collective calls";

  /** A number for the hints that must be the same on all ranks. */
  long sameNumber() {
    return SAME.stream().map(key -> String.valueOf(text(key))).toList().hashCode();
  }

  /** As {@link #with}, when the file is open: what says how it is opened comes too late. */
  FileHints withLater(Info more) {
    Info kept = more;
    for (String early : List.of(PERMISSIONS, REPLACE, DURABLE)) {
      kept = kept.get(early).isPresent() ? kept.without(early) : kept;
    }
    return with(kept);
  }

  private @Nullable String text(String key) {
    return info.get(key).orElse(null);
  }

  private int number(String key) {
    return (int) Math.min(Integer.MAX_VALUE, Long.parseLong(info.get(key).orElseThrow()));
  }

  private boolean isTrue(String key) {
    return "true".equals(text(key));
  }

  private Choice choice(String key) {
    return Choice.valueOf(info.get(key).orElseThrow().toUpperCase(java.util.Locale.ROOT));
  }

  /** Ranks that write for others. */
  int aggregators() {
    return number(AGGREGATORS);
  }

  /** How many of them on each host, when {@link #aggregators} is not given. */
  int aggregatorsPerHost() {
    return (int)
        Math.min(Integer.MAX_VALUE, Long.parseLong(info.get(CONFIG).orElseThrow().substring(2)));
  }

  /** Bytes of an aggregator's block. */
  int blockBytes() {
    return number(BLOCK);
  }

  /** Bytes of the block through which one rank reads. */
  int readBlockBytes() {
    return number(READ_BLOCK);
  }

  /** Bytes of the block through which one rank writes. */
  int writeBlockBytes() {
    return number(WRITE_BLOCK);
  }

  /** Whether collective calls go through aggregators. */
  Choice together(boolean isWrite) {
    return isTrue(BUFFERING) ? choice(isWrite ? WRITE_TOGETHER : READ_TOGETHER) : Choice.DISABLE;
  }

  /** Whether small holes are read, or read and written back, with what lies around them. */
  Choice sieving(boolean isWrite) {
    return choice(isWrite ? "romio_ds_write" : "romio_ds_read");
  }

  /** Permissions of a new file, less the umask. */
  int permissions() {
    return info.get(PERMISSIONS).map(p -> Integer.parseInt(p, OCTAL)).orElse(USUAL_PERMISSIONS);
  }

  /** Whether the file is written beside the one that it replaces when it is closed. */
  boolean isReplacing() {
    return isTrue(REPLACE);
  }

  /** Whether it is on the storage device when it has been closed. */
  boolean isDurable() {
    return isTrue(DURABLE);
  }
}
