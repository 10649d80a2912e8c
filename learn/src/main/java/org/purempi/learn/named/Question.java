package org.purempi.learn.named;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A request that the coordinator has to compare with those of other ranks.
 *
 * @param ageNanos how long it has waited when it is sent
 */
record Question(Request request, long ageNanos) {
  static byte[] write(List<Submission> submissions, long now) {
    return Wire.bytes(
        out -> {
          out.writeInt(submissions.size());
          for (Submission s : submissions) {
            new Question(s.request, now - s.sinceNanos).write(out);
          }
        });
  }

  private void write(DataOutput out) throws IOException {
    request.write(out);
    out.writeLong(ageNanos);
  }

  static List<Question> read(DataInput in) throws IOException {
    List<Question> all = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      all.add(new Question(Request.read(in), in.readLong()));
    }
    return all;
  }
}
