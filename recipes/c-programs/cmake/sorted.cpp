// Sorts pairs over all ranks by odd-even exchange: a class for a communicator, a derived type of a
// struct, an operator from a lambda, an exception made of an error code.
#include <algorithm>
#include <cstddef>
#include <iostream>
#include <mpi.h>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

struct Pair {
  double key;
  int from;
};

void check(int code) {
  if (code == MPI_SUCCESS) return;
  std::string text(MPI_MAX_ERROR_STRING, ' ');
  int length;
  MPI_Error_string(code, text.data(), &length);
  throw std::runtime_error(text.substr(0, length));
}

class Comm {
 public:
  explicit Comm(MPI_Comm of) {
    check(MPI_Comm_dup(of, &comm));
    check(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN));
    check(MPI_Comm_rank(comm, &rank));
    check(MPI_Comm_size(comm, &size));
    int lengths[] = {1, 1};
    MPI_Aint places[] = {offsetof(Pair, key), offsetof(Pair, from)};
    MPI_Datatype types[] = {MPI_DOUBLE, MPI_INT}, fields;
    check(MPI_Type_create_struct(2, lengths, places, types, &fields));
    check(MPI_Type_create_resized(fields, 0, sizeof(Pair), &pair));
    check(MPI_Type_commit(&pair));
    check(MPI_Type_free(&fields));
  }
  Comm(const Comm &) = delete;
  ~Comm() {
    MPI_Type_free(&pair);
    MPI_Comm_free(&comm);
  }
  std::vector<Pair> exchange(const std::vector<Pair> &mine, int peer) const {
    std::vector<Pair> theirs(mine.size());
    int n = static_cast<int>(mine.size());
    check(MPI_Sendrecv(mine.data(), n, pair, peer, 1, theirs.data(), n, pair, peer, 1, comm,
                       MPI_STATUS_IGNORE));
    return theirs;
  }
  bool all(bool mine) const {
    MPI_Op both;
    check(MPI_Op_create(
        [](void *in, void *inout, int *n, MPI_Datatype *) {
          for (int i = 0; i < *n; i++)
            static_cast<int *>(inout)[i] = static_cast<int *>(inout)[i] && static_cast<int *>(in)[i];
        },
        1, &both));
    int value = mine, result = 0;
    check(MPI_Allreduce(&value, &result, 1, MPI_INT, both, comm));
    check(MPI_Op_free(&both));
    return result;
  }
  MPI_Comm comm;
  int rank, size;

 private:
  MPI_Datatype pair;
};

bool sort(const Comm &world) {
  auto less = [](const Pair &a, const Pair &b) { return a.key < b.key; };
  std::mt19937 random(world.rank);
  std::vector<Pair> mine(1000);
  for (auto &one : mine) one = {std::uniform_real_distribution<>()(random), world.rank};
  std::sort(mine.begin(), mine.end(), less);
  for (int step = 0; step < world.size; step++) {
    int peer = world.rank + ((world.rank + step) % 2 == 0 ? 1 : -1);
    if (peer < 0 || peer >= world.size) continue;
    auto both = world.exchange(mine, peer);
    both.insert(both.end(), mine.begin(), mine.end());
    std::sort(both.begin(), both.end(), less);
    auto half = both.begin() + (world.rank < peer ? 0 : mine.size());
    std::copy(half, half + mine.size(), mine.begin());
  }
  double last = mine.back().key, before = -1;
  int next = world.rank + 1 < world.size ? world.rank + 1 : MPI_PROC_NULL;
  int previous = world.rank > 0 ? world.rank - 1 : MPI_PROC_NULL;
  check(MPI_Sendrecv(&last, 1, MPI_DOUBLE, next, 2, &before, 1, MPI_DOUBLE, previous, 2, world.comm,
                     MPI_STATUS_IGNORE));
  return world.all(before <= mine.front().key && std::is_sorted(mine.begin(), mine.end(), less));
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  bool sorted, thrown = false;
  {
    Comm world(MPI_COMM_WORLD);
    sorted = sort(world);
    try {
      check(MPI_Send(nullptr, 0, MPI_INT, world.size, 0, world.comm));
    } catch (const std::runtime_error &error) {
      thrown = std::string(error.what()).rfind("MPI_ERR_RANK", 0) == 0;
    }
    if (world.rank == 0) std::cout << (sorted ? "sorted" : "NOT SORTED") << " on " << world.size << " ranks\n";
  }
  MPI_Finalize();
  return !(sorted && thrown);
}
