"use strict";
const D = JSON.parse(document.getElementById("data").textContent);
const main = document.getElementById("main");
const fmt = n => Number(n).toLocaleString("en-US");
const base = p => p.split("/").pop();
const secs = s => s < 0.1 ? Math.round(s * 1000) + " ms" : s < 60 ? s.toFixed(1) + " s" : Math.floor(s / 60) + " min " + Math.round(s % 60) + " s";
const pct = (a, b) => b ? (a === b ? "100%" : Math.min(99, Math.round(100 * a / b)) + "%") : "n/a";
function el(tag, attributes, ...children) {
  const node = document.createElement(tag);
  fill(node, attributes, children);
  return node;
}
function sv(tag, attributes, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fill(node, attributes, children);
  return node;
}
function fill(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (value === true) node.setAttribute(key, "");
    else if (value !== false && value != null) node.setAttribute(key, value);
  }
  for (const child of children.flat()) if (child != null && child !== false) node.append(child);
}
const tip = document.getElementById("tip");
function showTip(event, text) {
  tip.textContent = text; tip.hidden = false;
  const box = tip.getBoundingClientRect();
  tip.style.left = Math.max(4, Math.min(event.clientX + 12, innerWidth - box.width - 8)) + "px";
  tip.style.top = (event.clientY + 16 + box.height > innerHeight ? event.clientY - box.height - 10 : event.clientY + 16) + "px";
}
const hideTip = () => { tip.hidden = true; };
const sections = [];
function section(id, title, ...content) {
  sections.push([id, title]);
  main.append(el("section", { id, "aria-label": title }, el("h2", {}, title), ...content));
}
const lineId = (file, line) => "L" + D.sources.findIndex(s => s.path === file) + "-" + line;
function place(file, line) {
  const text = (file ? shown(file) : "?") + ":" + line;
  const known = D.sources.some(s => s.path === file);
  return known ? el("a", { href: "#" + lineId(file, line), class: "mono", onclick: () => openFile(file) }, text) : el("span", { class: "mono" }, text);
}
const shown = file => D.shown[file] || file;

/* ---- the headline ---- */
(function headline() {
  const bugs = D.errors.filter(e => !e.obstacle).length, sure = D.errors.filter(e => e.confirmed === true).length;
  main.append(el("h1", {}, D.program));
  const done = D.complete ? "Every path was explored to its end." : D.stopped === "done" ? "Explored to the end, but something was left out." : "Stopped early (" + D.stopped + "); there is more to explore.";
  main.append(el("p", { class: "verdict" }, done, " ", D.reasons.length ? "Left out: " + D.reasons.join("; ") + "." : ""));
  const cov = (name, [a, b]) => el("div", { class: "card" }, el("b", {}, pct(a, b)), el("span", {}, `${fmt(a)} of ${fmt(b)} ${name}`), el("div", { class: "meter" }, el("i", { style: `width:${b ? 100 * a / b : 0}%` })));
  main.append(el("div", { class: "cards" },
    el("div", { class: "card " + (bugs ? "bad" : "good") }, el("b", {}, fmt(bugs)), el("span", {}, bugs === 1 ? "bug" : "bugs", sure ? `, ${sure} confirmed natively` : "")),
    cov("lines", D.coverage.lines), cov("branch sides", D.coverage.branches), cov("functions", D.coverage.functions),
    el("div", { class: "card" }, el("b", {}, fmt(D.paths.completed + D.paths.partial)), el("span", {}, `paths, ${fmt(D.tests_total)} tests`, D.paths.merged_away ? `, ${fmt(D.paths.merged_away)} merged` : "")),
    el("div", { class: "card" }, el("b", {}, secs(D.time.wall)), el("span", {}, `${fmt(D.instructions)} instructions`))));
})();

