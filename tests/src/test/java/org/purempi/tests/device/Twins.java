package org.purempi.tests.device;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.VBuf;
import org.purempi.WBuf;
import org.purempi.device.Device;

/** The twins of the buffers of one call. Memory that several of them share has one twin. */
final class Twins {
  private final Device device;
  private final IdentityHashMap<Object, Twin> twins = new IdentityHashMap<>();

  Twins(Device device) {
    this.device = device;
  }

  /** The arguments of a call, with the device's memory in place of the host's. */
  synchronized @Nullable Object[] exchange(@Nullable Object[] arguments) {
    return Arrays.stream(arguments).map(this::exchange).toArray();
  }

  private @Nullable Object exchange(@Nullable Object argument) {
    return switch (argument) {
      case Buf buf -> there(buf);
      case VBuf v when v != VBuf.IN_PLACE -> there(v);
      case WBuf w when !w.equals(WBuf.IN_PLACE) ->
          new WBuf(w.blocks().stream().map(this::there).toList());
      case null, default -> argument;
    };
  }

  private Buf there(Buf buf) {
    if (buf == Buf.IN_PLACE || buf == Buf.EMPTY) {
      return buf;
    }
    Twin twin = twins.computeIfAbsent(buf.base(), base -> new Twin(base, device));
    return Buf.of(twin.there(), buf.offsetBytes(), buf.count(), buf.datatype());
  }

  private VBuf there(VBuf v) {
    long[] counts = new long[v.blocks()];
    long[] displs = new long[counts.length];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = v.count(i);
      displs[i] = v.displ(i);
    }
    return VBuf.of(there(v.buf()), counts, displs);
  }

  void in() {
    all().forEach(Twin::in);
  }

  void refresh() {
    all().forEach(Twin::refresh);
  }

  void out() {
    all().forEach(Twin::out);
  }

  private synchronized List<Twin> all() {
    return new ArrayList<>(twins.values());
  }

  /** Frees the device's memory. */
  synchronized void close() {
    twins.values().forEach(Twin::close);
  }
}
