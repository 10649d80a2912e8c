// The canvas: what part of time and ranks is looked at, what is drawn around the rows, the mouse, the keys.

const canvas = document.getElementById("canvas");
const context = canvas.getContext("2d");
const tip = document.getElementById("tip");
const LEFT = 96; // pixels of labels
const MAP = 34; // height of the map of the whole job
const RULER = 22;
const TOP = MAP + RULER;
const MOST_ARROWS = 700; // more would hide the calls
const MOST_NAMED = 40_000; // of so many calls none is long enough for its name, and arrows are too many
const LEAST_ROW = 9; // a row of less folds ranks
const TALLEST_ROW = 44;

const view = { t0: 0, t1: head.span, r0: 0, r1: head.size, fold: 1 };
const selection = { block: null, i: -1 };
let drawn = null; // the blocks of the last frame; null: the overview
let frame = 0;
let mapImage = null;
let hover = null;

const plotWidth = () => canvas.clientWidth - LEFT;
const plotHeight = () => canvas.clientHeight - TOP;
const rowHeight = () => Math.min(TALLEST_ROW, plotHeight() / (view.r1 - view.r0));
const rowAt = (r) => (r - view.r0) * rowHeight();
const xAt = (t) => LEFT + ((t - view.t0) / (view.t1 - view.t0)) * plotWidth();
const tAt = (x) => view.t0 + ((x - LEFT) / plotWidth()) * (view.t1 - view.t0);
const rankAt = (y) => Math.floor(view.r0 + (y - TOP) / rowHeight());
const middle = (r) => {
  const row = Math.floor(r / view.fold) * view.fold;
  return TOP + (rowAt(row) + rowAt(row + view.fold)) / 2;
};

function limit() {
  const least = 20 / head.unit;
  const span = Math.min(Math.max(view.t1 - view.t0, least), head.span * 1.05);
  if (view.t1 - view.t0 !== span) {
    const centre = (view.t0 + view.t1) / 2;
    view.t0 = centre - span / 2;
    view.t1 = centre + span / 2;
  }
  const margin = span * 0.4;
  const shift = Math.max(-margin - view.t0, 0) - Math.max(view.t1 - head.span - margin, 0);
  view.t0 += shift;
  view.t1 += shift;
  const most = Math.min(head.size, Math.max(1, view.r1 - view.r0));
  view.r0 = Math.min(Math.max(0, view.r0), head.size - most);
  view.r1 = view.r0 + most;
  view.fold = 1;
  while ((plotHeight() / (view.r1 - view.r0)) * view.fold < LEAST_ROW && view.fold < head.size) view.fold *= 2;
}

function changed() {
  if (!frame) frame = requestAnimationFrame(draw);
}

function draw() {
  frame = 0;
  const began = performance.now();
  const ratio = window.devicePixelRatio || 1;
  const width = canvas.clientWidth;
  const height = canvas.clientHeight;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    mapImage = null;
  }
  limit();
  painter.resize(context, Math.max(1, Math.round(plotWidth() * ratio)), Math.max(1, Math.round(plotHeight() * ratio)));
  drawn = painter.paint(view, rowAt, ratio, search.match);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillStyle = theme.page;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.putImageData(painter.image, Math.round(LEFT * ratio), Math.round(TOP * ratio));
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.font = "11px system-ui, sans-serif";
  context.textBaseline = "middle";
  context.save();
  context.beginPath();
  context.rect(LEFT, TOP, plotWidth(), plotHeight());
  context.clip();
  const isNear = drawn && painter.drawn <= MOST_NAMED;
  view.arrows = drawn && !isNear ? "zoom in to see messages as arrows" : "";
  if (isNear) drawNames();
  if (isNear && shown.arrows) drawArrows();
  drawSelection();
  context.restore();
  drawLabels();
  drawRuler();
  drawMap();
  const lasted = performance.now() - began;
  document.documentElement.dataset.frame = lasted.toFixed(1);
  panelLater();
}

