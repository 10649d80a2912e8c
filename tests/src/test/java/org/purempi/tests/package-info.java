/**
 * The harness of the conformance tests: a case is a method that every rank calls. {@link
 * org.purempi.tests.ConformanceTest} runs all cases on threads, {@link
 * org.purempi.tests.ProcessConformanceTest} on processes over every transport, and {@link
 * org.purempi.tests.DeviceConformanceTest} on devices.
 *
 * <pre>
 *   CaseScan ── finds ── *Cases classes, @OnRanks methods
 *      │
 *   *ConformanceTest ─┬─ ThreadJob    one world of threads per case
 *                     └─ ProcessJob   mpiexec ── n × CaseRunner: one job for all cases of n ranks
 *                             └─ reads CaseReport files, one per rank
 * </pre>
 *
 * <p>Beside it, one package per chapter of the Standard, and {@code grid}: every kind of
 * communicator with every datatype in every form.
 */
@NullMarked
package org.purempi.tests;

import org.jspecify.annotations.NullMarked;
