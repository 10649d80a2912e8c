package org.purempi.learn.named;

import java.util.List;

/**
 * Rows that came from all ranks.
 *
 * @param values the rows, rank 0's first, in new memory
 * @param rows how many of them came from each rank
 */
public record Gathered(Values values, List<Long> rows) {}
