/* What of a datatype has been received: whole elements, basic ones, and statuses of one's own. */
#include "check.h"

int main(int argc, char **argv) {
  int rank, size, count;
  check_begin(&argc, &argv, &rank, &size);
  MPI_Datatype pair;
  MPI_Status status;
  char data[100] = {0};
  MPI_Type_create_struct(2, (int[]) {1, 1}, (MPI_Aint[]) {0, 4}, (MPI_Datatype[]) {MPI_INT, MPI_SHORT}, &pair);
  MPI_Type_commit(&pair);

  for (int elements = 0; elements <= 5; elements++) {
    int bytes = elements / 2 * 6 + elements % 2 * 4;
    MPI_Sendrecv(data, bytes, MPI_BYTE, 0, 0, data, 4, pair, 0, 0, MPI_COMM_SELF, &status);
    MPI_Get_count(&status, pair, &count);
    CHECK(count == (elements % 2 == 0 ? elements / 2 : MPI_UNDEFINED));
    MPI_Get_elements(&status, pair, &count);
    CHECK(count == elements);
    MPI_Status made;
    MPI_Status_set_elements(&made, pair, elements);
    MPI_Get_elements(&made, pair, &count);
    CHECK(count == elements);
  }
  MPI_Status_set_cancelled(&status, 1);
  MPI_Test_cancelled(&status, &count);
  CHECK(count == 1);
  MPI_Count large;
  MPI_Status_set_elements_c(&status, MPI_BYTE, (MPI_Count) 5 << 31);
  MPI_Get_count(&status, MPI_BYTE, &count);
  MPI_Get_count_c(&status, MPI_BYTE, &large);
  CHECK(count == MPI_UNDEFINED && large == (MPI_Count) 5 << 31);

  MPI_Datatype empty;
  MPI_Type_contiguous(0, MPI_INT, &empty);
  MPI_Type_commit(&empty);
  MPI_Sendrecv(data, 3, empty, 0, 0, data, 3, empty, 0, 0, MPI_COMM_SELF, &status);
  MPI_Get_count(&status, empty, &count);
  CHECK(count == 0);
  MPI_Type_free(&empty);
  MPI_Type_free(&pair);
  return check_end();
}