/* ---- findings ---- */
(function findings() {
  const card = (e, i) => {
    const mark = e.confirmed === true ? el("span", { class: "chip good" }, "confirmed natively") : e.confirmed === false ? el("span", { class: "chip warn" }, "not confirmed") : null;
    const body = el("div", { class: "grid2" },
      el("div", {},
        el("div", { class: "label" }, "Where"),
        e.excerpt.length ? el("pre", { class: "excerpt" }, e.excerpt.map(([n, t, hit]) => el("div", { class: hit ? "hit" : "" }, el("i", {}, String(n)), t))) : null,
        el("div", { class: "label" }, "Stack"),
        el("ol", { class: "stack" }, e.stack.map(f => el("li", {}, place(f.file, f.line), " in ", el("code", {}, f.function)))),
        e.info ? [el("div", { class: "label" }, "What is known of the memory"), el("pre", {}, e.info)] : null),
      el("div", {},
        el("div", { class: "label" }, "Input that triggers it"),
        e.inputs.length ? inputTable(e.inputs) : el("p", { class: "soft" }, "None needed: it happens on every run."),
        e.test ? el("p", { class: "small soft" }, "Test ", el("code", {}, e.test)) : null,
        e.confirmation ? [el("div", { class: "label" }, "Natively"), el("p", { class: "small" }, e.confirmation)] : null,
        e.native_report ? el("details", {}, el("summary", { class: "small" }, "the sanitizer's report"), el("pre", {}, e.native_report)) : null));
    return el("details", { class: "panel finding" + (e.obstacle ? " obstacle" : ""), id: "bug-" + i, open: i < 3 },
      el("summary", {}, el("span", { class: "title" }, e.message), el("span", { class: "chip" + (e.obstacle ? " warn" : " bad") }, e.kind), mark, el("span", { class: "soft small" }, e.words)), body);
  };
  const bugs = D.errors.map((e, i) => [e, i]).filter(([e]) => !e.obstacle), obstacles = D.errors.map((e, i) => [e, i]).filter(([e]) => e.obstacle);
  section("findings", "Findings",
    bugs.length ? bugs.map(([e, i]) => card(e, i)) : el("p", { class: "panel" }, D.complete ? "No bugs on any path." : "No bugs on the paths explored."),
    obstacles.length ? [el("h3", { style: "margin-top:1.6rem" }, "Where the exploration could not go on"), obstacles.map(([e, i]) => card(e, i))] : null);
})();
function inputTable(inputs) {
  return el("div", { class: "scroll" }, el("table", { class: "inputs" }, el("tbody", {}, inputs.map(x => el("tr", {}, el("td", {}, x.name), el("td", {}, el("div", {}, x.text), el("div", { class: "soft" }, x.hex), el("div", { class: "soft" }, x.size + (x.size === 1 ? " byte" : " bytes"), x.number != null ? ` · int ${x.number}` : ""), (x.pointers || []).map(p => el("div", {}, "→ " + p))))))));
}

/* ---- the source ---- */
let openFile = () => {};
(function source() {
  if (!D.sources.length) return;
  const holder = el("div", { class: "panel source", tabindex: 0 }), buttons = [];
  const bugsAt = {};
  D.errors.forEach((e, i) => { const f = e.own || e.stack[0]; if (f) (bugsAt[f.file + ":" + f.line] ||= []).push([e, i]); });
  openFile = path => {
    const s = D.sources.find(x => x.path === path), rows = [];
    if (!s || holder.dataset.path === path) return;
    holder.dataset.path = path;
    s.text.forEach((text, k) => {
      const n = k + 1, hits = s.hits[n], sides = s.branches[n], bugs = bugsAt[path + ":" + n];
      const state = hits == null ? "" : hits === 0 ? "no" : sides && sides[0] < sides[1] ? "part" : "yes";
      rows.push(el("tr", { id: lineId(path, n), class: state + (bugs ? " err" : "") },
        el("td", { class: "mk", title: state === "part" ? `${sides[0]} of ${sides[1]} branch sides taken` : "" }), el("td", { class: "ct" }, hits == null ? "" : fmt(hits)), el("td", { class: "ln" }, String(n)),
        el("td", {}, text || " ", (bugs || []).map(([e, i]) => el("a", { class: "note", href: "#bug-" + i, onclick: () => { document.getElementById("bug-" + i).open = true; } }, "◀ " + e.message)))));
    });
    holder.replaceChildren(el("table", {}, el("tbody", {}, rows)));
    buttons.forEach(b => b.setAttribute("aria-pressed", String(b.dataset.path === path)));
    const first = holder.querySelector("tr.err, tr.no");
    holder.scrollTop = first ? Math.max(0, first.offsetTop - 120) : 0;
  };
  const tabs = el("div", { class: "tabs" }, D.sources.map(s => { const b = el("button", { type: "button", "data-path": s.path, onclick: () => openFile(s.path) }, shown(s.path), " ", el("span", { class: "small" }, pct(s.covered, s.total))); buttons.push(b); return b; }));
  section("source", "Source", tabs, holder, el("div", { class: "legend" }, key("var(--good)", "executed"), key("var(--warn)", "a branch side never taken"), key("var(--bad)", "never executed"), el("span", {}, "The count says how often, over all paths; what paths have in common is executed once.")));
  openFile((D.sources.find(s => s.text.length && Object.keys(bugsAt).some(k => k.startsWith(s.path + ":"))) || D.sources[0]).path);
})();
function key(colour, text) { return el("span", {}, el("i", { style: "background:" + colour }), text); }

