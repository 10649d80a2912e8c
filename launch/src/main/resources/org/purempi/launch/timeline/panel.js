// The panel beside the canvas, the mouse and the keys; then all begins.

const panel = document.getElementById("panel");
const HELP = `wheel            zoom in time          shift+wheel   move in time
ctrl+wheel       zoom in ranks         wheel on the left   move in ranks
drag             move                  shift+drag    zoom into what is marked
click            the call's details    double click  zoom to the call
← → ↑ ↓          move                  + −           zoom in time
[ ]              call before, after    < >           zoom in ranks
/                search                n N Enter     next, previous found
f                the whole job         a             arrows on, off
Esc              nothing selected      ?             this help`;

function element(name, content, properties) {
  const made = document.createElement(name);
  if (typeof content === "string") made.textContent = content;
  else if (content) made.append(...[content].flat());
  return Object.assign(made, properties);
}

const parts = {};
function part(name, title) {
  parts[name] = element("section");
  if (title) panel.append(element("h2", title));
  panel.append(parts[name]);
}

function button(text, action) {
  return element("button", text, { type: "button", className: "link", onclick: action });
}

// Worst waits and notes

function showWorst() {
  if (!head.worst.length) parts.worst.append(element("p", "No rank waited for others for more than 1 % of its time."));
  const list = element("ol");
  for (const [text, rank, begin, end] of head.worst) {
    list.append(element("li", text, { tabIndex: 0, title: "show the longest", onclick: () => lookAt(rank, begin, end) }));
  }
  parts.worst.append(list);
  head.notes.forEach((note) => parts.worst.append(element("p", note, { className: "note" })));
  if (head.ranks.some((rank) => rank.left)) {
    parts.worst.append(element("p", "There are too many calls to hold each: the overview has all of them.", { className: "note" }));
  }
}

// Details of the selected call

function showDetails() {
  const { block, i } = selection;
  parts.details.replaceChildren();
  if (!block) {
    parts.details.append(element("p", "Click on a call.", { className: "quiet" }));
    return;
  }
  const call = calls[block.call[i]];
  const rows = element("tbody");
  const row = (name, value) => rows.append(element("tr", [
    element("td", name, { className: "name" }), element("td", value, { className: "wide" })]));
  row("call", call.name);
  row("rank", block.rank + " on " + ranks[block.rank].host);
  const [place, method] = head.lines[block.line[i]];
  row("line", place ? place + "  " + method : "not known");
  row("lasted", time(block.end[i] - block.begin[i]) + ", from " + time(block.begin[i]) + " on");
  if (block.kind[i]) {
    row("waited", `${time(block.waited[i])} for rank ${block.culprit[i]} (${KINDS[block.kind[i]]})`);
  }
  if (block.peer[i] >= 0) {
    const isRoot = call.family === "FROM_ROOT" || call.family === "TO_ROOT";
    row(isRoot ? "root" : "peer", [String(block.peer[i]), isRoot ? "" : ", tag " + block.tag[i]]);
  }
  if (block.bytes[i] >= 0) row("length", size(block.bytes[i]));
  if (block.group[i] >= 0) row("on", `${head.groups[block.group[i]][0]}, ranks ${head.groups[block.group[i]][1]}`);
  const threads = ranks[block.rank].threads;
  if (Object.keys(threads).length > 1) row("thread", threads[block.thread[i]] ?? String(block.thread[i]));
  const other = block.other[i];
  if (other === other) {
    row("message", [button("show its other side", () => lookAt(block.peer[i], Math.min(other, block.begin[i]), Math.max(other, block.end[i]))),
      call.receives ? `, sent at ${time(other)}` : `, receive posted at ${time(other)}`]);
  } else if (call.receives || call.family === "SEND") {
    row("message", "its other side was not recorded");
  }
  parts.details.append(element("table", rows));
}

// What the visible span is made of; also legend and switches

let panelTimer = 0;
function panelLater() {
  clearTimeout(panelTimer);
  panelTimer = setTimeout(showShares, 120);
}

