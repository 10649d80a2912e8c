/**
 * A model that is spread over ranks: its layers are split (tensor parallel), follow one another on
 * different ranks (pipeline), or are experts that live apart; a grid of communicators combines this
 * with data parallel. A split network begins, computes and learns as the whole one would, to
 * rounding. Each object belongs to the thread of its rank. Entry class: {@link
 * org.purempi.learn.parallel.Grid}.
 */
@NullMarked
package org.purempi.learn.parallel;

import org.jspecify.annotations.NullMarked;
