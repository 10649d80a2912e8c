package mpi;

import java.util.function.Supplier;

/**
 * A collective call whose arguments are ready: each is written once for its blocking and its
 * non-blocking form.
 *
 * @param blocking performs it
 * @param started starts it
 */
record Call(Runnable blocking, Supplier<? extends org.purempi.Request<?>> started) {}
