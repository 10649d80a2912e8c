/**
 * What the packages {@code mpi} and {@code mpjbuf} share: the rank's environment. In thread mode
 * every rank has a class loader of its own, so a static variable here is the rank's.
 *
 * <p>Entry class: {@link org.purempi.compat.mpjexpress.Environment}.
 */
package org.purempi.compat.mpjexpress;
