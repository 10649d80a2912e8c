/**
 * Ranks in Spark. A recipe, not a part of the library: copy it. Any thread of an executor; entry
 * class: {@link org.purempi.recipes.spark.BarrierRanks}.
 */
@org.jspecify.annotations.NullMarked
package org.purempi.recipes.spark;
