import mpi.*

/** As Kotlin programs for MPJ Express are written: nothing says whether it may be null. */
class Longest : User_function() {
  override fun Call(inVec: Any, inOffset: Int, inOutVec: Any, inOutOffset: Int, count: Int, type: Datatype) {
    val left = inVec as Array<*>
    @Suppress("UNCHECKED_CAST") val right = inOutVec as Array<Any?>
    for (i in 0 until count) {
      if ((left[inOffset + i] as String).length > (right[inOutOffset + i] as String).length) {
        right[inOutOffset + i] = left[inOffset + i]
      }
    }
  }
}

class Sum : User_function() {
  override fun Call(inVec: Any?, inOffset: Int, inOutVec: Any?, inOutOffset: Int, count: Int, type: Datatype?) {
    val left = inVec as IntArray
    val right = inOutVec as IntArray
    for (i in 0 until count) right[inOutOffset + i] += left[inOffset + i]
  }
}

fun main(args: Array<String>) {
  val own: Array<String> = MPI.Init(args)
  val world: Intracomm = MPI.COMM_WORLD
  val line: Cartcomm = world.Create_cart(intArrayOf(world.Size()), booleanArrayOf(false), false)
  val shift = line.Shift(0, 1)
  println(line.Get().dims[0] + shift.rank_dest)
  val part: Intracomm = world.Split(world.Rank() % 2, 0)
  println(part.group.Size())
  val column = Datatype.Vector(2, 1, 2, MPI.OBJECT)
  column.Commit()
  val numbers = IntArray(2)
  val requests = arrayOfNulls<Request>(2)
  requests[0] = world.Isend(numbers, 0, 2, MPI.INT, world.Rank(), 1)
  requests[1] = world.Irecv(numbers, 0, 2, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG)
  val statuses: Array<Status> = Request.Waitall(requests)
  println(statuses[1].Get_count(MPI.INT) + Request.Waitany(requests).index)
  val all: Array<Request> = arrayOf(MPI.REQUEST_NULL)
  println(Request.Testsome(all).size)
  val done: Status = all[0].Test()
  println(done.source)
  val words = arrayOf<Any?>("a")
  val longest = arrayOfNulls<String>(1)
  world.Allreduce(words, 0, longest, 0, 1, MPI.OBJECT, Op(Longest(), true))
  world.Reduce(numbers, 0, null, 0, 2, MPI.INT, Op(Sum(), true), 0)
  val largest: Any = world.Attr_get(MPI.TAG_UB)
  println("$largest ${own.size}")
  val buffer = mpjbuf.Buffer(64)
  buffer.putSectionHeader(mpjbuf.Type.INT)
  buffer.write(numbers, 0, 2)
  val nobody: Comm = MPI.COMM_NULL
  println(nobody == world)
  try {
    world.Recv(null, 0, 0, MPI.INT, MPI.PROC_NULL, 0)
  } catch (e: MPIException) {
    val text: String = e.message!!
    println(text)
  } catch (e: xdev.XDevException) {
    throw e
  }
  MPI.Finalize()
}
