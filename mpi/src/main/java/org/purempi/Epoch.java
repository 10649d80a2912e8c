package org.purempi;

/**
 * An access or exposure epoch of a {@link Window}, for a try block: {@link #close} ends it with the
 * call that belongs to the one that has begun it ({@code unlock}, {@code unlockAll}, {@code
 * complete}, {@code waitFor}), also when an exception leaves the block. It does nothing if the
 * epoch has been ended by that call already.
 */
public interface Epoch extends AutoCloseable {
  @Override
  void close();
}