/** Names of calls in those that are long enough. */
function drawNames() {
  if (view.fold > 1 || rowHeight() < 13) return;
  let left = 400;
  context.fillStyle = "#fff";
  context.shadowColor = "#0009";
  context.shadowBlur = 2;
  for (const block of drawn) {
    const lanes = ranks[block.rank].lanes;
    if (lanes > 1 && rowHeight() < 13 * lanes) continue;
    for (let i = 0; i < block.count && left > 0; i++) {
      if (block.begin[i] >= view.t1) break;
      if (block.end[i] <= view.t0) continue;
      const call = block.call[i];
      if (!calls[call].isCall || !shown.calls[call] || (search.match && !search.match.call(block, i))) continue;
      const x0 = Math.max(LEFT, xAt(block.begin[i]));
      const wide = Math.min(canvas.clientWidth, xAt(block.end[i])) - x0;
      if (wide < 30) continue;
      const text = calls[call].name;
      if (context.measureText(text).width + 6 > wide) continue;
      const y = TOP + rowAt(block.rank) + ((block.lane[i] + 0.5) / lanes) * (rowHeight() - 2);
      context.fillText(text, x0 + 4, y);
      left--;
    }
  }
  context.shadowBlur = 0;
}

/** The messages of the calls that are drawn, those that somebody waited for last. */
function drawArrows() {
  const plain = [];
  const late = [];
  const held = [];
  for (const block of drawn) {
    for (let i = 0; i < block.count; i++) {
      if (block.begin[i] >= view.t1) break;
      const other = block.other[i];
      if (other !== other) continue; // none
      const call = calls[block.call[i]];
      if (search.match && !search.match.call(block, i)) continue;
      if (call.receives && block.end[i] > view.t0) {
        const waits = block.kind[i] === 1 || (call.family === "RECEIVED" && other > block.begin[i]);
        (waits && shown.kinds[1] ? late : plain).push([block.peer[i], other, block.rank, block.end[i]]);
      } else if (block.kind[i] === 2 && shown.kinds[2] && block.end[i] > view.t0) {
        held.push([block.rank, block.begin[i], block.peer[i], other]);
      }
    }
  }
  const all = plain.length + late.length + held.length;
  view.arrows = all > MOST_ARROWS ? `zoom in to see ${all.toLocaleString("en")} messages as arrows` : "";
  if (view.arrows) return;
  context.lineWidth = 1;
  for (const [arrows, colour] of [[plain, theme.text], [held, WAIT_COLOURS[2]], [late, WAIT_COLOURS[1]]]) {
    context.strokeStyle = context.fillStyle = colour;
    context.globalAlpha = arrows === plain ? 0.6 : 1;
    for (const [from, t0, to, t1] of arrows) arrow(xAt(t0), middle(from), xAt(t1), middle(to));
  }
  context.globalAlpha = 1;
}

function arrow(x0, y0, x1, y1) {
  if (Math.max(y0, y1) < TOP || Math.min(y0, y1) > canvas.clientHeight) return;
  context.beginPath();
  context.moveTo(x0, y0);
  context.lineTo(x1, y1);
  context.stroke();
  arrowHead(x0, y0, x1, y1);
}

function arrowHead(x0, y0, x1, y1) {
  const length = Math.hypot(x1 - x0, y1 - y0) || 1;
  const [dx, dy] = [(x1 - x0) / length, (y1 - y0) / length];
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x1 - 7 * dx - 3 * dy, y1 - 7 * dy + 3 * dx);
  context.lineTo(x1 - 7 * dx + 3 * dy, y1 - 7 * dy - 3 * dx);
  context.fill();
}

function drawSelection() {
  const { block, i } = selection;
  if (!block) return;
  const box = (rank, t0, t1) => {
    const row = Math.floor(rank / view.fold) * view.fold;
    const x0 = xAt(t0);
    context.strokeStyle = theme.mark;
    context.lineWidth = 2;
    context.strokeRect(x0 - 1, TOP + rowAt(row) - 1, Math.max(3, xAt(t1) - x0 + 2), rowAt(row + view.fold) - rowAt(row));
  };
  box(block.rank, block.begin[i], block.end[i]);
  const other = block.other[i];
  if (other === other) {
    const receives = calls[block.call[i]].receives;
    const from = [receives ? other : block.begin[i], receives ? block.peer[i] : block.rank];
    const to = [receives ? block.end[i] : other, receives ? block.rank : block.peer[i]];
    context.strokeStyle = context.fillStyle = theme.mark;
    arrow(xAt(from[0]), middle(from[1]), xAt(to[0]), middle(to[1]));
  }
}

