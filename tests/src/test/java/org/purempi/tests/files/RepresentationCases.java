package org.purempi.tests.files;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.purempi.ArrayOrder;
import org.purempi.BasicDatatype;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datarep;
import org.purempi.Datatype;
import org.purempi.Distribution;
import org.purempi.ErrorClass;
import org.purempi.FileView;
import org.purempi.Info;
import org.purempi.MpiFile;
import org.purempi.StructDatatype;
import org.purempi.Whence;
import org.purempi.tests.Expect;
import org.purempi.tests.OnRanks;

/** Section 14.5: how data is represented in files. */
final class RepresentationCases {
  private static final ValueLayout.OfInt BIG_INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private RepresentationCases() {}

  private static FileView external32(long disp, Datatype etype) {
    return new FileView(disp, etype, etype, "external32");
  }

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }

  /** Two elements of each type, as this machine has them (little-endian, x87) and as files do. */
  private static Map<Datatype, List<String>> elements() {
    Map<Datatype, List<String>> all = new LinkedHashMap<>();
    for (Datatype one :
        List.of(
            Datatype.BYTE,
            Datatype.PACKED,
            Datatype.INT8_T,
            Datatype.UINT8_T,
            Datatype.CHARACTER,
            Datatype.C_BOOL)) {
      all.put(one, List.of("01 fe", "01 fe"));
    }
    for (Datatype two : List.of(Datatype.INT16_T, Datatype.UINT16_T, Datatype.CHAR)) {
      all.put(two, List.of("0102 fffe", "0201 feff"));
    }
    for (Datatype four :
        List.of(Datatype.INT32_T, Datatype.UINT32_T, Datatype.FLOAT, Datatype.LOGICAL)) {
      all.put(four, List.of("01020304 0000803f", "04030201 3f800000"));
    }
    for (Datatype eight :
        List.of(
            Datatype.INT64_T,
            Datatype.UINT64_T,
            Datatype.DOUBLE,
            Datatype.AINT,
            Datatype.OFFSET,
            Datatype.COUNT)) {
      all.put(
          eight, List.of("0102030405060708 000000000000f03f", "0807060504030201 3ff0000000000000"));
    }
    all.put(
        Datatype.C_FLOAT_COMPLEX,
        List.of("0000803f 01020304 05060708 090a0b0c", "3f800000 04030201 08070605 0c0b0a09"));
    all.put(
        Datatype.C_DOUBLE_COMPLEX,
        List.of(
            "0102030405060708 1112131415161718 2122232425262728 3132333435363738",
            "0807060504030201 1817161514131211 2827262524232221 3837363534333231"));
    // 1.5 and −2: in memory the leading 1 is stored, in the file it is not.
    all.put(
        Datatype.LONG_DOUBLE,
        List.of(
            "00000000000000c0 ff3f 000000000000" + "0000000000000080 00c0 000000000000",
            "3fff8000000000000000000000000000" + "c0000000000000000000000000000000"));
    all.put(
        Datatype.FLOAT_INT,
        List.of("0000803f 01020304 05060708 090a0b0c", "3f800000 04030201 08070605 0c0b0a09"));
    all.put(
        Datatype.TWO_INT,
        List.of("01020304 05060708 090a0b0c 0d0e0f10", "04030201 08070605 0c0b0a09 100f0e0d"));
    // Padding is in memory only.
    all.put(
        Datatype.SHORT_INT,
        List.of("0102 0000 03040506 0708 0000 090a0b0c", "0201 06050403 0807 0c0b0a09"));
    for (Datatype pair : List.of(Datatype.DOUBLE_INT, Datatype.LONG_INT)) {
      all.put(
          pair,
          List.of(
              "0102030405060708 11121314 00000000 2122232425262728 31323334 00000000",
              "0807060504030201 14131211 2827262524232221 34333231"));
    }
    return all;
  }

  @OnRanks({1, 2})
  static void external32IsAsTheStandardSays(Communicator world) throws Exception {
    Folder.with(
        world,
        folder -> {
          for (Map.Entry<Datatype, List<String>> each : elements().entrySet()) {
            Datatype type = each.getKey();
            byte[] memory = bytes(each.getValue().get(0));
            byte[] inFile = bytes(each.getValue().get(1));
            long length = inFile.length / 2;
            try (MpiFile file = folder.open("a")) {
              file.setSize(0);
              file.setView(external32(3, type));
              assertThat(file.getTypeExtent(type)).as(type.name()).isEqualTo(length);
              int size = memory.length / 2;
              // One at its offset, and one by the pointer.
              if (world.rank() == 0) {
                file.writeAt(1, Buf.of(memory, size, 1, type));
                file.write(Buf.of(memory, 0, 1, type));
                assertThat(file.getPosition()).isEqualTo(1);
                assertThat(file.getByteOffset(2)).isEqualTo(3 + 2 * length);
              }
              byte[] all = folder.bytes("a");
              assertThat(Arrays.copyOfRange(all, 3, all.length)).as(type.name()).isEqualTo(inFile);
              byte[] got = new byte[memory.length];
              assertThat(file.readAtAll(0, Buf.of(got, 0, 2, type)).count(type)).isEqualTo(2);
              assertThat(got).as(type.name()).isEqualTo(memory);
              file.seek(0, Whence.END);
              assertThat(file.getPosition()).isEqualTo(2);
            }
          }
        });
  }

  @OnRanks({1, 2, 4})
  static void recordsAreConvertedFieldByField(Communicator world) throws Exception {
    int rank = world.rank();
    Datatype record =
        Datatype.struct(
            new StructDatatype.Block(0, 1, Datatype.BYTE),
            new StructDatatype.Block(4, 2, Datatype.INT),
            new StructDatatype.Block(12, 1, Datatype.SHORT));
    Datatype turn = Datatype.resized(record, 0, 16L * world.size());
    Folder.with(
        world,
        folder -> {
          for (String together : List.of("enable", "disable")) {
            try (MpiFile file = folder.open("a")) {
              Info hints = Info.of("romio_cb_write", together).with("romio_cb_read", together);
              file.setView(new FileView(16L * rank, record, turn, "external32"), hints);
              byte[] memory = bytes("07000000 01020304 05060708 090a0000".repeat(3));
              file.writeAll(Buf.of(memory, 0, 3, record));
              byte[] all = folder.bytes("a");
              assertThat(all).hasSize(48 * world.size() - 2);
              assertThat(Arrays.copyOf(all, 14))
                  .isEqualTo(bytes("07000000 04030201 08070605 0a09"));
              byte[] got = new byte[64];
              assertThat(file.readAtAll(0, Buf.of(got, 0, 4, record)).bytes()).isEqualTo(33);
              assertThat(got).isEqualTo(Arrays.copyOf(memory, 64));
            }
          }
        });
  }

  @OnRanks({1, 2})
  static void internalIsAsInMemory(Communicator world) throws Exception {
    Folder.with(
        world,
        folder -> {
          try (MpiFile file = folder.open("a")) {
            file.setView(new FileView(0, Datatype.INT, Datatype.INT, "internal"));
            assertThat(file.getView().datarep()).isEqualTo("internal");
            file.writeAtAll(world.rank(), Buf.of(new int[] {world.rank()}));
          }
          assertThat(folder.ints("a")).isEqualTo(Folder.count(0, world.size()));
        });
  }

  /** Every number has 8 bytes in the file: its digits in decimal. Others are as in memory. */
  private static final Datarep DIGITS =
      new Datarep(
          (memory, type, count, file) -> {
            for (long i = 0; i < count && isNumber(type); i++) {
              byte[] digits = file.asSlice(8 * i, 8).toArray(ValueLayout.JAVA_BYTE);
              int value = Integer.parseInt(new String(digits, US_ASCII));
              memory.setAtIndex(ValueLayout.JAVA_INT_UNALIGNED, i, value);
            }
            if (!isNumber(type)) {
              memory.copyFrom(file);
            }
          },
          (memory, type, count, file) -> {
            for (long i = 0; i < count && isNumber(type); i++) {
              int value = memory.getAtIndex(ValueLayout.JAVA_INT_UNALIGNED, i);
              byte[] digits = "%08d".formatted(value).getBytes(US_ASCII);
              MemorySegment.copy(digits, 0, file, ValueLayout.JAVA_BYTE, 8 * i, 8);
            }
            if (!isNumber(type)) {
              file.copyFrom(memory);
            }
          },
          type -> isNumber(type) ? 8 : type.width());

  private static boolean isNumber(BasicDatatype type) {
    return type.equals(Datatype.INT);
  }

  private static FileView view(long disp, Datatype etype, Datatype filetype, String name) {
    return new FileView(disp, etype, filetype, name);
  }

  @OnRanks({1, 2, 4})
  static void elementsOfAUsersRepresentationHaveALengthOfTheirOwn(Communicator world)
      throws Exception {
    int rank = world.rank();
    int size = world.size();
    String name = "digits";
    world.mpi().registerDatarep(name, DIGITS);
    Folder.with(
        world,
        folder -> {
          try (MpiFile file = folder.open("a")) {
            // Every size-th number: the strides of a vector count elements, as long as they are.
            Datatype column = Datatype.vector(2, 1, size, Datatype.INT);
            Datatype tile = Datatype.resized(column, 0, 16L * size);
            file.setView(view(8L * rank, Datatype.INT, tile, name));
            assertThat(file.getTypeExtent(Datatype.INT)).isEqualTo(8);
            assertThat(file.getTypeExtent(Datatype.contiguous(3, Datatype.INT))).isEqualTo(24);
            assertThat(file.getByteOffset(2)).isEqualTo(16L * size + 8L * rank);
            int[] mine = {rank, size + rank, 2 * size + rank};
            assertThat(file.writeAll(Buf.of(mine)).bytes()).isEqualTo(12);
            assertThat(file.getPosition()).isEqualTo(3);
            byte[] all = folder.bytes("a");
            assertThat(all).hasSize(24 * size);
            for (int i = 0; i < 3 * size; i++) {
              assertThat(new String(all, 8 * i, 8, US_ASCII)).isEqualTo("%08d".formatted(i));
            }
            int[] got = new int[5];
            assertThat(file.readAtAll(0, Buf.of(got)).bytes()).isEqualTo(12);
            assertThat(got).startsWith(mine).endsWith(0, 0);
            assertThat(file.readAt(2, Buf.of(new int[2])).count(Datatype.INT)).isEqualTo(1);
            world.barrier();
            file.setSize(24L * size - 4); // the last number has lost its end
            long last = file.readAtAll(2, Buf.of(new int[1])).bytes();
            assertThat(last).isEqualTo(rank == size - 1 ? 0 : 4);
          }
        });
  }

  @OnRanks({1, 2})
  static void typesOfEveryKindAreScaled(Communicator world) throws Exception {
    String name = "scaled digits";
    world.mpi().registerDatarep(name, DIGITS);
    Datatype i = Datatype.INT;
    Map<Datatype, Long> extents = new LinkedHashMap<>();
    extents.put(Datatype.BYTE, 1L);
    extents.put(i, 8L);
    extents.put(Datatype.contiguous(3, i), 24L);
    extents.put(Datatype.vector(2, 1, 3, i), 32L);
    extents.put(Datatype.hvector(2, 1, 20, i), 28L);
    extents.put(Datatype.indexed(new int[] {1, 2}, new int[] {0, 3}, i), 40L);
    extents.put(Datatype.hindexed(new long[] {1, 2}, new long[] {0, 30}, i), 46L);
    extents.put(Datatype.indexedBlock(2, new int[] {0, 4}, i), 48L);
    extents.put(Datatype.hindexedBlock(1, new long[] {0, 50}, i), 58L);
    extents.put(Datatype.TWO_INT, 16L);
    extents.put(Datatype.SHORT_INT, 10L);
    extents.put(Datatype.resized(i, 0, 100), 100L);
    extents.put(i.dup(), 8L);
    extents.put(Datatype.struct(new long[] {1, 1}, new long[] {0, 8}, i, Datatype.BYTE).dup(), 9L);
    extents.put(
        Datatype.subarray(new int[] {3, 4}, new int[] {1, 2}, new int[] {1, 1}, ArrayOrder.C, i),
        96L);
    extents.put(
        Datatype.darray(
            2,
            1,
            new long[] {10},
            new Distribution[] {Distribution.CYCLIC},
            new int[] {2},
            new int[] {2},
            ArrayOrder.C,
            i),
        80L);
    Folder.with(
        world,
        folder -> {
          try (MpiFile file = folder.open("a")) {
            file.setView(view(0, Datatype.BYTE, Datatype.BYTE, name));
            extents.forEach(
                (type, extent) ->
                    assertThat(file.getTypeExtent(type)).as("%s", type).isEqualTo(extent));
          }
        });
  }

  @OnRanks({1, 2, 4})
  static void aConversionThatThrowsIsAnErrorAtAllRanks(Communicator world) throws Exception {
    boolean isLast = world.rank() == world.size() - 1;
    Datarep.Conversion swap =
        (memory, type, count, file) -> {
          if (isLast) {
            throw new IllegalStateException("no");
          }
          for (long i = 0; i < count; i++) {
            file.set(BIG_INT, 4 * i, 5);
          }
        };
    String throwing = "throwing";
    world.mpi().registerDatarep(throwing, new Datarep(swap, swap, BasicDatatype::width));
    String absurd = "absurd";
    world.mpi().registerDatarep(absurd, new Datarep(null, null, type -> isLast ? -1 : 4));
    String longer = "longer";
    world.mpi().registerDatarep(longer, new Datarep(null, null, type -> 8));
    Datatype each = Datatype.resized(Datatype.INT, 0, 4L * world.size());
    Folder.with(
        world,
        folder -> {
          folder.make("a", new int[100]);
          for (String together : List.of("enable", "disable")) {
            try (MpiFile file = folder.open("a", Info.of("romio_cb_read", together))) {
              file.setInfo(Info.of("romio_cb_write", together));
              Buf data = Buf.of(new int[4]);
              file.setView(view(4L * world.rank(), Datatype.INT, each, throwing));
              Expect.error(ErrorClass.CONVERSION, () -> file.writeAll(data));
              Expect.error(ErrorClass.CONVERSION, () -> file.readAtAll(0, data));
              Expect.error(ErrorClass.CONVERSION, () -> file.iwriteAtAll(0, data).waitFor());
              Expect.error(ErrorClass.CONVERSION, () -> file.readOrdered(data));
              if (isLast) {
                Expect.error(ErrorClass.CONVERSION, () -> file.readAt(0, data), "no", throwing);
              }
              FileView wrong = view(0, Datatype.INT, Datatype.INT, absurd);
              Expect.error(ErrorClass.CONVERSION, () -> file.setView(wrong));
              file.setView(view(0, Datatype.INT, Datatype.INT, longer));
              Expect.error(ErrorClass.CONVERSION, () -> file.writeAtAll(0, data), longer);
              file.setView(FileView.BYTES);
              assertThat(file.readAtAll(0, data).bytes()).isEqualTo(16);
            }
          }
        });
  }

  @OnRanks({1, 2})
  static void aRepresentationWithoutConversionsIsAsInMemory(Communicator world) throws Exception {
    String name = "plain";
    world.mpi().registerDatarep(name, new Datarep(null, null, BasicDatatype::width));
    Folder.with(
        world,
        folder -> {
          try (MpiFile file = folder.open("a")) {
            file.setView(view(0, Datatype.INT, Datatype.INT, name));
            file.writeAtAll(world.rank(), Buf.of(new int[] {world.rank()}));
            int[] got = new int[world.size() + 1];
            assertThat(file.readAtAll(0, Buf.of(got)).bytes()).isEqualTo(4L * world.size());
            assertThat(got).startsWith(Folder.count(0, world.size()));
          }
          assertThat(folder.ints("a")).isEqualTo(Folder.count(0, world.size()));
        });
  }

  @OnRanks({1, 2})
  static void aNameIsGivenOnce(Communicator world) {
    Datarep plain = new Datarep(null, null, BasicDatatype::width);
    String mine = "mine";
    world.mpi().registerDatarep(mine, plain);
    for (String taken : List.of("native", "internal", "external32", mine)) {
      Expect.error(ErrorClass.DUP_DATAREP, () -> world.mpi().registerDatarep(taken, plain), taken);
    }
  }
}
