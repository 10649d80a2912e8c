package org.purempi.os.fast;

import java.io.ByteArrayOutputStream;
import java.util.HexFormat;

/**
 * Writes the x86-64 routines of {@link PieceCopy}: one for each rest of a piece behind its blocks
 * of 64 bytes, so that nothing but the number of blocks is left to decide.
 *
 * <pre>
 *   strided                                    gather (scatter: the sides change places)
 *     rdi from · rsi offset · rdx stride         rdi from · rsi offset · rdx to · rcx offset
 *     rcx to · r8 offset · r9 stride             r8 offsets · r9 the first of them
 *     [rsp+8] pieces · [rsp+16] blocks           [rsp+8] pieces · [rsp+16] limit · [rsp+24] blocks
 *
 *          add  rdi, rsi                              add  rdi, rsi
 *          add  rcx, r8                               add  rdx, rcx
 *          mov  rax, [rsp+8]                          lea  r8, [r8+r9*4];  mov rcx, [rsp+8]
 *                                                     mov  r9, [rsp+16];   mov r10, [rsp+24]
 *   next:  blocks and rest, rdi to rcx         next:  mov  eax, [r8]
 *          add  rdi, rdx                              cmp  rax, r9;  ja end
 *          add  rcx, r9                               add  rax, rdi
 *          dec  rax;  jnz next                        blocks and rest, rax to rdx
 *          ret                                        add  r8, 4;  add rdx, the rest
 *                                                     dec  rcx;  jnz next
 *                                              end:   mov  rax, rcx;  ret
 *
 *   blocks:  mov  rsi, the blocks              rest:  movups xmm0, [from];  movups [to], xmm0
 *   block:   movups xmm0…xmm3, [from+0…48]            and so on with 16, 8, 4, 2 and 1 byte
 *            movups [to+0…48], xmm0…xmm3
 *            add  from, 64;  add to, 64
 *            dec  rsi;  jnz block
 * </pre>
 */
final class PieceCode {
  /** Moved in one turn of the inner loop. */
  static final int BLOCK_BYTES = 64;

  private static final int RAX = 0;
  private static final int RCX = 1;
  private static final int RDX = 2;
  private static final int RSI = 6;
  private static final int RDI = 7;

  private static final int WIDE = 16;
  private static final int WIDE_PER_BLOCK = BLOCK_BYTES / WIDE;

  /**
   * Where the turns of {@link #gather} and {@link #scatter} begin, behind what makes them ready.
   */
  static final int LISTED_TURNS = 25;

  private static final HexFormat HEX = HexFormat.of();

  private final ByteArrayOutputStream code = new ByteArrayOutputStream();
  private final int rest;
  private final boolean hasBlocks;

  private PieceCode(int rest, boolean hasBlocks) {
    this.rest = rest;
    this.hasBlocks = hasBlocks;
  }

  /** Between pieces at equal distances, counted from the end of a piece's blocks. */
  static byte[] strided(int rest, boolean hasBlocks) {
    var routine = new PieceCode(rest, hasBlocks);
    routine.write("4801f7" + "4c01c1" + "488b442408");
    int next = routine.code.size();
    routine.piece(RDI, RCX, "488b742410");
    routine.write("4801d7" + "4c01c9" + "48ffc8");
    routine.jump("0f85", next);
    return routine.write("c3").code.toByteArray();
  }

  /**
   * Rows of pieces of less than a block, a piece of every row before the next one: as {@link
   * #strided}, but [rsp+8] and [rsp+16] lead from a piece to the next one of its row, the strides
   * from row to row; [rsp+24] rows, [rsp+32] pieces.
   *
   * <pre>
   *          add  rdi, rsi;  add  rcx, r8;  mov  rax, [rsp+32]
   *   piece: mov  r10, [rsp+24];  mov  r11, rdi;  mov  r8, rcx
   *   row:   rest, rdi to rcx;  add  rdi, rdx;  add  rcx, r9
   *          dec  r10;  jnz row
   *          mov  rdi, r11;  add  rdi, [rsp+8]
   *          mov  rcx, r8;  add  rcx, [rsp+16]
   *          dec  rax;  jnz piece
   *          ret
   * </pre>
   */
  static byte[] across(int rest) {
    var routine = new PieceCode(rest, false);
    routine.write("4801f7" + "4c01c1" + "488b442420");
    int piece = routine.code.size();
    routine.write("4c8b542418" + "4989fb" + "4989c8");
    int row = routine.code.size();
    routine.piece(RDI, RCX, "");
    routine.write("4801d7" + "4c01c9" + "49ffca");
    routine.jump("0f85", row);
    routine.write("4c89df" + "48037c2408" + "4c89c1" + "48034c2410" + "48ffc8");
    routine.jump("0f85", piece);
    return routine.write("c3").code.toByteArray();
  }

  /** From pieces at offsets to memory without gaps; returns how many are left. */
  static byte[] gather(int rest, boolean hasBlocks) {
    return new PieceCode(rest, hasBlocks).listed(true);
  }