function drawLabels() {
  context.fillStyle = theme.page;
  context.fillRect(0, TOP, LEFT, plotHeight());
  context.textAlign = "right";
  const first = Math.floor(view.r0 / view.fold) * view.fold;
  const step = Math.max(1, Math.ceil(13 / (rowHeight() * view.fold))) * view.fold;
  let host = null;
  for (let r = first; r < Math.min(head.size, view.r1); r += view.fold) {
    const top = TOP + rowAt(r);
    const its = ranks[r]?.host;
    if (host !== null && its !== host && its !== undefined) {
      context.fillStyle = theme.quiet;
      context.fillRect(0, top - 1, canvas.clientWidth, 1);
    }
    host = its ?? host;
    if ((r / view.fold) % (step / view.fold)) continue;
    const last = Math.min(head.size, r + view.fold) - 1;
    const text = last > r ? r + "–" + last : "rank " + r;
    context.fillStyle = ranks[r] && (last > r || ranks[r].complete) ? theme.text : theme.late;
    const y = TOP + (rowAt(r) + rowAt(r + view.fold)) / 2;
    if (y > TOP) context.fillText(text, LEFT - 8, y);
  }
  context.textAlign = "left";
}

function drawRuler() {
  context.fillStyle = theme.panel;
  context.fillRect(0, MAP, canvas.clientWidth, RULER);
  context.fillStyle = theme.line;
  context.fillRect(0, TOP - 1, canvas.clientWidth, 1);
  const span = view.t1 - view.t0;
  const rough = (span / plotWidth()) * 110;
  let step = Math.pow(10, Math.floor(Math.log10(rough)));
  step *= rough / step > 5 ? 10 : rough / step > 2 ? 5 : rough / step > 1 ? 2 : 1;
  // Close up, times are told from the left edge on: their digits would not fit.
  const near = span * 2000 < view.t1;
  const from = near ? Math.floor(view.t0 / step) * step : 0;
  for (let n = Math.ceil((view.t0 - from) / step); from + n * step <= view.t1; n++) {
    const x = xAt(from + n * step);
    if (x < LEFT - 1) continue;
    context.fillStyle = theme.line;
    context.fillRect(x, MAP, 1, RULER);
    context.fillStyle = theme.quiet;
    context.fillText((near ? "+" : "") + time(n * step), x + 4, MAP + RULER / 2);
  }
  context.fillStyle = theme.quiet;
  context.textAlign = "right";
  context.fillText(near ? time(from) : "", LEFT - 8, MAP + RULER / 2);
  context.textAlign = "left";
}

/** The whole job as one row: how much of all ranks' time is what. */
function drawMap() {
  const ratio = window.devicePixelRatio || 1;
  const width = plotWidth();
  const height = MAP - 6;
  if (!mapImage) {
    mapImage = document.createElement("canvas");
    mapImage.width = Math.max(1, Math.round(width * ratio));
    mapImage.height = height;
    const to = mapImage.getContext("2d");
    to.fillStyle = theme.idle;
    to.fillRect(0, 0, mapImage.width, height);
    const level = overview.level(head.span / mapImage.width);
    const waits = (layer) => (layer.kind && shown.kinds[layer.kind] ? 1 : 0);
    const layers = overview.layers.filter(layerColour).sort((a, b) => waits(b) - waits(a));
    for (let x = 0; x < mapImage.width; x++) {
      const bin = Math.floor((x / mapImage.width) * level.bins);
      let y = height;
      for (const layer of layers) {
        let sum = 0;
        for (let row = 0; row < overview.rows; row++) sum += level.values[layer.number][row * level.bins + bin];
        const high = (sum / 255 / overview.rows) * height;
        to.fillStyle = css(layerColour(layer));
        to.fillRect(x, y - high, 1, high);
        y -= high;
      }
    }
  }
  context.fillStyle = theme.panel;
  context.fillRect(0, 0, canvas.clientWidth, MAP);
  context.drawImage(mapImage, LEFT, 3, width, height);
  const x0 = LEFT + (Math.max(0, view.t0) / head.span) * width;
  const x1 = LEFT + (Math.min(head.span, view.t1) / head.span) * width;
  context.fillStyle = theme.page;
  context.globalAlpha = 0.6;
  context.fillRect(LEFT, 3, x0 - LEFT, height);
  context.fillRect(x1, 3, LEFT + width - x1, height);
  context.globalAlpha = 1;
  context.strokeStyle = theme.mark;
  context.lineWidth = 1;
  context.strokeRect(x0 + 0.5, 2.5, Math.max(2, x1 - x0 - 1), height + 1);
  context.fillStyle = theme.quiet;
  context.textAlign = "right";
  context.fillText("all ranks", LEFT - 8, MAP / 2);
  context.textAlign = "left";
}

