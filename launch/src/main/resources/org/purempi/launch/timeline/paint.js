// Fills the pixels of rows. For each row and each column of pixels it adds up how much of the time belongs to
// each layer; what shares a column is stacked.

const MOST_DRAWN = 300_000; // calls that are drawn one by one; of more, the overview is drawn
const HATCH = 5;

const painter = {
  width: 0, height: 0, pixels: new Uint32Array(0), image: null,
  sums: [], // for each layer, and one more for what the search does not mean
  used: [],
  edges: new Uint8Array(0),
  drawn: 0,

  resize(context, width, height) {
    if (width === this.width && height === this.height) return;
    this.width = width;
    this.height = height;
    this.image = context.createImageData(width, height);
    this.pixels = new Uint32Array(this.image.data.buffer);
    this.sums = Array.from({ length: overview.layers.length + 1 }, () => new Float32Array(width + 1));
    this.used = new Uint8Array(this.sums.length);
    this.edges = new Uint8Array(width + 1);
  },

  /**
   * Draws all rows. view: t0, t1, r0, r1 (fractions of ranks), fold (ranks a row); rowAt(r): the
   * first pixel of a rank, down from the top.
   */
  paint(view, rowAt, ratio, match) {
    this.pixels.fill(theme.pagePixel);
    this.drawn = 0;
    this.prepareColours(match);
    const first = Math.max(0, Math.floor(view.r0 / view.fold) * view.fold);
    const last = Math.min(head.size, Math.ceil(view.r1));
    const few = store.count(first, last, view.t0, view.t1) <= MOST_DRAWN && head.ranks.every((rank) => !rank.left);
    const blocks = few ? store.blocks(first, last, view.t0, view.t1) : null;
    let at = 0;
    for (let r = first; r < last; r += view.fold) {
      const end = Math.min(last, r + view.fold);
      const top = Math.round(rowAt(r) * ratio);
      const bottom = Math.round(rowAt(r + view.fold) * ratio);
      const gap = bottom - top >= 8 * ratio ? Math.round(ratio) * 2 : bottom - top >= 4 ? 1 : 0;
      const lanes = view.fold === 1 && bottom - top >= 10 * ratio ? (ranks[r]?.lanes ?? 1) : 1;
      const from = at;
      if (blocks) while (at < blocks.length && blocks[at].rank < end) at++;
      for (let lane = 0; lane < lanes; lane++) {
        const y0 = top + Math.round(((bottom - gap - top) * lane) / lanes);
        const y1 = top + Math.round(((bottom - gap - top) * (lane + 1)) / lanes) - (lanes > 1 ? 1 : 0);
        this.clear();
        if (blocks) {
          let parts = 0;
          for (let q = r; q < end; q++) parts += lanes > 1 ? 1 : (ranks[q]?.lanes ?? 1);
          for (let b = from; b < at; b++) this.addBlock(blocks[b], view, lanes > 1 ? lane : -1, 1 / parts, match);
        } else {
          this.addOverview(r, end, view);
        }
        this.paintRow(r, end, y0, Math.max(y0 + 1, y1), view, !!blocks && view.fold === 1);
      }
    }
    return blocks;
  },

  prepareColours(match) {
    this.colours = overview.layers.map((layer) => {
      const colour = match && !match.layer(layer) ? theme.dim : layerColour(layer);
      if (!colour) return null;
      const hatched = layer.kind && shown.kinds[layer.kind] && !(match && !match.layer(layer));
      return [pixel(colour), pixel(hatched ? mix(colour, [0, 0, 0], 0.25) : colour), pixel(mix(colour, [0, 0, 0], 0.4))];
    });
    const dim = pixel(theme.dim);
    this.colours.push([dim, dim, pixel(mix(theme.dim, rgb(theme.page), 0.4))]);
  },

  clear() {
    for (let layer = 0; layer < this.used.length; layer++) {
      if (this.used[layer]) this.sums[layer].fill(0);
    }
    this.used.fill(0);
    this.edges.fill(0);
  },

  addBlock(block, view, lane, weight, match) {
    const { begin, end, call, kind, waited, lane: lanes } = block;
    const scale = this.width / (view.t1 - view.t0);
    const dim = this.sums.length - 1;
    for (let i = 0; i < block.count; i++) {
      if (begin[i] >= view.t1) break;
      if (end[i] <= view.t0 || (lane >= 0 && lanes[i] !== lane)) continue;
      const layers = layerOf[call[i]];
      const layer = layers[0];
      if (layer < 0 || this.colours[layer] === null) continue;
      const means = !match || match.call(block, i);
      let from = begin[i];
      this.drawn++;
      if (kind[i] && means) {
        const until = from + waited[i];
        this.add(layers[kind[i]], (from - view.t0) * scale, (until - view.t0) * scale, weight);
        from = until;
      }
      this.add(means ? layer : dim, (from - view.t0) * scale, (end[i] - view.t0) * scale, weight);
      const x = (begin[i] - view.t0) * scale;
      if (x >= 0 && (end[i] - begin[i]) * scale >= 5) this.edges[Math.floor(x)] = 1;
    }
  },

  /** A part of a row, between two places in pixels. */
  add(layer, x0, x1, weight) {
    const sum = this.sums[layer];
    this.used[layer] = 1;
    if (x0 < 0) x0 = 0;
    if (x1 > this.width) x1 = this.width;
    const first = Math.floor(x0);
    const last = Math.floor(x1);
    if (first === last) {
      sum[first] += (x1 - x0) * weight;
      return;
    }
    sum[first] += (first + 1 - x0) * weight;
    for (let x = first + 1; x < last; x++) sum[x] += weight;
    sum[last] += (x1 - last) * weight;
  },

  addOverview(r, end, view) {
    const perPixel = (view.t1 - view.t0) / this.width;
    const level = overview.level(Math.max(perPixel, head.span / overview.levels[0].bins));
    const bin = head.span / level.bins;
    const row0 = Math.floor(r / overview.together);
    const row1 = Math.max(row0 + 1, Math.ceil(end / overview.together));
    const weight = 1 / 255 / (row1 - row0);
    for (let layer = 0; layer < overview.layers.length; layer++) {
      if (this.colours[layer] === null) continue;
      const values = level.values[layer];
      const sum = this.sums[layer];
      let any = 0;
      for (let row = row0; row < row1; row++) {
        const base = row * level.bins;
        for (let x = 0; x < this.width; x++) {
          const t = view.t0 + (x + 0.5) * perPixel;
          if (t < 0 || t >= head.span) continue;
          const value = values[base + Math.min(level.bins - 1, Math.floor(t / bin))];
          if (value) {
            sum[x] += value * weight;
            any = 1;
          }
        }
      }
      if (any) this.used[layer] = 1;
    }
  },

  /** Stacks what each column of a row has; where nothing is, the rank computes. */
  paintRow(r, end, y0, y1, view, withEdges) {
    const { width, pixels, height } = this;
    const from = Math.max(0, y0);
    const to = Math.min(height, y1);
    let begin = Infinity;
    let stop = -Infinity;
    for (let q = r; q < end; q++) {
      if (!ranks[q]) continue;
      begin = Math.min(begin, ranks[q].begin);
      stop = Math.max(stop, ranks[q].end);
    }
    const scale = width / (view.t1 - view.t0);
    const x0 = Math.max(0, Math.floor((begin - view.t0) * scale));
    const x1 = Math.min(width, Math.ceil((stop - view.t0) * scale));
    for (let y = from; y < to; y++) {
      if (x1 > x0) pixels.fill(theme.idlePixel, y * width + x0, y * width + x1);
    }
    const layers = [];
    for (let layer = 0; layer < this.used.length; layer++) if (this.used[layer]) layers.push(layer);
    const rows = y1 - y0;
    for (let x = x0; x < x1; x++) {
      let bottom = y1;
      let sum = 0;
      for (const layer of layers) {
        const part = this.sums[layer][x];
        if (part <= 0) continue;
        sum += part;
        const top = sum >= 0.996 ? y0 : y1 - Math.round(sum * rows);
        const [plain, hatch, edge] = this.colours[layer];
        const isEdge = withEdges && this.edges[x];
        for (let y = Math.max(from, top); y < Math.min(to, bottom); y++) {
          pixels[y * width + x] = isEdge ? edge : (x + y) % HATCH === 0 ? hatch : plain;
        }
        bottom = top;
      }
    }
  },
};