/** For each layer, time and calls in the visible span of the visible ranks; exact if calls are unpacked. */
function shares() {
  const nanos = new Float64Array(overview.layers.length);
  const counts = new Float64Array(overview.layers.length);
  const t0 = Math.max(0, view.t0);
  const t1 = Math.min(head.span, view.t1);
  const r0 = Math.max(0, Math.floor(view.r0));
  const r1 = Math.min(head.size, Math.ceil(view.r1));
  let exact = true;
  if (t0 <= 0 && t1 >= head.span && r0 === 0 && r1 === head.size) {
    for (const layer of overview.layers) {
      nanos[layer.number] = layer.nanos / head.unit;
      counts[layer.number] = layer.count;
    }
  } else if (drawn) {
    for (const block of drawn) {
      if (block.rank < r0 || block.rank >= r1) continue;
      for (let i = 0; i < block.count; i++) {
        if (block.begin[i] >= t1) break;
        const layers = layerOf[block.call[i]];
        if (block.end[i] < t0 || layers[0] < 0) continue;
        let from = Math.max(t0, block.begin[i]);
        counts[layers[0]]++;
        if (block.kind[i]) {
          const until = Math.min(t1, block.begin[i] + block.waited[i]);
          if (until > from) nanos[layers[block.kind[i]]] += until - from;
          counts[layers[block.kind[i]]]++;
          from = Math.max(from, until);
        }
        nanos[layers[0]] += Math.max(0, Math.min(t1, block.end[i]) - from);
      }
    }
  } else {
    exact = false;
    const level = overview.levels[0];
    const bin = head.span / level.bins;
    const [b0, b1] = [Math.floor(t0 / bin), Math.min(level.bins, Math.ceil(t1 / bin))];
    const row0 = Math.floor(r0 / overview.together);
    const row1 = Math.ceil(r1 / overview.together);
    for (const layer of overview.layers) {
      let sum = 0;
      for (let row = row0; row < row1; row++) {
        for (let b = b0; b < b1; b++) sum += level.values[layer.number][row * level.bins + b];
      }
      nanos[layer.number] = (sum / 255) * bin * overview.together;
    }
  }
  let all = 0;
  for (let r = r0; r < r1; r++) {
    if (ranks[r]) all += Math.max(0, Math.min(t1, ranks[r].end) - Math.max(t0, ranks[r].begin));
  }
  return { nanos, counts, all, exact };
}

function shareRow(name, colour, nanos, count, all, exact, toggle, isOn, isSub) {
  const box = element("input", null, { type: "checkbox", checked: isOn, onchange: () => toggle() });
  const swatch = element("span", null, { className: "swatch" });
  swatch.style.background = colour;
  const label = element("label", toggle ? [box, swatch, name] : [swatch, name]);
  const bar = element("div", null, { className: "bar" });
  bar.style.cssText = `background:${colour};width:${Math.min(100, (100 * nanos) / Math.max(1, all)).toFixed(1)}%`;
  return element("tr", [element("td", [label, bar]), element("td", (exact ? "" : "≈ ") + time(nanos)),
    element("td", percent(nanos, all)), element("td", exact && count ? count.toLocaleString("en") : "")],
    { className: (isSub ? "sub" : "") + (isOn ? "" : " off") });
}

function toggled() {
  mapImage = null;
  changed();
}

function showShares() {
  const { nanos, counts, all, exact } = shares();
  const body = element("tbody");
  const inCalls = nanos.reduce((sum, value) => sum + value, 0);
  body.append(shareRow("outside of MPI", theme.idle, Math.max(0, all - inCalls), 0, all, exact, null, true));
  for (let kind = 1; kind < KINDS.length; kind++) {
    const layers = overview.layers.filter((layer) => layer.kind === kind);
    const sum = layers.reduce((before, layer) => before + nanos[layer.number], 0);
    const number = layers.reduce((before, layer) => before + counts[layer.number], 0);
    if (layers.length) {
      body.append(shareRow(KINDS[kind], WAIT_COLOURS[kind], sum, number, all, exact,
        () => { shown.kinds[kind] = !shown.kinds[kind]; toggled(); }, shown.kinds[kind]));
    }
  }
  const byFamily = new Map();
  for (const layer of overview.layers) {
    if (layer.kind) continue;
    const its = overview.layers.filter((other) => other.call === layer.call);
    const sum = its.reduce((before, other) => before + nanos[other.number], 0);
    const family = calls[layer.call].family;
    if (!byFamily.has(family)) byFamily.set(family, []);
    byFamily.get(family).push({ call: layer.call, sum, count: counts[layer.number] });
  }
  const families = [...byFamily].map(([family, its]) => [family, its, its.reduce((before, one) => before + one.sum, 0)]);
  families.sort((one, other) => other[2] - one[2]);
  for (const [family, its, sum] of families) {
    if (its.length > 1) {
      const isOn = its.some(({ call }) => shown.calls[call]);
      body.append(shareRow(FAMILIES[family][1], FAMILIES[family][0], sum, its.reduce((before, one) => before + one.count, 0), all, exact,
        () => { its.forEach(({ call }) => (shown.calls[call] = !isOn)); toggled(); }, isOn));
    }
    its.sort((one, other) => other.sum - one.sum);
    for (const { call, sum: time, count } of its) {
      body.append(shareRow(calls[call].name, css(callColours[call]), time, count, all, exact,
        () => { shown.calls[call] = !shown.calls[call]; toggled(); }, shown.calls[call], its.length > 1));
    }
  }
  const heads = element("tr", ["what", "time", "share", "calls"].map((name) => element("th", name)));
  const arrows = element("label", [element("input", null, {
    type: "checkbox", checked: shown.arrows, onchange: () => { shown.arrows = !shown.arrows; changed(); } }),
    " arrows of messages"]);
  const hint = drawn ? view.arrows : "zoom in for single calls and arrows";
  parts.shares.replaceChildren(
    element("p", `${time(view.t1 - view.t0)} from ${time(Math.max(0, view.t0))} on. A wait is the hatched beginning of a call; the call's time includes it.`, { className: "quiet" }),
    element("table", [element("thead", heads), body]), element("p", arrows), element("p", hint ?? "", { className: "quiet" }));
}

