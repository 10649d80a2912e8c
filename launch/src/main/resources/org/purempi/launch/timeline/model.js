// What is in the page: names, blocks of calls, the overview. Times are counted in units of head.unit
// nanoseconds since the first rank began.

const head = JSON.parse(document.getElementById("head").textContent);
const KINDS = ["", "late sender", "late receiver", "imbalance"];
const COLUMNS = ["begin", "duration", "call", "line", "kind", "waited", "culprit", "peer", "tag", "bytes",
  "group", "thread", "lane", "other"];
const MOST_CACHED = 3_500_000; // calls that are kept unpacked

/** The calls, with what their families mean for the page. */
const calls = head.calls.map(([family, name]) => ({
  family, name,
  isCall: family !== "RECEIVED" && family !== "SENT",
  receives: ["RECEIVE", "RECEIVED", "EXCHANGE"].includes(family),
}));

/** By rank; undefined where a rank has left nothing. */
const ranks = [];
for (const rank of head.ranks) {
  rank.loaded = rank.blocks.map(() => null);
  ranks[rank.rank] = rank;
}

async function unpack(id) {
  const text = document.getElementById(id).textContent;
  const binary = atob(text);
  const packed = new Uint8Array(binary.length);
  for (let i = 0; i < packed.length; i++) packed[i] = binary.charCodeAt(i);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Reads numbers of seven bits a byte; beyond 2^31 bitwise operators would lose bits. */
class Numbers {
  constructor(bytes, at) {
    this.bytes = bytes;
    this.at = at;
  }

  next() {
    let byte = this.bytes[this.at++];
    if (byte < 128) return byte;
    let value = byte & 127;
    let factor = 128;
    do {
      byte = this.bytes[this.at++];
      value += (byte & 127) * factor;
      factor *= 128;
    } while (byte > 127);
    return value;
  }

  signed() {
    const value = this.next();
    return value % 2 ? -(value + 1) / 2 : value / 2;
  }
}

function decode(bytes, [count, first], rank) {
  const columns = {};
  let at = 0;
  for (const name of COLUMNS) {
    const numbers = new Numbers(bytes, at);
    const length = numbers.next();
    columns[name] = numbers;
    at = numbers.at + length;
  }
  const block = {
    rank, count, used: 0,
    begin: new Float64Array(count), end: new Float64Array(count),
    call: new Uint16Array(count), line: new Uint32Array(count), kind: new Uint8Array(count),
    waited: new Float64Array(count), culprit: new Int32Array(count), peer: new Int32Array(count),
    tag: new Int32Array(count), bytes: new Float64Array(count), group: new Int32Array(count),
    thread: new Int32Array(count), lane: new Uint8Array(count), other: new Float64Array(count),
  };
  const unzigzag = (value) => (value % 2 ? -(value + 1) / 2 : value / 2);
  let begin = first;
  for (let i = 0; i < count; i++) {
    begin += columns.begin.signed();
    block.begin[i] = begin;
    block.end[i] = begin + columns.duration.next();
    block.call[i] = columns.call.next();
    block.line[i] = columns.line.next();
    block.kind[i] = columns.kind.next();
    if (block.kind[i]) {
      block.waited[i] = columns.waited.next();
      block.culprit[i] = rank + columns.culprit.signed();
    }
    const peer = columns.peer.next();
    block.peer[i] = peer === 0 ? -1 : rank + unzigzag(peer - 1);
    block.tag[i] = columns.tag.signed();
    block.bytes[i] = columns.bytes.next() - 1;
    block.group[i] = columns.group.next() - 1;
    block.thread[i] = columns.thread.signed();
    block.lane[i] = columns.lane.next();
    const other = columns.other.next();
    block.other[i] = other === 0 ? NaN : begin + unzigzag(other - 1);
  }
  return block;
}

/** The unpacked blocks: those that were not needed for the longest time go first. */
const store = {
  cached: 0,
  clock: 0,
  waiting: 0,
  changed: () => {},

  /** Whether a block has calls between two times: its index is [count, first begin, latest end]. */
  touches(index, t0, t1) {
    return index[1] < t1 && index[2] > t0;
  },

  /** How many calls of ranks lie in blocks of that time. */
  count(r0, r1, t0, t1) {
    let sum = 0;
    for (let r = r0; r < r1; r++) {
      for (const index of ranks[r]?.blocks ?? []) {
        if (this.touches(index, t0, t1)) {
          // Of a block that is longer than the time only a part is looked at.
          const inside = Math.min(t1, index[2]) - Math.max(t0, index[1]);
          sum += Math.max(1, index[0] * Math.min(1, inside / Math.max(1, index[2] - index[1])));
        }
      }
    }
    return sum;
  },

  /** The blocks of that time if all are unpacked; else null, and changed() is called when more are. */
  blocks(r0, r1, t0, t1) {
    const found = [];
    let missing = 0;
    this.clock++;
    for (let r = r0; r < r1; r++) {
      const rank = ranks[r];
      if (!rank) continue;
      for (let b = 0; b < rank.blocks.length; b++) {
        if (!this.touches(rank.blocks[b], t0, t1)) continue;
        const block = rank.loaded[b];
        if (block && block.count !== undefined) {
          block.used = this.clock;
          found.push(block);
        } else {
          missing++;
          if (!block) this.load(rank, b);
        }
      }
    }
    return missing ? null : found;
  },

  load(rank, b) {
    const promise = unpack("b" + (rank.first + b)).then((bytes) => {
      const block = decode(bytes, rank.blocks[b], rank.rank);
      block.number = b;
      block.used = this.clock;
      rank.loaded[b] = block;
      this.cached += block.count;
      if (this.cached > MOST_CACHED) this.forget();
      if (--this.waiting === 0) this.changed();
      return block;
    });
    rank.loaded[b] = promise;
    this.waiting++;
    return promise;
  },

  /** One block, unpacked. */
  async get(rank, b) {
    return rank.loaded[b] ?? this.load(rank, b);
  },

  forget() {
    const all = head.ranks.flatMap((rank) => rank.loaded.filter((block) => block?.count !== undefined));
    all.sort((one, other) => one.used - other.used);
    for (const block of all) {
      if (this.cached < 0.7 * MOST_CACHED || block.used === this.clock) break;
      ranks[block.rank].loaded[block.number] = null;
      this.cached -= block.count;
    }
  },
};

/** Parts of time, 0 to 255, of each layer; each level has half as many spans of time as that before. */
const overview = {
  together: head.overview.together,
  rows: Math.ceil(head.size / head.overview.together),
  layers: head.overview.layers.map(([call, kind, nanos, count], number) => ({ call, kind, nanos, count, number })),
  levels: [],

  async load() {
    const rows = this.rows;
    let bins = head.overview.bins;
    let values = await Promise.all(this.layers.map((layer) => unpack("o" + layer.number)));
    this.levels.push({ bins, values });
    while (bins > 256) {
      const half = bins >> 1;
      values = values.map((from) => {
        const to = new Uint8Array(rows * half);
        for (let i = 0; i < to.length; i++) to[i] = (from[2 * i] + from[2 * i + 1] + 1) >> 1;
        return to;
      });
      bins = half;
      this.levels.push({ bins, values });
    }
  },

  /** The coarsest level whose spans are no longer than that. */
  level(span) {
    let best = this.levels[0];
    for (const level of this.levels) {
      if (head.span / level.bins <= span) best = level;
    }
    return best;
  },
};

const layerOf = calls.map(() => [-1, -1, -1, -1]);
overview.layers.forEach((layer) => (layerOf[layer.call][layer.kind] = layer.number));

// Words

function time(units) {
  let value = units * head.unit;
  const sign = value < 0 ? "−" : "";
  value = Math.abs(value);
  let unit = 0;
  const names = ["ns", "µs", "ms", "s"];
  while (value >= 999.5 && unit < 3) {
    value /= 1000;
    unit++;
  }
  return sign + value.toFixed(unit === 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2) + " " + names[unit];
}

function size(bytes) {
  let value = bytes;
  let unit = 0;
  const names = ["B", "kB", "MB", "GB", "TB"];
  while (value >= 999.5 && unit < 4) {
    value /= 1000;
    unit++;
  }
  return value.toFixed(unit === 0 || value >= 99.95 ? 0 : 1) + " " + names[unit];
}

const percent = (part, whole) => (whole > 0 ? ((100 * part) / whole).toFixed(part / whole < 0.0995 ? 1 : 0) : "0") + " %";
const lineText = (line) => head.lines[line][0] || "a line that is not known";