  /** From memory without gaps to pieces at offsets; returns how many are left. */
  static byte[] scatter(int rest, boolean hasBlocks) {
    return new PieceCode(rest, hasBlocks).listed(false);
  }

  private byte[] listed(boolean isGather) {
    write("4801f7" + "4801ca" + "4f8d0488" + "488b4c2408" + "4c8b4c2410" + "4c8b542418");
    int next = code.size();
    if (next != LISTED_TURNS) {
      throw new AssertionError("the turns begin at " + next);
    }
    write("418b00" + "4c39c8");
    // To the end, over the code of a piece, which is written apart to know its length.
    var body = new PieceCode(rest, hasBlocks);
    body.write(isGather ? "4801f8" : "4801d0");
    body.piece(isGather ? RAX : RDI, isGather ? RDX : RAX, "4c89d6");
    body.write("4983c004" + (isGather ? "4883c2" : "4883c7"));
    body.code.write(rest);
    body.write("48ffc9");
    int jumpBytes = 6;
    write("0f87").number(body.code.size() + jumpBytes);
    code.writeBytes(body.code.toByteArray());
    jump("0f85", next);
    return write("4889c8" + "c3").code.toByteArray();
  }

  /**
   * Runs of pieces of one length each, by the turns of {@link #gather} or {@link #scatter}, which
   * leave rdi, rdx and r8 where the next run begins; returns how many of a run are left.
   *
   * <pre>
   *     rdi from · rsi offset · rdx to · rcx offset · r8 table · r9 runs · [rsp+8] room
   *     of a run: gather's turns · scatter's turns · bytes of a piece · blocks of a piece
   *               · pieces · their offsets
   *
   *          add  rdi, rsi;  add  rdx, rcx;  mov  r11, r9
   *   run:   lea  rsi, [begin];  mov  eax, [r8] or [r8+4];  add  rax, rsi
   *          mov  r9, [rsp+8];   mov  ecx, [r8+8];          sub  r9, rcx
   *          mov  r10d, [r8+12]; mov  ecx, [r8+16];         add  r8, 20
   *          call rax
   *          test rcx, rcx;  jnz end
   *          dec  r11;  jnz run
   *   end:   mov  rax, rcx;  ret
   * </pre>
   *
   * @param begin what the places of the turns are counted from, relative to this routine's begin
   */
  static byte[] runs(boolean isGather, int begin) {
    var routine = new PieceCode(0, false);
    routine.write("4801f7" + "4801ca" + "4d89cb");
    int run = routine.code.size();
    routine.write("488d35");
    routine.number(begin - (routine.code.size() + Integer.BYTES));
    routine.write(isGather ? "418b00" : "418b4004");
    routine.write("4801f0" + "4c8b4c2408" + "418b4808" + "4929c9" + "458b500c" + "418b4810");
    routine.write("4983c014" + "ffd0" + "4885c9" + "7509" + "49ffcb");
    routine.jump("0f85", run);
    return routine.write("4889c8" + "c3").code.toByteArray();
  }

  private void piece(int from, int to, String loadBlocks) {
    if (hasBlocks) {
      write(loadBlocks);
      int block = code.size();
      for (int i = 0; i < WIDE_PER_BLOCK; i++) {
        move("0f10", i, from, i * WIDE);
      }
      for (int i = 0; i < WIDE_PER_BLOCK; i++) {
        move("0f11", i, to, i * WIDE);
      }
      write("4883").code.write(0xc0 | from);
      code.write(BLOCK_BYTES);
      write("4883").code.write(0xc0 | to);
      code.write(BLOCK_BYTES);
      write("48ffce");
      jump("0f85", block);
    }
    int at = 0;
    for (; at + WIDE <= rest; at += WIDE) {
      moves("0f10", "0f11", 0, from, to, at);
    }
    if ((rest & Long.BYTES) != 0) {
      moves("488b", "4889", RSI, from, to, at);
      at += Long.BYTES;
    }
    if ((rest & Integer.BYTES) != 0) {
      moves("8b", "89", RSI, from, to, at);
      at += Integer.BYTES;
    }
    if ((rest & Short.BYTES) != 0) {
      moves("0fb7", "6689", RSI, from, to, at);
      at += Short.BYTES;
    }
    if ((rest & 1) != 0) {
      moves("0fb6", "4088", RSI, from, to, at);
    }
  }

  private void moves(String load, String store, int register, int from, int to, int at) {
    move(load, register, from, at);
    move(store, register, to, at);
  }

  /** An instruction between a register and memory at base + at. */
  private void move(String operation, int register, int base, int at) {
    write(operation).code.write(0x40 | register << 3 | base);
    code.write(at);
  }

  private void jump(String condition, int target) {
    write(condition).number(target - (code.size() + Integer.BYTES));
  }

  private PieceCode write(String hex) {
    code.writeBytes(HEX.parseHex(hex));
    return this;
  }

  private void number(int value) {
    for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
      code.write(value >>> shift);
    }
  }
}
