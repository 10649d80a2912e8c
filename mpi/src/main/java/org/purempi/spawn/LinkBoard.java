package org.purempi.spawn;

import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.purempi.bootstrap.Board;

/**
 * The board of processes that get a link: at each barrier everybody says what he has written since
 * the last one. Who fails says so at his next barrier, and it fails for all.
 */
final class LinkBoard implements Board {
  private static final String FAILURE = "failure";
  private static final String SEPARATOR = "\n";

  private final Sides sides;
  private final String name;
  private final int rank;
  private final int size;
  private final Map<String, String> fresh = new LinkedHashMap<>();
  private final Map<String, String> known = new HashMap<>();

  LinkBoard(Sides sides, String name, int rank, int size) {
    this.sides = sides;
    this.name = name;
    this.rank = rank;
    this.size = size;
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void put(String key, String value) {
    fresh.put(key, value);
  }

  /** The next barrier fails for all. */
  void fail(Exception why) {
    fresh.put(FAILURE, String.valueOf(why.getMessage()).replace('\n', ' '));
  }

  @Override
  public Optional<String> get(String key) {
    return Optional.ofNullable(known.get(key));
  }

  @Override
  public void barrier() throws IOException {
    StringBuilder mine = new StringBuilder();
    fresh.forEach((key, value) -> mine.append(key).append(' ').append(value).append(SEPARATOR));
    fresh.clear();
    for (String said : sides.exchange(mine.toString()).all()) {
      for (String line : said.split(SEPARATOR, -1)) {
        int blank = line.indexOf(' ');
        if (blank > 0) {
          known.put(line.substring(0, blank), line.substring(blank + 1));
        }
      }
    }
    String failure = known.get(FAILURE);
    if (failure != null) {
      throw new IOException("the two groups cannot be wired together: " + failure);
    }
  }
}
