#!/usr/bin/env bash
# MPICH 4.0.2 (Debian 4.0.2-3+b1, ROMIO): in a view with the data representation external32, MPI_File_read_ordered and
# MPI_File_iread_at give the bytes of the file as they are, not converted, and MPI_File_iread_at_all gives other numbers
# still. MPI_File_read_at, read_at_all, read_all and read_shared convert. Whoever reads a portable file by those calls
# gets wrong numbers and MPI_SUCCESS (MPI 4.1, section 14.5.2 asks for conversion in all of them).
# Seen: 2 ranks, the file is 00 00 00 01 00 00 00 02; rank 0 reads 1 by read_at, 16777216 by read_ordered and iread_at.
# Needs Debian 12 on x86-64 with apt and gcc; installs nothing outside of a temporary folder.
set -eu
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
apt-get download -q mpich=4.0.2-3+b1 libmpich12=4.0.2-3+b1 libmpich-dev=4.0.2-3+b1 \
  libhwloc15=2.9.0-1 libucx0=1.13.1-1 >/dev/null
for package in *.deb; do dpkg -x "$package" root; done
cat >reads.c <<'C'
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
  int rank, x, y = 0;
  MPI_File f;
  MPI_Request q;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &f);
  MPI_File_set_view(f, 0, MPI_INT, MPI_INT, "external32", MPI_INFO_NULL);
  x = rank + 1;
  MPI_File_write_at_all(f, rank, &x, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_sync(f);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_read_at(f, rank, &y, 1, MPI_INT, MPI_STATUS_IGNORE);
  printf("%d read_at %d\n", rank, y);
  MPI_File_read_all(f, &y, 0, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_read_at_all(f, rank, &y, 1, MPI_INT, MPI_STATUS_IGNORE);
  printf("%d read_at_all %d\n", rank, y);
  MPI_File_read_ordered(f, &y, 1, MPI_INT, MPI_STATUS_IGNORE);
  printf("%d read_ordered %d\n", rank, y);
  MPI_File_iread_at(f, rank, &y, 1, MPI_INT, &q);
  MPI_Wait(&q, MPI_STATUS_IGNORE);
  printf("%d iread_at %d\n", rank, y);
  MPI_File_iread_at_all(f, rank, &y, 1, MPI_INT, &q);
  MPI_Wait(&q, MPI_STATUS_IGNORE);
  printf("%d iread_at_all %s\n", rank, y == x ? "right" : "wrong");
  MPI_File_close(&f);
  MPI_Finalize();
  return 0;
}
C
lib=root/usr/lib/x86_64-linux-gnu
export LD_LIBRARY_PATH=$place/$lib
gcc -I"$(dirname "$(find root -name mpi.h | head -1)")" reads.c -o reads -L"$lib" -l:libmpich.so.12
root/usr/bin/mpiexec.hydra -n 2 ./reads data | sort >seen
cat >expected <<'E'
0 iread_at 16777216
0 iread_at_all wrong
0 read_at 1
0 read_at_all 1
0 read_ordered 16777216
1 iread_at 33554432
1 iread_at_all wrong
1 read_at 2
1 read_at_all 2
1 read_ordered 33554432
E
cat seen
[ "$(od -An -tx1 data)" = " 00 00 00 01 00 00 00 02" ]
cmp seen expected && echo "as described"
