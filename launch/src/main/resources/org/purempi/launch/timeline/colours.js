// Colours: calls are blue, green and grey, waits are warm and hatched; they can be told apart by those who
// see no red or no green (after Okabe and Ito).

const FAMILIES = {
  SEND: ["#0072b2", "sends"], RECEIVE: ["#56b4e9", "receives"], EXCHANGE: ["#2f93d1", "exchanges"],
  PROBE: ["#9fb3e6", "probes"], WAIT: ["#7a7fc0", "waits for requests"],
  ALL_TO_ALL: ["#009e73", "collective, all to all"], FROM_ROOT: ["#5cc29f", "collective, from a root"],
  TO_ROOT: ["#00735a", "collective, to a root"], PREFIX: ["#93d6bd", "prefix sums"],
  STARTED: ["#b9dccf", "collective, started"], MAKING: ["#85878f", "makes and frees"],
  ACCESS: ["#b5a642", "windows, data"], EPOCH: ["#d6cb6b", "windows, epochs"],
  FILE: ["#8a6d4b", "files"], FILE_TOGETHER: ["#b0916b", "files, together"],
  OTHER: ["#a9abb3", "others"], RECEIVED: ["#56b4e9", ""], SENT: ["#0072b2", ""],
};
const WAIT_COLOURS = ["", "#d55e00", "#b0468f", "#e69f00"];

const rgb = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
const mix = (a, b, part) => a.map((value, i) => Math.round(value + (b[i] - value) * part));
const css = (colour) => "rgb(" + colour.join(",") + ")";
const pixel = ([r, g, b]) => (255 << 24 | b << 16 | g << 8 | r) >>> 0; // of a canvas, little endian

/** Calls of one family differ a little. */
const callColours = [];
{
  const seen = {};
  calls.forEach((call, i) => {
    const nth = (seen[call.family] = (seen[call.family] ?? -1) + 1);
    const base = rgb(FAMILIES[call.family]?.[0] ?? "#a9abb3");
    const step = Math.ceil(nth / 2) * 0.16;
    callColours[i] = mix(base, nth % 2 ? [255, 255, 255] : [0, 0, 0], Math.min(0.5, step));
  });
}

/** What is shown: calls by number, kinds of waits, arrows. */
const shown = { calls: calls.map(() => true), kinds: [true, true, true, true], arrows: true };

/** The colours of this moment: they follow the system's scheme. */
const theme = {};
function readTheme() {
  const style = getComputedStyle(document.documentElement);
  for (const name of ["page", "text", "quiet", "line", "panel", "idle", "mark", "late"]) {
    theme[name] = style.getPropertyValue("--" + name).trim();
  }
  theme.idlePixel = pixel(rgb(theme.idle));
  theme.pagePixel = pixel(rgb(theme.page));
  theme.dim = mix(rgb(theme.idle), rgb(theme.quiet), 0.28);
}

/** A layer's colour; null if it is not shown. */
function layerColour(layer) {
  if (!shown.calls[layer.call]) return null;
  return layer.kind && shown.kinds[layer.kind] ? rgb(WAIT_COLOURS[layer.kind]) : callColours[layer.call];
}
