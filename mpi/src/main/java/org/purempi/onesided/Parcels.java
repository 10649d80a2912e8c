package org.purempi.onesided;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.Op;
import org.purempi.layout.ContiguousCursor;
import org.purempi.onesided.Elements.Stretch;
import org.purempi.transport.Endpoint;
import org.purempi.transport.Offer;
import org.purempi.transport.Source;

/** The parcels that windows send. */
final class Parcels {
  private static final ContiguousCursor NOTHING = new ContiguousCursor();

  private Parcels() {}

  /** One frame without data. */
  static Link.Parcel control(long word0, long word1, long word2) {
    return to -> to.offer(word0, word1, word2, NOTHING, 0);
  }

  /** One frame with data that fits into it. */
  static Link.Parcel single(long word0, long word1, long word2, Source data, int bytes) {
    return to -> to.offer(word0, word1, word2, data, bytes);
  }

  /** Data of any length in frames of the same words. */
  static Link.Parcel stream(long word0, long word1, long word2, Source data, int pieceBytes) {
    return to -> {
      while (data.remainingBytes() > 0) {
        int n = (int) Math.min(pieceBytes, data.remainingBytes());
        Offer offer = to.offer(word0, word1, word2, data, n);
        if (offer == Offer.BUSY || offer == Offer.FAILED) {
          return offer;
        }
      }
      return Offer.OK;
    };
  }

  /** Data for stretches of a part, in frames that say where each piece goes: whole elements. */
  static final class ToStretches implements Link.Parcel {
    private final Verb verb;
    private final int id;
    private final @Nullable Op op;
    private final long word1;
    private final long part;
    private final List<Stretch> stretches;
    private final Source data;
    private final int pieceBytes;
    private int next;
    private long done;

    /**
     * {@code data} goes to {@code stretches}, which count from byte {@code part} of the target's
     * part; it may end before they do.
     *
     * @param op how it is combined; null if it is put
     */
    ToStretches(
        Verb verb,
        int id,
        @Nullable Op op,
        long word1,
        long part,
        List<Stretch> stretches,
        Source data,
        int pieceBytes) {
      this.verb = verb;
      this.id = id;
      this.op = op;
      this.word1 = word1;
      this.part = part;
      this.stretches = stretches;
      this.data = data;
      this.pieceBytes = pieceBytes;
    }

    @Override
    public Offer offer(Endpoint to) {
      while (data.remainingBytes() > 0) {
        Stretch stretch = stretches.get(next);
        long elementBytes = stretch.kind().size();
        long most = Math.max(1, pieceBytes / elementBytes);
        long n = Math.min(Math.min(stretch.n() - done, most), data.remainingBytes() / elementBytes);
        long at = part + stretch.at() + done * stretch.kind().extent();
        int bytes = (int) (n > 0 ? n * elementBytes : data.remainingBytes());
        int detail = op == null ? Kinds.code(stretch.kind()) : Kinds.code(stretch.kind(), op);
        Offer offer = to.offer(verb.word0(id, detail), word1, at, data, bytes);
        if (offer == Offer.BUSY || offer == Offer.FAILED) {
          return offer;
        }
        done += n;
        if (done == stretch.n()) {
          next++;
          done = 0;
        }
      }
      return Offer.OK;
    }
  }
}
