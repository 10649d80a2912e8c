package org.purempi.disk;

/**
 * What is equal for two open files exactly if they are the same file.
 *
 * @param device the number of the file system
 * @param number the file's number there
 */
public record FileIdentity(long device, long number) {}
