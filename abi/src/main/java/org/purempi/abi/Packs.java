package org.purempi.abi;

import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;

/** Packing and unpacking (sections 5.2 and 5.3). */
final class Packs {
  private Packs() {}

  static void packSize(long count, long type, long comm, Numbers size) {
    size.set(Table.comm(comm).get().packSize(count, Bufs.committed(type).type));
  }

  static void pack(
      long inbuf, long incount, long type, long outbuf, long outsize, Numbers position, long comm) {
    Buf out = room(outbuf, outsize);
    Buf in = Bufs.of(inbuf, incount, type);
    position.set(Table.comm(comm).get().pack(in, out, position.get(0)));
  }

  static void unpack(
      long inbuf, long insize, Numbers position, long outbuf, long outcount, long type, long comm) {
    Buf in = room(inbuf, insize);
    Buf out = Bufs.of(outbuf, outcount, type);
    position.set(Table.comm(comm).get().unpack(in, position.get(0), out));
  }

  static void packExternalSize(long datarep, long count, long type, Numbers size) {
    size.set(any().packExternalSize(Native.text(datarep), count, Bufs.committed(type).type));
  }

  static void packExternal(
      long datarep,
      long inbuf,
      long incount,
      long type,
      long outbuf,
      long outsize,
      Numbers position) {
    Buf out = room(outbuf, outsize);
    Buf in = Bufs.of(inbuf, incount, type);
    position.set(any().packExternal(Native.text(datarep), in, out, position.get(0)));
  }

  static void unpackExternal(
      long datarep,
      long inbuf,
      long insize,
      Numbers position,
      long outbuf,
      long outcount,
      long type) {
    Buf in = room(inbuf, insize);
    Buf out = Bufs.of(outbuf, outcount, type);
    position.set(any().unpackExternal(Native.text(datarep), in, position.get(0), out));
  }

  private static Buf room(long address, long bytes) {
    if (bytes < 0) {
      throw new MpiArgumentException(ErrorClass.ARG, "a buffer of " + bytes + " bytes");
    }
    if (address == 0 && bytes > 0) {
      throw new MpiArgumentException(
          ErrorClass.BUFFER, "the buffer is NULL, but its size is " + bytes);
    }
    return Bufs.bytes(address, bytes);
  }

  /** The portable representation is the same for all communicators. */
  private static Communicator any() {
    return Program.mpi().self();
  }
}
