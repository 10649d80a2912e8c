package org.purempi.launch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class ProcessorsTest {
  @Test
  void listsOfProcessorsAreReadAsTheKernelWritesThem() {
    assertThat(Processors.parse("0-3,8")).containsExactly(0, 1, 2, 3, 8);
    assertThat(Processors.parse("5")).containsExactly(5);
  }

  @Test
  void everyAllowedProcessorBelongsToOneCore() throws UsageException {
    assertThat(Processors.cores()).isNotEmpty().doesNotHaveDuplicates();
  }
}
