package org.purempi.world;

import java.util.List;
import java.util.Optional;
import org.purempi.Completed;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.protocol.Engine;
import org.purempi.request.RequestSets;

/** Waiting for and testing several requests (section 3.7.5). */
abstract class RequestCalls extends ErrorCodeCalls {
  private final RequestSets sets;

  RequestCalls(Engine engine) {
    this.sets = new RequestSets(engine);
  }

  @Override
  public final List<Status> waitAll(List<? extends Request<?>> requests) {
    return sets.waitAll(requests);
  }

  @Override
  public final Completed waitAny(List<? extends Request<?>> requests) {
    return sets.waitAny(requests);
  }

  @Override
  public final Optional<List<Completed>> waitSome(List<? extends Request<?>> requests) {
    return sets.waitSome(requests);
  }

  @Override
  public final Optional<List<Status>> testAll(List<? extends Request<?>> requests) {
    return sets.testAll(requests);
  }

  @Override
  public final Optional<Completed> testAny(List<? extends Request<?>> requests) {
    return sets.testAny(requests);
  }

  @Override
  public final Optional<List<Completed>> testSome(List<? extends Request<?>> requests) {
    return sets.testSome(requests);
  }

  @Override
  public final Optional<List<Status>> getStatusAll(List<? extends Request<?>> requests) {
    return sets.getStatusAll(requests);
  }

  @Override
  public final Optional<Completed> getStatusAny(List<? extends Request<?>> requests) {
    return sets.getStatusAny(requests);
  }

  @Override
  public final Optional<List<Completed>> getStatusSome(List<? extends Request<?>> requests) {
    return sets.getStatusSome(requests);
  }
}
