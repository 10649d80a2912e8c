package org.purempi.launch.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class SourceCacheTest {
  @Test
  void whatIsEmptyOrRelativeNamesNoPlace() {
    Path home = Path.of("/h");
    assertThat(SourceCache.place("/c", home)).isEqualTo(Path.of("/c"));
    assertThat(SourceCache.place("", home)).isEqualTo(Path.of("/h/.cache"));
    assertThat(SourceCache.place("c", home)).isEqualTo(Path.of("/h/.cache"));
    assertThat(SourceCache.place(null, home)).isEqualTo(Path.of("/h/.cache"));
    assertThat(SourceCache.place(null, null)).isNull();
  }
}