// The mouse

const at = (event) => {
  const box = canvas.getBoundingClientRect();
  return [event.clientX - box.left, event.clientY - box.top];
};

canvas.addEventListener("wheel", (event) => {
  event.preventDefault();
  const [x, y] = at(event);
  const amount = (event.deltaY || event.deltaX) * (event.deltaMode === 1 ? 30 : 1);
  if (event.ctrlKey || event.altKey) zoomRanks(Math.exp(amount / 400), y);
  else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) pan(amount / 1200, 0);
  else if (x < LEFT) pan(0, (amount / 600) * (view.r1 - view.r0));
  else zoom(Math.exp(amount / 400), x);
}, { passive: false });

let drag = null;
canvas.addEventListener("pointerdown", (event) => {
  canvas.focus();
  canvas.setPointerCapture(event.pointerId);
  const [x, y] = at(event);
  drag = { x, y, from: { ...view }, marks: event.shiftKey || (y >= MAP && y < TOP), map: y < MAP, moved: false };
  if (drag.map) moveMap(x);
});

function moveMap(x) {
  const centre = ((x - LEFT) / plotWidth()) * head.span;
  const half = (view.t1 - view.t0) / 2;
  view.t0 = centre - half;
  view.t1 = centre + half;
  changed();
}

canvas.addEventListener("pointermove", (event) => {
  const [x, y] = at(event);
  if (!drag) {
    showTip(x, y);
    return;
  }
  drag.moved ||= Math.abs(x - drag.x) + Math.abs(y - drag.y) > 3;
  if (drag.map) {
    moveMap(x);
  } else if (drag.marks) {
    changed();
    requestAnimationFrame(() => {
      if (!drag) return;
      context.fillStyle = theme.mark;
      context.globalAlpha = 0.15;
      context.fillRect(Math.min(x, drag.x), TOP, Math.abs(x - drag.x), plotHeight());
      context.globalAlpha = 1;
    });
  } else if (drag.moved) {
    const span = drag.from.t1 - drag.from.t0;
    view.t0 = drag.from.t0 - ((x - drag.x) / plotWidth()) * span;
    view.t1 = view.t0 + span;
    view.r0 = drag.from.r0 - (y - drag.y) / rowHeight();
    view.r1 = view.r0 + drag.from.r1 - drag.from.r0;
    changed();
  }
});

canvas.addEventListener("pointerup", (event) => {
  const [x, y] = at(event);
  const was = drag;
  drag = null;
  if (!was) return;
  if (was.marks && was.moved) {
    const [t0, t1] = [tAt(Math.min(x, was.x)), tAt(Math.max(x, was.x))];
    view.t0 = t0;
    view.t1 = t1;
  } else if (!was.moved && !was.map) {
    select(callAt(x, y));
  }
  changed();
});

canvas.addEventListener("dblclick", (event) => {
  const found = callAt(...at(event));
  if (found) lookAt(found.block.rank, found.block.begin[found.i], found.block.end[found.i]);
  else zoom(0.4, at(event)[0]);
});

canvas.addEventListener("pointerleave", () => (tip.hidden = true));

