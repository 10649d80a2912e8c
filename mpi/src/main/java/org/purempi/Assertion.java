package org.purempi;

/**
 * What a program promises of its windows, so that less need be done (section 12.5.5). A promise
 * that does not hold makes the result undefined.
 */
public enum Assertion {
  /** The other side has made its call already, or nobody else wants the lock. */
  NOCHECK,
  /** This rank has not stored to its part since the last synchronisation. */
  NOSTORE,
  /** Nobody puts to or accumulates in this rank's part before the next synchronisation. */
  NOPUT,
  /** The fence ends no operations of this rank; all ranks say so. */
  NOPRECEDE,
  /** The fence begins no epoch; all ranks say so. */
  NOSUCCEED
}
