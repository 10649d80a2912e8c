package org.purempi.learn.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Networks that cannot be, and batches without examples. */
class NetworkTest {
  @Test
  void aBatchWithoutExamplesChangesNoRunningMean() {
    var norm = new BatchNorm(2);
    var network = new Network(1, List.of(new Dense(2, 2), norm));
    var memo = new Memo();
    Tensor y = network.forward(new Tensor(0, 2), memo);
    network.backward(y, memo);
    assertThat(norm.buffers().get(0).toArray(ValueLayout.JAVA_FLOAT)).containsExactly(0, 0);
    assertThat(norm.buffers().get(1).toArray(ValueLayout.JAVA_FLOAT)).containsExactly(1, 1);
    assertThat(network.gradients().mismatch(zeros(network))).isEqualTo(-1);
  }

  private static MemorySegment zeros(Network network) {
    return MemorySegment.ofArray(new byte[(int) network.gradients().byteSize()]);
  }

  @Test
  void aLayerIsInOneNetworkOnce() {
    var layer = new Dense(3, 3);
    assertThatThrownBy(() -> new Network(1, List.of(layer, new Relu(), layer)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("layer 2 is part of a network already: make one for each place");
  }

  @Test
  void aNetworkBeyondAnArrayIsRefused() {
    for (int layers : new int[] {2, 4}) { // more than an int counts, by 2³¹ and by 2³²
      List<Dense> large = Stream.generate(() -> new Dense(1 << 15, 1 << 15)).limit(layers).toList();
      assertThatThrownBy(() -> new Network(1, large))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "a network of %d numbers is too large for an array",
              layers * ((1L << 30) + (1 << 15)));
    }
  }

  @Test
  void aKernelLargerThanThePictureIsRefused() {
    assertThatThrownBy(() -> new Convolution(2, 2, 1, 5, 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a kernel of 5 x 5 is larger than pictures of 2 x 2");
  }
}
