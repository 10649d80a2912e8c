package org.purempi;

/** How a window is locked at a target (section 12.5.3). */
public enum LockType {
  /** Nobody else has a lock there meanwhile. */
  EXCLUSIVE,
  /** Others that want a shared lock may have one, too. */
  SHARED
}