/* ---- over time ---- */
(function time() {
  if (D.samples.length < 2) return;
  const at = name => D.sample_names.indexOf(name), column = name => D.samples.map(s => s[at(name)]);
  const t = column("seconds");
  const share = (name, total) => column(name).map(v => total ? 100 * v / total : 0);
  const chart = (title, unit, series) => {
    const W = 460, H = 210, L = 44, R = 8, T = 8, B = 24, end = t[t.length - 1] || 1;
    const top = niceTop(Math.max(1, ...series.flatMap(s => s.values)));
    const x = v => L + (W - L - R) * v / end, y = v => H - B - (H - T - B) * v / top;
    const svg = sv("svg", { viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": title });
    for (let i = 0; i <= 4; i++) { const v = top * i / 4; svg.append(sv("line", { class: "grid", x1: L, x2: W - R, y1: y(v), y2: y(v) }), sv("text", { x: L - 6, y: y(v) + 4, "text-anchor": "end" }, short(v) + unit)); }
    for (let i = 0; i <= 4; i++) svg.append(sv("text", { x: x(end * i / 4), y: H - 6, "text-anchor": i === 0 ? "start" : i === 4 ? "end" : "middle" }, secs(end * i / 4)));
    for (const s of series) svg.append(sv("path", { d: s.values.map((v, i) => (i ? "L" : "M") + x(t[i]).toFixed(1) + " " + y(v).toFixed(1)).join(""), fill: "none", stroke: s.colour, "stroke-width": 2, "stroke-linejoin": "round" }));
    const cross = sv("line", { y1: T, y2: H - B, stroke: "var(--soft)", "stroke-dasharray": "3 3", visibility: "hidden" });
    svg.append(cross, sv("rect", { x: L, y: T, width: W - L - R, height: H - T - B, fill: "transparent",
      onpointermove: event => {
        const box = svg.getBoundingClientRect(), v = ((event.clientX - box.left) * W / box.width - L) / (W - L - R) * end;
        let i = 0; while (i < t.length - 1 && Math.abs(t[i + 1] - v) <= Math.abs(t[i] - v)) i++;
        cross.setAttribute("x1", x(t[i])); cross.setAttribute("x2", x(t[i])); cross.setAttribute("visibility", "visible");
        showTip(event, secs(t[i]) + "\n" + series.map(s => `${s.name}: ${unit ? s.values[i].toFixed(1) : fmt(s.values[i])}${unit}`).join("\n"));
      }, onpointerleave: () => { hideTip(); cross.setAttribute("visibility", "hidden"); } }));
    return el("div", { class: "panel chart" }, el("h3", {}, title), svg, el("div", { class: "legend" }, series.map(s => key(s.colour, s.name))));
  };
  const s = (name, colour, values) => ({ name, colour, values });
  section("time", "Over time", el("div", { class: "charts" },
    chart("Coverage", "%", [s("lines", "var(--c1)", share("lines", D.coverage.lines[1])), s("branch sides", "var(--c2)", share("branches", D.coverage.branches[1])), s("functions", "var(--c3)", share("functions", D.coverage.functions[1]))]),
    chart("States alive", "", [s("states", "var(--c2)", column("states"))]),
    chart("Paths", "", [s("completed", "var(--c3)", column("completed")), s("partial", "var(--c1)", column("partial")), D.paths.merged_away ? s("merged away", "var(--c4)", column("merged")) : null].filter(Boolean)),
    chart("Memory", " MB", [s("resident", "var(--c5)", column("memory"))])));
})();
function niceTop(v) { const p = 10 ** Math.floor(Math.log10(v)); for (const m of [1, 2, 2.5, 4, 5, 10]) if (m * p >= v) return Math.max(m * p, 4 * (v <= 4 ? 1 : 0) || m * p); return v; }
function short(v) { return v >= 1e6 ? (v / 1e6).toFixed(1).replace(/\.0$/, "") + "M" : v >= 1e4 ? Math.round(v / 1e3) + "k" : Number.isInteger(v) ? fmt(v) : v.toFixed(v < 10 ? 1 : 0); }

/* ---- where the time goes ---- */
(function cost() {
  const other = Math.max(0, D.time.wall - D.time.prepare - D.time.solver);
  const parts = [["compiling and linking", D.time.prepare, "var(--c5)"], ["solver", D.time.solver, "var(--c2)"], ["running the program, and everything else", other, "var(--c1)"]];
  const bar = el("div", { class: "share", role: "img", "aria-label": "shares of the time" }, parts.filter(p => p[1] > 0).map(([n, v, c]) => el("i", { style: `flex:${v} 0 0;background:${c}`, onpointermove: e => showTip(e, `${n}: ${secs(v)}`), onpointerleave: hideTip })));
  const most = k => Math.max(1e-9, ...D.costs.map(c => c[k]));
  const cell = (k, text) => c => el("td", { class: "n barcell", style: `--w:${Math.round(100 * c[k] / most(k))}%` }, el("span", {}, text(c[k])));
  const rows = sortable([["line", c => shown(D.files[c[0]]) + ":" + String(c[1]).padStart(6, "0")], ["solver", c => c[4], "n"], ["queries", c => c[3], "n"], ["forks", c => c[5], "n"], ["instructions", c => c[2], "n"]], D.costs,
    c => el("tr", {}, el("td", {}, place(D.files[c[0]], c[1]), c[6] ? null : el("span", { class: "chip", style: "margin-left:.5em" }, "library")), cell(4, secs)(c), cell(3, fmt)(c), cell(5, fmt)(c), cell(2, fmt)(c)), 1, 25);
  section("cost", "Where the time goes", el("div", { class: "panel" }, bar, el("div", { class: "legend" }, parts.map(([n, v, c]) => key(c, `${n} ${secs(v)}`))),
    el("p", { class: "small soft" }, `${fmt(D.queries.asked)} questions, of which ${fmt(D.queries.solver)} reached a solver`, D.queries.unknown ? ` and ${fmt(D.queries.unknown)} had no answer` : "", ".")), el("div", { class: "panel" }, el("h3", {}, "By line"), rows));
})();

/* ---- the tree, as a river of states ---- */
(function tree() {
  const events = D.tree;
  if (!events.length) return;
  const PAGE = 600;
  const count = what => events.filter(e => e[0] === what).length;
  const colourOf = d => d === "exit" ? "var(--good)" : d === "early" || d === "silent" ? "var(--soft)" : "var(--bad)";
  // Lanes are given to states for their lifetime and used again afterwards; computed once for all pages.
  const lane = new Map([[0, 0]]), busy = [true], at = [], openAtPage = [];
  const take = () => { let i = busy.indexOf(false); if (i < 0) i = busy.length; busy[i] = true; return i; };
  events.forEach((e, i) => {
    if (i % PAGE === 0) openAtPage.push(new Map(lane));
    const [what, state, other] = e;
    if (!lane.has(state)) lane.set(state, take());
    const own = lane.get(state); let to = own;
    if (what === "fork" || what === "recover" || what === "resume") { to = lane.has(other) ? lane.get(other) : take(); lane.set(other, to); }
    else if (what === "merge") { to = lane.has(other) ? lane.get(other) : own; }
    at.push([own, to]);
    if (what === "end" || what === "merge" || what === "resume") { busy[own] = false; lane.delete(state); }
  });
  const holder = el("div", { class: "river", tabindex: 0 });
  const label = el("span", { class: "small soft" });
  let page = 0;
  const pages = Math.ceil(events.length / PAGE);
  const back = el("button", { type: "button", onclick: () => draw(page - 1) }, "← earlier"), next = el("button", { type: "button", onclick: () => draw(page + 1) }, "later →");
  function draw(p) {
    page = p; back.disabled = p === 0; next.disabled = p === pages - 1;
    const first = p * PAGE, last = Math.min(events.length, first + PAGE), start = new Map(openAtPage[p]);
    const clamp = (low, v, high) => Math.max(low, Math.min(v, high));
    let lanes = Math.max(1, ...[...start.values()].map(l => l + 1));
    for (let i = first; i < last; i++) lanes = Math.max(lanes, at[i][0] + 1, at[i][1] + 1);
    const DX = clamp(6, 1040 / (last - first + 2), 22), DY = clamp(4, 420 / lanes, 20);
    const x = i => 14 + (i - first + 1) * DX, y = l => 14 + l * DY;
    const lines = sv("g", { "stroke-width": 2, fill: "none" }), dots = sv("g", {});
    const from = new Map([...start].map(([s, l]) => [s, [14, l]]));
    const flow = (s, i) => { const f = from.get(s); if (!f) return; lines.append(sv("path", { d: `M${f[0]} ${y(f[1])}H${x(i)}`, stroke: "var(--soft)", opacity: .45 })); from.set(s, [x(i), f[1]]); };
    for (let i = first; i < last; i++) {
      const [what, state, other, file, line, detail] = events[i], [own, to] = at[i];
      if (!from.has(state)) from.set(state, [x(i), own]);
      flow(state, i);
      const where = line ? `${base(D.files[file] || "")}:${line}` : "";
      let text, dot = null;
      if (what === "fork") { curve(own, to, i, "var(--c2)", ""); from.set(other, [x(i) + DX, to]); text = `state ${state} forks at ${where}\nnew: state ${other}`; dot = ["var(--c2)", 2.5]; }
      else if (what === "recover") { curve(own, to, i, "var(--c1)", "4 3"); from.set(other, [x(i) + DX, to]); text = `state ${state} needs what was skipped (${where})\nrecovery: state ${other}`; dot = ["var(--c1)", 4]; }
      else if (what === "resume") { if (from.has(other)) flow(other, i); else from.set(other, [x(i) + DX, to]); curve(own, to, i, "var(--c1)", "4 3"); from.delete(state); text = `recovery ${state} is done\nstate ${other} goes on with what it found`; dot = ["var(--c1)", 4]; }
      else if (what === "merge") { flow(other, i); curve(own, to, i, "var(--c4)", ""); from.delete(state); text = `state ${state} merges into ${other} at ${where}`; dot = ["var(--c4)", 3.5]; }
      else { from.delete(state); text = `state ${state} ends: ${detail} ${where}`; dot = [colourOf(detail), 4]; }
      const mark = what === "merge" ? sv("rect", { x: x(i) - 3.5, y: y(own) - 3.5, width: 7, height: 7, fill: dot[0] }) : sv("circle", { cx: x(i), cy: y(own), r: dot[1], fill: dot[0] });
      mark.setAttribute("class", "ev-" + what);
      dots.append(mark, sv("rect", { class: "hitbox", x: x(i) - DX / 2, y: y(own) - DY / 2, width: DX, height: DY, fill: "transparent", onpointermove: ev => showTip(ev, text), onpointerleave: hideTip }));
    }
    for (const [s] of from) flow(s, last);
    function curve(a, b, i, colour, dash) { lines.append(sv("path", { d: `M${x(i)} ${y(a)}C${x(i) + DX} ${y(a)} ${x(i)} ${y(b)} ${x(i) + DX} ${y(b)}`, stroke: colour, "stroke-dasharray": dash || null })); }
    const width = x(last) + 20, height = 28 + lanes * DY;
    holder.replaceChildren(sv("svg", { width, height, role: "img", "aria-label": "states over the course of the run" }, lines, dots));
    label.textContent = `events ${fmt(first + 1)} to ${fmt(last)} of ${fmt(events.length)}` + (D.tree_is_cut ? " (the beginning of a longer run)" : "");
  }
  const ends = {}; events.filter(e => e[0] === "end").forEach(e => { ends[e[5]] = (ends[e[5]] || 0) + 1; });
  section("tree", "States and how they part", el("div", { class: "panel" },
    el("p", { class: "small soft" }, "Every lane is a state; time runs to the right, one step per event. Blue curves are forks, violet ones merges, dashed orange ones recoveries of skipped code; a dot ends a path."),
    el("div", { class: "tools" }, pages > 1 ? [back, next] : null, label), holder,
    el("div", { class: "legend" }, key("var(--c2)", `${fmt(count("fork"))} forks`), count("merge") ? key("var(--c4)", `${fmt(count("merge"))} merges`) : null, count("recover") ? key("var(--c1)", `${fmt(count("recover"))} ${count("recover") === 1 ? "recovery" : "recoveries"}`) : null,
      Object.entries(ends).map(([k, n]) => key(colourOf(k), `${fmt(n)} × ${k}`)))));
  draw(0);
})();

/* ---- tests ---- */
(function tests() {
  if (!D.tests.length) return;
  const hasLines = D.tests.some(t => t.lines != null);
  const columns = [["test", t => t.name], ["ends", t => t.end + " " + t.detail], ["new lines", t => t.new_lines, "n"], hasLines ? ["lines", t => t.lines, "n"] : null, ["instructions", t => t.instructions, "n wide"], ["depth", t => t.depth, "n wide"], ["after", t => t.seconds, "n wide"]].filter(Boolean);
  const render = t => {
    const row = el("tr", { tabindex: 0, style: t.inputs ? "cursor:pointer" : "" }, el("td", { class: "mono" }, t.name), el("td", {}, el("span", { class: "chip " + (t.end === "exit" ? "good" : t.end === "early" ? "warn" : "bad") }, t.end), " ", t.detail), el("td", { class: "n" }, fmt(t.new_lines)), hasLines ? el("td", { class: "n" }, fmt(t.lines || 0)) : null, el("td", { class: "n wide" }, fmt(t.instructions)), el("td", { class: "n wide" }, fmt(t.depth)), el("td", { class: "n wide" }, secs(t.seconds)));
    const toggle = () => {
      if (row.nextSibling && row.nextSibling.dataset && row.nextSibling.dataset.inputs) { row.nextSibling.remove(); return; }
      if (t.inputs) row.after(el("tr", { "data-inputs": "1" }, el("td", { colspan: columns.length }, t.inputs.length ? inputTable(t.inputs) : el("span", { class: "soft" }, "no symbolic input"))));
    };
    row.addEventListener("click", toggle);
    row.addEventListener("keydown", e => { if (e.key === "Enter") toggle(); });
    return row;
  };
  const holder = el("div", {});
  let list = D.tests;
  const draw = () => holder.replaceChildren(sortable(columns, list, render, hasLines ? 3 : 2, 100));
  const search = el("input", { type: "search", placeholder: "filter: exit, ptr, test000012 …", "aria-label": "filter tests", oninput: () => { const q = search.value.trim().toLowerCase(); list = D.tests.filter(t => (t.name + " " + t.end + " " + t.detail).toLowerCase().includes(q)); draw(); } });
  draw();
  section("tests", "Tests", el("div", { class: "panel" }, el("div", { class: "tools" }, search, el("span", { class: "small soft" }, `${fmt(D.tests_total)} tests; choose one to see its input`)), holder));
})();
function sortable(columns, items, render, by, most) {
  let key = by, down = true, shownCount = most;
  const body = el("tbody", {}), more = el("button", { type: "button", onclick: () => { shownCount *= 4; draw(); } });
  const heads = columns.map(([name, , cls], i) => el("th", { class: "sort " + (cls || ""), scope: "col", tabindex: 0, onclick: () => { down = key === i ? !down : !!cls; key = i; draw(); }, onkeydown: e => { if (e.key === "Enter") e.target.click(); } }, name));
  function draw() {
    const get = columns[key][1];
    const sorted = [...items].sort((a, b) => { const p = get(a), q = get(b); return (p < q ? -1 : p > q ? 1 : 0) * (down ? -1 : 1); });
    body.replaceChildren(...sorted.slice(0, shownCount).map(render));
    heads.forEach((h, i) => i === key ? h.setAttribute("aria-sort", down ? "descending" : "ascending") : h.removeAttribute("aria-sort"));
    more.hidden = sorted.length <= shownCount; more.textContent = `show more of ${fmt(sorted.length)}`;
  }
  draw();
  return el("div", {}, el("div", { class: "scroll tall" }, el("table", {}, el("thead", {}, el("tr", {}, heads)), body)), more);
}

/* ---- the end ---- */
main.append(el("footer", {}, `Albers ${D.albers} · ${D.date}`, el("pre", {}, D.command)));
document.title = D.program + " · Albers";
document.getElementById("nav").append(...sections.map(([id, title]) => el("a", { href: "#" + id }, title.split(",")[0].replace("Where the time goes", "Cost").replace("States and how they part", "States"))));
document.getElementById("theme").addEventListener("click", () => {
  const dark = document.documentElement.dataset.theme ? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "light" : "dark";
});
