package mpi;

/** What {@link GraphComm#getDistGraphNeighbors} answers: a rank's edges. */
public final class DistGraphNeighbors {
  private final int[] sources;
  private final int[] sourceWeights;
  private final int[] destinations;
  private final int[] destinationWeights;
  private final boolean weighted;

  DistGraphNeighbors(
      int[] sources,
      int[] sourceWeights,
      int[] destinations,
      int[] destinationWeights,
      boolean weighted) {
    this.sources = sources;
    this.sourceWeights = sourceWeights;
    this.destinations = destinations;
    this.destinationWeights = destinationWeights;
    this.weighted = weighted;
  }

  /** The number of edges that end here. */
  public int getInDegree() {
    return sources.length;
  }

  /** The number of edges that begin here. */
  public int getOutDegree() {
    return destinations.length;
  }

  /** Whether edges have weights. */
  public boolean isWeighted() {
    return weighted;
  }

  /** Where edge {@code i} to here begins. */
  public int getSource(int i) {
    return sources[i];
  }

  /** The weight of edge {@code i} to here: 1 where edges have none. */
  public int getSourceWeight(int i) {
    return weighted ? sourceWeights[i] : 1;
  }

  /** Where edge {@code i} from here ends. */
  public int getDestination(int i) {
    return destinations[i];
  }

  /** The weight of edge {@code i} from here: 1 where edges have none. */
  public int getDestinationWeight(int i) {
    return weighted ? destinationWeights[i] : 1;
  }
}
