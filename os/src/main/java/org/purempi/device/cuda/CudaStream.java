package org.purempi.device.cuda;

import java.lang.foreign.MemorySegment;
import org.purempi.device.DeviceEvent;
import org.purempi.device.DeviceException;
import org.purempi.device.DeviceException.Reason;
import org.purempi.device.DeviceMemory;
import org.purempi.device.DeviceNumber;
import org.purempi.device.DeviceOperator;
import org.purempi.device.DevicePieces;
import org.purempi.device.DeviceStream;

/** A stream of the driver that waits for no other, not even the default one. */
final class CudaStream implements DeviceStream {
  private static final int NON_BLOCKING = 1;

  private final CudaDevice device;
  private final long handle;
  private final CudaPacking packing;
  private boolean isClosed;

  CudaStream(CudaDevice device) {
    this.device = device;
    try (var _ = device.enter()) {
      this.handle = CudaCall.STREAM_CREATE.get(NON_BLOCKING);
    }
    this.packing = new CudaPacking(device, handle);
  }

  /** The driver's name for it. */
  long handle() {
    return handle;
  }

  /** The device of a piece of memory. */
  static CudaDevice device(DeviceMemory memory) {
    if (memory.device() instanceof CudaDevice cuda) {
      return cuda;
    }
    throw new DeviceException(Reason.UNSUPPORTED, "cuda cannot reach " + memory);
  }

  @Override
  public void toHost(DeviceMemory from, long fromAt, MemorySegment to, long toAt, long bytes) {
    long source = from.at(fromAt, bytes);
    long target = CudaHostMemory.address(to, toAt, bytes, true);
    if (bytes > 0) {
      enqueue(CudaCall.TO_HOST, target, source, bytes, handle);
    }
  }

  @Override
  public void fromHost(MemorySegment from, long fromAt, DeviceMemory to, long toAt, long bytes) {
    long source = CudaHostMemory.address(from, fromAt, bytes, false);
    long target = to.at(toAt, bytes);
    if (bytes > 0) {
      enqueue(CudaCall.FROM_HOST, target, source, bytes, handle);
    }
  }

  @Override
  public void copy(DeviceMemory from, long fromAt, DeviceMemory to, long toAt, long bytes) {
    CudaDevice source = device(from);
    CudaDevice target = device(to);
    long sourceAt = from.at(fromAt, bytes);
    long targetAt = to.at(toAt, bytes);
    if (bytes == 0) {
      return;
    }
    if (source == target) {
      enqueue(CudaCall.COPY, targetAt, sourceAt, bytes, handle);
    } else {
      long sourceContext = source.context().handle();
      long targetContext = target.context().handle();
      enqueue(CudaCall.COPY_PEER, targetAt, targetContext, sourceAt, sourceContext, bytes, handle);
    }
  }

  private void enqueue(CudaCall call, long... arguments) {
    try (var _ = device.enter()) {
      call.call(arguments);
    }
  }

  @Override
  public void gather(DeviceMemory from, DevicePieces pieces, DeviceMemory to, long toAt) {
    packing.move(from, pieces, to, toAt, true);
  }

  @Override
  public void scatter(DeviceMemory from, long fromAt, DeviceMemory to, DevicePieces pieces) {
    packing.move(to, pieces, from, fromAt, false);
  }

  @Override
  public void reduce(
      DeviceOperator operator,
      DeviceNumber number,
      DeviceMemory in,
      long inAt,
      DeviceMemory inout,
      long inoutAt,
      long count) {
    long bytes = Math.multiplyExact(count, (long) number.bytes());
    long a = in.at(inAt, bytes);
    long b = inout.at(inoutAt, bytes);
    if (count == 0) {
      return;
    }
    if (((a | b) & (number.bytes() - 1)) != 0) {
      throw new DeviceException(
          Reason.UNSUPPORTED,
          "numbers of %d bytes at 0x%x and 0x%x: the device combines only aligned ones"
              .formatted(number.bytes(), a, b));
    }
    try (var _ = device.enter()) {
      CudaPointer.require(a, bytes);
      CudaPointer.require(b, bytes);
    }
    String kernel = KernelText.name(operator, number);
    device.kernels().launch(kernel, Launch.over(count), handle, a, b, count);
  }

  @Override
  public DeviceEvent mark() {
    return new CudaEvent(device, handle);
  }

  @Override
  public void await() {
    try (var _ = device.enter()) {
      CudaError.checkGivenBack(CudaCall.STREAM_AWAIT, CudaCall.STREAM_AWAIT.answer(handle));
    }
  }

  @Override
  public synchronized void close() {
    if (isClosed) {
      return;
    }
    isClosed = true;
    try {
      await();
    } finally {
      packing.close();
      device.give(CudaCall.STREAM_DESTROY, handle);
    }
  }
}
