package org.purempi;

/**
 * A value that was received, with its status.
 *
 * @param value the value
 * @param status who sent it, with which tag
 */
public record Received<T>(T value, Status status) {}
