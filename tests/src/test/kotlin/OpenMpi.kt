import java.nio.IntBuffer
import mpi.*

/** As Kotlin programs for Open MPI's Java API are written: nothing says whether it may be null. */
class Longest : UserFunction() {
  override fun call(inVec: Any, inOutVec: Any, count: Int, type: Datatype) {
    val left = inVec as IntArray
    val right = inOutVec as IntArray
    for (i in 0 until count) right[i] = maxOf(left[i], right[i])
  }
}

class Sum : UserFunction() {
  override fun call(inVec: Any?, inOutVec: Any?, count: Int, type: Datatype?) {
    val right = inOutVec as IntArray
    (inVec as IntArray).forEachIndexed { i, x -> right[i] += x }
  }
}

class Particle : Struct() {
  val x = addDouble()
  val id = addInt()

  override fun newData(): Data = Data()

  inner class Data : Struct.Data() {
    fun x(): Double = getDouble(x)

    fun put(value: Double) = putDouble(x, value)
  }
}

fun main(args: Array<String>) {
  val own: Array<String> = MPI.Init(args)
  val world: Intracomm = MPI.COMM_WORLD
  val line: CartComm = world.createCart(intArrayOf(world.size), booleanArrayOf(false), false)
  val shift: ShiftParms = line.shift(0, 1)
  println(line.topo.getDim(0) + shift.rankDest)
  val part: Comm = world.split(world.rank % 2, 0)
  println(part.group.size)
  val numbers = IntArray(2)
  val buffer: IntBuffer = MPI.newIntBuffer(2)
  val requests = arrayOfNulls<Request>(2)
  requests[0] = world.iSend(buffer, 2, MPI.INT, world.rank, 1)
  requests[1] = world.iRecv(MPI.slice(buffer, 0), 2, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG)
  val statuses: Array<Status> = Request.waitAllStatus(requests)
  println(statuses[1].getCount(MPI.INT))
  val all: Array<Request> = arrayOf(MPI.REQUEST_NULL)
  val done: Status = all[0].testStatus()
  println(done.source)
  world.allReduce(numbers, 2, MPI.INT, Op(Longest(), true))
  world.reduce(numbers, null, 2, MPI.INT, Op(Sum(), true), 0)
  val info = Info()
  val value: String = MPI.INFO_ENV.get("host")
  info.set("host", value)
  val key = Comm.createKeyval()
  world.setAttr(key, value)
  val attribute: Any = world.getAttr(key)
  println(attribute)
  val probed: Status = world.iProbe(0, 0)
  println(probed.tag)
  val message: Message = Message()
  println(message.isNull)
  world.recv(null, 0, MPI.INT, MPI.PROC_NULL, 0)
  val particle = Particle()
  println("${particle.type.extent} ${own.size}")
  try {
    world.send(numbers, 2, MPI.INT, 0, 0)
  } catch (e: MPIException) {
    println(e.errorClass)
  }
  MPI.Finalize()
}
