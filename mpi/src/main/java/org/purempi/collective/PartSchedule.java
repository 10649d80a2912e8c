package org.purempi.collective;

import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.Op;
import org.purempi.device.Device;

/** A schedule as some of its ranks see it, who follow each other: they count themselves from 0. */
final class PartSchedule implements Schedule {
  private final Schedule whole;
  private final int first;
  private final int size;

  PartSchedule(Schedule whole, int first, int size) {
    this.whole = whole;
    this.first = first;
    this.size = size;
  }

  @Override
  public int rank() {
    return whole.rank() - first;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public void send(Buf buf, int peer) {
    whole.send(buf, first + peer);
  }

  @Override
  public void distribute(Buf buf, int peer) {
    whole.distribute(buf, first + peer);
  }

  @Override
  public void receive(Buf buf, int peer) {
    whole.receive(buf, first + peer);
  }

  @Override
  public void round() {
    whole.round();
  }

  @Override
  public void exchange(Buf out, int dest, Buf in, int source) {
    whole.exchange(out, first + dest, in, first + source);
  }

  @Override
  public void sendNow(Buf buf, int peer) {
    whole.sendNow(buf, first + peer);
  }

  @Override
  public void receiveNow(Buf buf, int peer) {
    whole.receiveNow(buf, first + peer);
  }

  @Override
  public void reduce(Buf in, Buf inout, Op op) {
    whole.reduce(in, inout, op);
  }

  @Override
  public void copy(Buf from, Buf to) {
    whole.copy(from, to);
  }

  @Override
  public Buf scratch(Datatype type, long count) {
    return whole.scratch(type, count);
  }

  @Override
  public void scratchOn(@Nullable Device device) {
    whole.scratchOn(device);
  }
}