// Where to look

function zoom(factor, x) {
  const t = tAt(x ?? LEFT + plotWidth() / 2);
  view.t0 = t - (t - view.t0) * factor;
  view.t1 = t + (view.t1 - t) * factor;
  changed();
}

function zoomRanks(factor, y) {
  const r = view.r0 + ((y ?? TOP + plotHeight() / 2) - TOP) / rowHeight();
  const span = Math.min(head.size, Math.max(1, (view.r1 - view.r0) * factor));
  view.r0 = r - ((r - view.r0) / (view.r1 - view.r0)) * span;
  view.r1 = view.r0 + span;
  changed();
}

function pan(parts, rows) {
  const shift = parts * (view.t1 - view.t0);
  view.t0 += shift;
  view.t1 += shift;
  view.r0 += rows;
  view.r1 += rows;
  changed();
}

function fit() {
  Object.assign(view, { t0: 0, t1: head.span, r0: 0, r1: head.size });
  changed();
}

/** Shows a time of a rank with something around it. */
function lookAt(rank, t0, t1) {
  const around = Math.max((t1 - t0) * 0.8, 30);
  view.t0 = t0 - around;
  view.t1 = t1 + around;
  if (rank < view.r0 || rank >= view.r1 || view.fold > 1) {
    const high = Math.min(head.size, Math.max(8, Math.floor(plotHeight() / 22)));
    view.r0 = rank - high / 2;
    view.r1 = view.r0 + high;
  }
  changed();
}

/** The call at a place: the one under it, or the nearest within two pixels. */
function callAt(x, y) {
  if (!drawn || x < LEFT || y < TOP || view.fold > 1) return null;
  const rank = rankAt(y);
  if (!ranks[rank]) return null;
  const t = tAt(x);
  const near = (2 / plotWidth()) * (view.t1 - view.t0);
  const lanes = ranks[rank].lanes;
  const lane = lanes > 1 ? Math.floor((((y - TOP) / rowHeight() + view.r0) % 1) * lanes) : -1;
  let best = null;
  let distance = near;
  for (const block of drawn) {
    if (block.rank !== rank) continue;
    for (let i = 0; i < block.count; i++) {
      if (block.begin[i] > t + near) break;
      if (!calls[block.call[i]].isCall || !shown.calls[block.call[i]] || (lane >= 0 && block.lane[i] !== lane)) continue;
      const away = Math.max(block.begin[i] - t, t - block.end[i], 0);
      if (away <= distance) {
        best = { block, i };
        distance = away;
      }
    }
  }
  return best;
}

function select(found) {
  selection.block = found?.block ?? null;
  selection.i = found?.i ?? -1;
  showDetails();
  changed();
}

/** The call before or after the selected one on its rank. */
async function step(by) {
  let { block, i } = selection;
  if (!block) return;
  const rank = ranks[block.rank];
  do {
    i += by;
    if (i < 0 || i >= block.count) {
      const number = block.number + by;
      if (number < 0 || number >= rank.blocks.length) return;
      block = await store.get(rank, number);
      i = by > 0 ? 0 : block.count - 1;
    }
  } while (!calls[block.call[i]].isCall);
  select({ block, i });
  if (block.begin[i] < view.t0 || block.end[i] > view.t1) {
    const shift = (block.begin[i] + block.end[i]) / 2 - (view.t0 + view.t1) / 2;
    view.t0 += shift;
    view.t1 += shift;
  }
}
