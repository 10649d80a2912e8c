package org.purempi.recipes.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.BarrierTaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.Rendezvous;
import scala.Function1;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag$;

/**
 * The tasks of a barrier stage as the ranks of a world: Spark starts them all at once and gathers a
 * word of each, which is all that ranks need to meet.
 */
public final class BarrierRanks {
  private BarrierRanks() {}

  /**
   * What every rank does.
   *
   * @param <T> the elements of its partition
   * @param <R> its results
   */
  @FunctionalInterface
  public interface Body<T, R> extends Serializable {
    /** Runs once on every partition, as a rank of the world of all partitions. */
    List<R> run(Communicator world, Iterator<T> partition) throws Exception;
  }

  /** What Spark sends to its executors. */
  private interface Task<T, R>
      extends Function1<scala.collection.Iterator<T>, scala.collection.Iterator<R>>, Serializable {}

  /** Runs a body on every partition; answers all results in the order of the ranks. */
  public static <T, R> List<R> run(JavaRDD<T> data, Body<T, R> body) {
    Task<T, R> task =
        partition -> {
          List<R> results = onRank(body, CollectionConverters.asJava(partition));
          return CollectionConverters.asScala(results.iterator());
        };
    return data.rdd()
        .barrier()
        .mapPartitions(task, false, ClassTag$.MODULE$.<R>apply(Object.class))
        .toJavaRDD()
        .collect();
  }

  private static <T, R> List<R> onRank(Body<T, R> body, Iterator<T> partition) {
    BarrierTaskContext task = BarrierTaskContext.get();
    int ranks = task.getTaskInfos().length;
    List<R> results = new ArrayList<>();
    Mpi.connect(
        Rendezvous.by(task::allGather, task.partitionId(), ranks),
        world -> results.addAll(body.run(world, partition)));
    return results;
  }
}
