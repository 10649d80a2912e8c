package org.purempi.communicator;

import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.ErrorHandler;
import org.purempi.layout.Packed;
import org.purempi.protocol.Peers;

/** Packed data (sections 5.2, 5.3): local, the communicator only lends its error handler. */
abstract class PackingForms extends Core {
  PackingForms(Rank home, Peers peers, ErrorHandler errorHandler) {
    super(home, peers, errorHandler);
  }

  @Override
  public final long packSize(long incount, Datatype datatype) {
    requireOpen("packSize");
    return handling(() -> Packed.size(incount, datatype));
  }

  @Override
  public final long pack(Buf inbuf, Buf outbuf, long position) {
    requireOpen("pack");
    requireWritable("pack", outbuf);
    return handling(() -> Packed.pack(inbuf, outbuf, position));
  }

  @Override
  public final long unpack(Buf inbuf, long position, Buf outbuf) {
    requireOpen("unpack");
    requireWritable("unpack", outbuf);
    return handling(() -> Packed.unpack(inbuf, position, outbuf));
  }

  @Override
  public final long packExternalSize(String datarep, long incount, Datatype datatype) {
    requireOpen("packExternalSize");
    return handling(
        () -> {
          Packed.checkRepresentation(datarep);
          return Packed.size(incount, datatype);
        });
  }

  @Override
  public final long packExternal(String datarep, Buf inbuf, Buf outbuf, long position) {
    requireOpen("packExternal");
    requireWritable("packExternal", outbuf);
    return handling(
        () -> {
          Packed.checkRepresentation(datarep);
          return Packed.packExternal(inbuf, outbuf, position);
        });
  }

  @Override
  public final long unpackExternal(String datarep, Buf inbuf, long position, Buf outbuf) {
    requireOpen("unpackExternal");
    requireWritable("unpackExternal", outbuf);
    return handling(
        () -> {
          Packed.checkRepresentation(datarep);
          return Packed.unpackExternal(inbuf, position, outbuf);
        });
  }
}
