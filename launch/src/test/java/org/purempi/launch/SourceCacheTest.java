package org.purempi.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class SourceCacheTest {
  @Test
  void whatIsEmptyOrRelativeNamesNoPlace() {
    assertThat(SourceCache.place("/c", Arrays.asList("/h"))).isEqualTo(Path.of("/c"));
    assertThat(SourceCache.place("", Arrays.asList("/h"))).isEqualTo(Path.of("/h/.cache"));
    assertThat(SourceCache.place("c", Arrays.asList("", "/h"))).isEqualTo(Path.of("/h/.cache"));
    assertThat(SourceCache.place(null, Arrays.asList("h", "/j"))).isEqualTo(Path.of("/j/.cache"));
    assertThat(SourceCache.place(null, Arrays.asList(null, "?"))).isNull();
  }
}
