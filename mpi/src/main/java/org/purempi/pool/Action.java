package org.purempi.pool;

import java.io.Serializable;

/** What a worker does, as {@link Task}, without a result. */
@FunctionalInterface
public interface Action extends Runnable, Serializable {}