function showTip(x, y) {
  const found = callAt(x, y);
  let text = "";
  if (found) {
    const { block, i } = found;
    const call = calls[block.call[i]];
    text = `${call.name} at ${lineText(block.line[i])}\nrank ${block.rank}, ${time(block.end[i] - block.begin[i])}`;
    if (block.peer[i] >= 0) text += call.family.endsWith("ROOT") ? `, root ${block.peer[i]}` : `, peer ${block.peer[i]}, tag ${block.tag[i]}`;
    if (block.bytes[i] >= 0) text += `, ${size(block.bytes[i])}`;
    if (block.kind[i]) text += `\nwaited ${time(block.waited[i])} for rank ${block.culprit[i]} (${KINDS[block.kind[i]]})`;
  } else if (x >= LEFT && y >= TOP && rankAt(y) < head.size) {
    const row = Math.floor(rankAt(y) / view.fold) * view.fold;
    const last = Math.min(head.size, row + view.fold) - 1;
    text = (last > row ? `ranks ${row}–${last}` : `rank ${row}${ranks[row] ? " on " + ranks[row].host : ": no record"}`) + `\nat ${time(tAt(x))}`;
  } else if (x < LEFT && y >= TOP && ranks[rankAt(y)]) {
    const rank = ranks[rankAt(y)];
    text = `rank ${rank.rank} on ${rank.host}${rank.complete ? "" : "\nhas not ended MPI"}`;
  }
  tip.hidden = !text;
  tip.textContent = text;
  tip.style.left = Math.min(x + 14, canvas.clientWidth - tip.offsetWidth - 8) + "px";
  tip.style.top = Math.min(y + 16, canvas.clientHeight - tip.offsetHeight - 8) + "px";
}

// The keys

const query = document.getElementById("query");
const keys = document.getElementById("keys");
keys.textContent = HELP;
const toggleHelp = () => (keys.hidden = !keys.hidden);

const ACTIONS = {
  ArrowLeft: () => pan(-0.2, 0), ArrowRight: () => pan(0.2, 0),
  ArrowUp: () => pan(0, -view.fold), ArrowDown: () => pan(0, view.fold),
  PageUp: () => pan(0, view.r0 - view.r1), PageDown: () => pan(0, view.r1 - view.r0),
  "+": () => zoom(0.6), "=": () => zoom(0.6), "-": () => zoom(1 / 0.6),
  "<": () => zoomRanks(1.5), ">": () => zoomRanks(1 / 1.5),
  "[": () => step(-1), "]": () => step(1), n: () => search.go(1), N: () => search.go(-1),
  f: fit, Home: fit, a: () => { shown.arrows = !shown.arrows; changed(); },
  "/": () => query.focus(), "?": toggleHelp,
  Escape: () => { keys.hidden = true; select(null); },
};

document.addEventListener("keydown", (event) => {
  if (event.target === query) {
    if (event.key === "Escape") canvas.focus();
    return;
  }
  const action = event.ctrlKey || event.metaKey || event.altKey ? null : ACTIONS[event.key];
  if (action && event.target.tagName !== "INPUT") {
    event.preventDefault();
    action();
  }
});

query.addEventListener("input", () => search.set(query.value));
document.getElementById("search").addEventListener("submit", (event) => {
  event.preventDefault();
  search.go(1);
});
document.getElementById("next").onclick = () => search.go(1);
document.getElementById("previous").onclick = () => search.go(-1);
document.getElementById("fit").onclick = fit;
document.getElementById("help").onclick = toggleHelp;

/** #t=0.25-0.5&r=0-8&q=recv: parts of the whole time, ranks, a search. */
function readAddress() {
  const said = new URLSearchParams(location.hash.slice(1));
  const range = (name) => said.get(name)?.split("-").map(Number);
  const [t, r] = [range("t"), range("r")];
  if (t?.length === 2) [view.t0, view.t1] = [t[0] * head.span, t[1] * head.span];
  if (r?.length === 2) [view.r0, view.r1] = r;
  if (said.get("q")) {
    query.value = said.get("q");
    search.set(query.value);
  }
  if (said.get("go")) search.go(1);
}

async function begin() {
  if (typeof DecompressionStream === "undefined") {
    document.getElementById("summary").textContent = "this page needs a browser of 2023 or later (DecompressionStream)";
    return;
  }
  await overview.load();
  document.getElementById("summary").textContent =
    `${head.size} ranks, ${time(head.span)}, ${head.records.toLocaleString("en")} calls, ${head.messages.toLocaleString("en")} messages`;
  part("worst", "Worst waits");
  part("details", "Selected call");
  part("shares", "In the visible span");
  readTheme();
  showWorst();
  showDetails();
  store.changed = changed;
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { readTheme(); toggled(); });
  new ResizeObserver(() => { mapImage = null; changed(); }).observe(canvas);
  readAddress();
  addEventListener("hashchange", readAddress);
  draw();
  document.documentElement.dataset.ready = "1";
}
begin();
