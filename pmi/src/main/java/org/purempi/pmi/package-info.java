/** PMI-1 as MPICH's programs speak it: words, client, server, key-value space. */
@org.jspecify.annotations.NullMarked
package org.purempi.pmi;
