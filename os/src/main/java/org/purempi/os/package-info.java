/**
 * The operating system, as far as purempi needs it and Java does not have it: futex words,
 * inherited file descriptors, processors, the user and files for this user alone.
 *
 * <p>Everything goes through one native function, {@code syscall}, because binding a function costs
 * 40 to 80 ms and each further signature 7 to 15. It is bound at the first use and never before.
 * Where native access was not granted to this module ({@code --enable-native-access}), or the
 * system is not Linux on x86-64 or AArch64, every class here answers "not available", without a
 * warning, and the caller goes another way; nothing here is needed for correctness.
 *
 * <p>Floor: the lowest, needs nothing of purempi. Any thread may call it; a virtual thread keeps
 * its carrier for the length of a call. Entry class: {@link org.purempi.os.Native}.
 */
@org.jspecify.annotations.NullMarked
package org.purempi.os;
