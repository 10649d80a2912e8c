package org.purempi.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.Op;

/** A schedule that keeps its steps. */
final class Recording implements Schedule {
  private final int rank;
  private final int size;
  final List<Step> steps = new ArrayList<>();
  private boolean distributes;
  private boolean receives;

  Recording(int rank, int size) {
    this.rank = rank;
    this.size = size;
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public void send(Buf buf, int peer) {
    steps.add(new Step.Send(buf, peer));
  }

  @Override
  public void distribute(Buf buf, int peer) {
    distributes = true;
    send(buf, peer);
  }

  @Override
  public void receive(Buf buf, int peer) {
    receives = true;
    steps.add(new Step.Receive(buf, peer));
  }

  @Override
  public void round() {
    assertThat(distributes && receives).as("a round that distributes receives").isFalse();
    distributes = false;
    receives = false;
    steps.add(new Step.Round());
  }

  @Override
  public void reduce(Buf in, Buf inout, Op op) {
    steps.add(new Step.Reduce(in, inout, op));
  }

  @Override
  public void copy(Buf from, Buf to) {
    steps.add(new Step.Copy(from, to));
  }

  @Override
  public Buf scratch(Datatype type, long count) {
    return Data.of(type, count, rank * 31L + count).buf();
  }
}
