package org.purempi.learn.report;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** A step of learning on this rank, for JDK Flight Recorder. */
@Name("org.purempi.learn.Step")
@Label("Learning Step")
@Category({"purempi", "Learning"})
@Description("Forward and backward pass, exchange of gradients and update of one rank")
@StackTrace(false)
final class StepEvent extends Event {
  @Label("Rank")
  int rank;

  @Label("Step")
  long step;

  @Label("Examples")
  @Description("Of this rank")
  int examples;

  @Label("Mean Loss")
  @Description("Of this rank's examples")
  double loss;

  @Label("Gradient Bytes")
  @DataAmount
  long gradientBytes;

  @Label("Exposed Exchange")
  @Description("How long the rank waited for gradients when its backward pass had ended")
  @Timespan(Timespan.NANOSECONDS)
  long exposed;
}
