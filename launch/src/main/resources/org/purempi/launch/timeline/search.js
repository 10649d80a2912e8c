// The search: words must all be in a call's name, line, method or communicator; "rank 3", "tag 5", "peer 2" and
// "waits" mean what they say.

const search = {
  match: null,

  set(text) {
    this.match = this.parse(text.trim().toLowerCase());
    document.getElementById("found").textContent = "";
    changed();
  },

  parse(text) {
    if (!text) return null;
    const numbers = {};
    const rest = text.replace(/\b(rank|tag|peer)[ :=]*(-?\d+)/g, (all, name, number) => {
      numbers[name] = Number(number);
      return " ";
    });
    const words = rest.split(/\s+/).filter((word) => word);
    const waits = words.includes("waits");
    const names = words.filter((word) => word !== "waits");
    const callTexts = calls.map((call) => call.name.toLowerCase());
    const lineTexts = head.lines.map((line) => (line[0] + " " + line[1]).toLowerCase());
    const groupTexts = head.groups.map((group) => group[0].toLowerCase());
    const known = new Map(); // whether a call with that name, line and communicator has all words
    const hasWords = (call, line, group) => {
      const key = (call * head.lines.length + line) * (head.groups.length + 1) + group + 1;
      let has = known.get(key);
      if (has === undefined) {
        has = names.every((word) =>
          callTexts[call].includes(word) || lineTexts[line].includes(word) || (group >= 0 && groupTexts[group].includes(word)));
        known.set(key, has);
      }
      return has;
    };
    return {
      rank: numbers.rank,
      call: (block, i) =>
        (numbers.rank === undefined || block.rank === numbers.rank) &&
        (numbers.tag === undefined || (block.tag[i] === numbers.tag && block.peer[i] >= 0)) &&
        (numbers.peer === undefined || block.peer[i] === numbers.peer) &&
        (!waits || block.kind[i] > 0) &&
        hasWords(block.call[i], block.line[i], block.group[i]),
      // Where calls are not drawn one by one only their names are known.
      layer: (layer) => (!waits || layer.kind > 0) &&
        (!names.length || drawn !== null || names.some((word) => callTexts[layer.call].includes(word)) ||
          !names.some((word) => callTexts.some((other) => other.includes(word)))),
    };
  },

  /** Looks for the next call that is meant, after the selected one or the left edge. */
  async go(by) {
    const match = this.match;
    if (!match) return;
    const found = document.getElementById("found");
    found.textContent = "…";
    const from = selection.block ? selection.block.begin[selection.i] : by > 0 ? view.t0 : view.t1;
    const fromRank = selection.block ? selection.block.rank : by > 0 ? -1 : head.size;
    const isAfter = (begin, rank) => by * (begin - from) > 0 || (begin === from && by * (rank - fromRank) > 0);
    let best = null;
    const isBetter = (begin) => !best || by * (best.block.begin[best.i] - begin) > 0;
    for (const rank of head.ranks) {
      if (match.rank !== undefined && rank.rank !== match.rank) continue;
      for (let n = 0; n < rank.blocks.length; n++) {
        const b = by > 0 ? n : rank.blocks.length - 1 - n;
        const [count, first, end] = rank.blocks[b];
        if (!(by > 0 ? end >= from : first <= from)) continue;
        if (!isBetter(by > 0 ? first : end)) break;
        const block = await store.get(rank, b);
        if (match !== this.match) return;
        let hit = -1;
        for (let k = 0; k < count; k++) {
          const i = by > 0 ? k : count - 1 - k;
          if (calls[block.call[i]].isCall && isAfter(block.begin[i], rank.rank) && match.call(block, i)) {
            hit = i;
            break;
          }
        }
        if (hit >= 0) {
          if (isBetter(block.begin[hit])) best = { block, i: hit };
          break;
        }
      }
    }
    if (!best) {
      found.textContent = by > 0 ? "none further on" : "none before";
      return;
    }
    found.textContent = "at " + time(best.block.begin[best.i]);
    const { block, i } = best;
    if (block.begin[i] < view.t0 || block.end[i] > view.t1 || block.rank < view.r0 || block.rank >= view.r1 || view.fold > 1) {
      const span = Math.max((block.end[i] - block.begin[i]) * 4, Math.min(view.t1 - view.t0, head.span / 4));
      const centre = (block.begin[i] + block.end[i]) / 2;
      lookAt(block.rank, block.begin[i], block.end[i]);
      view.t0 = centre - span / 2;
      view.t1 = centre + span / 2;
    }
    select(best);
  },
};
