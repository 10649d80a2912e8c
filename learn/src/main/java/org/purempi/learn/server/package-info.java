/**
 * A parameter server: keys, each an array of float32, lie sharded over servers; workers push
 * gradients and pull values, in step (BSP), at most so many steps apart (SSP) or without any order
 * (ASP). Over messages with servers of their own or a server thread on every rank, and over windows
 * without any server. Words are those of ps-lite, BytePS and MXNet's KVStore. A server belongs to
 * one thread, and so does a worker. Entry class: {@link org.purempi.learn.server.ParameterServer}.
 */
@NullMarked
package org.purempi.learn.server;

import org.jspecify.annotations.NullMarked;
