/**
 * Which message goes to which receive: the posted receives and the unexpected messages of one
 * context (section 3.5 of the MPI Standard). Pure: no input or output, no thread, no clock. Floor
 * 1.
 *
 * <pre>
 *   receive called:  takeArrived(source, tag) ── a message? ── deliver it
 *                                             └─ none ─────── post(receive)
 *   message arrives: takePosted(source, tag)  ── a receive? ── deliver into it
 *                                             └─ none ─────── arrive(message)
 *
 *   order  ─ first ⇄ next ⇄ next ⇄ last       every entry, oldest first; scanned while it is short
 *   lanes  ─ (source, tag) → oldest ⇄ …       only once a scan was long: every look-up is one hash probe
 * </pre>
 *
 * <p>Any thread may call, one at a time: the caller holds the rank's lock. Entry class: {@link
 * org.purempi.matching.MatchQueues}.
 */
@org.jspecify.annotations.NullMarked
package org.purempi.matching;
