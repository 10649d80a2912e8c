package org.purempi.device.cuda;

import org.purempi.device.DeviceEvent;

/** A point in a stream, for which the driver has an event until it was found done. */
final class CudaEvent implements DeviceEvent {
  private static final int DISABLE_TIMING = 2;

  private final CudaDevice device;
  private final long handle;
  private boolean isOver;

  /** Puts it into a stream. */
  CudaEvent(CudaDevice device, long stream) {
    this.device = device;
    try (var _ = device.enter()) {
      this.handle = CudaCall.EVENT_CREATE.get(DISABLE_TIMING);
      int error = CudaCall.EVENT_RECORD.answer(handle, stream);
      if (error != CudaError.NONE) {
        CudaCall.EVENT_DESTROY.answer(handle);
        CudaError.check(CudaCall.EVENT_RECORD, error);
      }
    }
  }

  @Override
  public synchronized boolean isDone() {
    return isOver || finish(CudaCall.EVENT_QUERY);
  }

  @Override
  public synchronized void await() {
    if (!isOver) {
      finish(CudaCall.EVENT_AWAIT);
    }
  }

  private boolean finish(CudaCall way) {
    try (var _ = device.enter()) {
      int error = way.answer(handle);
      if (error == CudaError.NOT_READY) {
        return false;
      }
      isOver = true;
      CudaCall.EVENT_DESTROY.answer(handle);
      CudaError.check(way, error);
      return true;
    }
  }
}
