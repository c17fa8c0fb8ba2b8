// The page of the simulated table: draws the cells that the server sends, sends key presses and switches.
// It knows no rules and keeps nothing that matters; all state is on the server. host_tools/table.py speaks the other end.
"use strict";

const CELL_WIDTH = 6;
const CELL_HEIGHT = 12;
const BLANK = 32;
const TAP = 90; // milliseconds that a key activated without a pointer stays down

const find = (id) => document.getElementById(id);
const sheet = new Image();
let socket = null;
let hello = null;
let devices = [];
let focused = 0;
let shown = false; // in private mode: the focused handheld is uncovered
const held = new Map(); // what holds a key down (pointer or keyboard key) -> [seat, key]

function send(kind, seat, value) {
  if (socket && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ kind, seat, value }));
}

function connect() {
  socket = new WebSocket(`ws://${location.host}/live`);
  socket.onmessage = (event) => {
    const message = JSON.parse(event.data);
    if (message.kind === "hello") greet(message);
    else if (message.kind === "news") update(message);
    else trouble(message.why);
  };
  socket.onclose = () => {
    held.clear();
    document.querySelectorAll(".down").forEach((button) => button.classList.remove("down"));
    trouble("The table is closed. Start it again with make play; this page comes back by itself.");
    setTimeout(connect, 1000);
  };
}

function trouble(sentence) {
  find("trouble").textContent = sentence;
  find("trouble").hidden = !sentence;
}

// --- what comes from the server ---

function greet(message) {
  hello = message;
  trouble("");
  const { board, names } = hello;
  const flaws = hello.faults === "none" ? "" : `, cables with faults: ${hello.faults}`;
  find("about").textContent = `${names.length} handheld${names.length > 1 ? 's' : ''}, ${board.title}${flaws}`;
  focused = Math.min(Number(sessionStorage.getItem("focused")) || 0, names.length - 1);
  devices = names.map(makeDevice);
  find("table").replaceChildren(...devices.map((device) => device.root), makeAside());
  fit();
  showFocus();
}

function update(message) {
  for (const [seat, row, glyphs, pairs] of message.rows || []) {
    const { columns } = hello.board;
    const device = devices[seat];
    for (let x = 0; x < columns; x += 1) {
      device.glyphs[row * columns + x] = parseInt(glyphs.substr(2 * x, 2), 16);
      device.pairs[row * columns + x] = parseInt(pairs.substr(2 * x, 2), 16);
    }
    drawRow(device, row);
  }
  if (message.power) {
    message.power.forEach((on, seat) => {
      devices[seat].on = on;
      setSwitch(find("power").children[seat], on, hello.names[seat] + (on ? "" : " off"));
    });
    message.cables.forEach((plugged, seat) => {
      const next = hello.names[(seat + 1) % hello.names.length];
      setSwitch(find("boards").children[seat], message.boards[seat], hello.names[seat] + (message.boards[seat] ? "" : ": spare"));
      setSwitch(find("cables").children[seat], plugged, `${hello.names[seat]} ${plugged ? "→" : "✕"} ${next}`);
    });
  }
  devices.forEach(writeText);
}

function setSwitch(button, on, words) {
  button.setAttribute("aria-pressed", on);
  button.textContent = words;
}

// --- displays ---

function drawRow(device, row) {
  const { columns, rows, width, height } = hello.board;
  const left = (width - columns * CELL_WIDTH) >> 1;
  const top = (height - rows * CELL_HEIGHT) >> 1;
  for (let x = 0; x < columns; x += 1) {
    const at = row * columns + x;
    device.context.drawImage(
      sheet, device.glyphs[at] * CELL_WIDTH, device.pairs[at] * CELL_HEIGHT, CELL_WIDTH, CELL_HEIGHT,
      left + x * CELL_WIDTH, top + row * CELL_HEIGHT, CELL_WIDTH, CELL_HEIGHT);
  }
}

function isCovered(seat) {
  return find("private").checked && !(seat === focused && shown);
}

// A covered or dark handheld has no text either: neither a screen reader nor a look at the page's source tells a card.
function writeText(device) {
  const covered = isCovered(device.seat);
  const pieces = covered || !device.on ? [] : readCells(device);
  const written = JSON.stringify(pieces);
  if (device.written !== written) {
    device.written = written;
    device.text.replaceChildren(...pieces.map(([text, marked]) => (marked ? Object.assign(document.createElement("mark"), { textContent: text }) : text)));
  }
  device.root.classList.toggle("covered", covered && device.on);
  device.root.classList.toggle("off", !device.on);
  if (device.seat === focused) {
    const marked = pieces.filter((piece) => piece[1]).map((piece) => piece[2].trim()).join(" ");
    const prompt = pieces.map((piece) => piece[2]).join("").split("\n").pop().trim();
    say(pieces.length ? `${device.name}: ${prompt}${marked && prompt !== marked ? `. ${marked}` : ""}` : "");
  }
}

// Returns the screen as pieces, [characters, whether the cursor is on them, the same in words for a voice]. Blanks at the
// ends of rows are left out.
function readCells(device) {
  const { columns, rows } = hello.board;
  const pieces = [];
  for (let row = 0; row < rows; row += 1) {
    let length = columns;
    while (length && device.glyphs[row * columns + length - 1] === BLANK) length -= 1;
    if (row) pieces.push(["\n", false, "\n"]);
    for (let at = row * columns; at < row * columns + length; at += 1) {
      const marked = device.pairs[at] === hello.cursor;
      if (!pieces.length || pieces.at(-1)[1] !== marked) pieces.push(["", marked, ""]);
      const glyph = device.glyphs[at];
      const character = hello.characters[glyph] || hello.characters[0];
      pieces.at(-1)[0] += character;
      pieces.at(-1)[2] += hello.words[glyph] ? ` ${hello.words[glyph]} ` : character;
    }
  }
  return pieces;
}

// The last row of a screen is its prompt: that, and what the cursor is on, a screen reader should tell when it changes.
function say(sentence) {
  if (find("spoken").textContent !== sentence) find("spoken").textContent = sentence;
}

// --- one handheld ---

function makeDevice(name, seat) {
  const { board } = hello;
  const root = find("device").content.firstElementChild.cloneNode(true);
  const part = (selector) => root.querySelector(selector);
  const canvas = part("canvas");
  canvas.width = board.width;
  canvas.height = board.height;
  const text = part(".text");
  text.id = `text-${seat}`;
  root.id = `seat-${seat}`;
  root.setAttribute("aria-label", `${name}’s handheld`);
  root.setAttribute("aria-describedby", text.id);
  part(".name").append(`${name} `, Object.assign(document.createElement("small"), { textContent: seat + 1 }));
  part(".cover b").textContent = name;
  part(".cover span").textContent = "covered · press to look";
  part(".cover").onclick = () => focus(seat, true);
  root.addEventListener("focus", () => focus(seat));
  root.addEventListener("pointerdown", () => focus(seat));

  const homes = { round: part(".rounds"), pill: part(".pills") };
  board.keys.forEach((key, index) => {
    const button = document.createElement("button");
    button.type = "button";
    button.tabIndex = -1; // Tab goes from handheld to handheld
    button.setAttribute("aria-label", `${name}: ${key.label}`);
    button.dataset.key = index;
    if (key.place in homes) {
      button.textContent = key.label;
      homes[key.place].append(button);
    } else {
      button.textContent = { left: "◂", right: "▸", up: "▴", down: "▾" }[key.place];
      button.classList.add(key.place === "down" ? "down-key" : key.place);
      part(".cross").append(button);
    }
    listen(button, seat, index);
  });
  const cells = board.columns * board.rows;
  return {
    root, text, name, seat, on: true, context: canvas.getContext("2d"),
    glyphs: new Uint8Array(cells).fill(BLANK), pairs: new Uint8Array(cells),
  };
}

function listen(button, seat, key) {
  button.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    button.setPointerCapture(event.pointerId);
    focus(seat);
    if (!isCovered(seat)) hold(`pointer ${event.pointerId}`, seat, key);
  });
  for (const kind of ["pointerup", "pointercancel", "lostpointercapture"]) {
    button.addEventListener(kind, (event) => letGo(`pointer ${event.pointerId}`));
  }
  // A screen reader clicks without a pointer.
  button.addEventListener("click", (event) => {
    if (event.detail !== 0 || isCovered(seat)) return;
    hold("click", seat, key);
    setTimeout(() => letGo("click"), TAP);
  });
  button.addEventListener("contextmenu", (event) => event.preventDefault());
}

const buttonOf = (seat, key) => devices[seat].root.querySelector(`[data-key="${key}"]`);
const isHeld = (seat, key) => [...held.values()].some((each) => each[0] === seat && each[1] === key);

function hold(by, seat, key) {
  if (held.has(by)) return;
  if (!isHeld(seat, key)) send("press", seat, key);
  held.set(by, [seat, key]);
  buttonOf(seat, key).classList.add("down");
}

function letGo(by) {
  const what = held.get(by);
  if (!what) return;
  held.delete(by);
  if (isHeld(...what)) return;
  send("release", ...what);
  buttonOf(...what).classList.remove("down");
}

function letAllGo() {
  [...held.keys()].forEach(letGo);
}

// --- who has the keyboard, and who is covered ---

function focus(seat, look = false) {
  if (seat !== focused) {
    letAllGo();
    shown = false;
  }
  if (look) shown = true;
  focused = seat;
  sessionStorage.setItem("focused", seat);
  showFocus();
}

function showFocus() {
  devices.forEach((device) => {
    device.root.classList.toggle("focused", device.seat === focused);
    writeText(device);
  });
  if (devices[focused] && !find("table").contains(document.activeElement)) return;
  if (devices[focused] && !devices[focused].root.contains(document.activeElement) && document.activeElement.closest(".device")) {
    devices[focused].root.focus({ preventScroll: true });
  }
}

document.addEventListener("keydown", (event) => {
  if (!hello || event.ctrlKey || event.metaKey || event.altKey) return;
  const number = Number(event.key);
  if (number >= 1 && number <= devices.length) {
    focus(number - 1);
    devices[focused].root.focus();
    return;
  }
  // On a switch or a checkbox, keys mean what they mean everywhere.
  const at = document.activeElement;
  if (at !== document.body && !at.closest(".device")) return;
  const key = hello.board.keys.findIndex((each) => each.typed.includes(event.key));
  if (key < 0) return;
  event.preventDefault();
  if (event.repeat) return;
  if (!isCovered(focused)) hold(`keyboard ${event.code}`, focused, key);
  else if (event.key === "Enter") focus(focused, true);
});

document.addEventListener("keyup", (event) => letGo(`keyboard ${event.code}`));
window.addEventListener("blur", letAllGo);
document.addEventListener("visibilitychange", letAllGo);

for (const id of ["private", "reading"]) {
  find(id).checked = sessionStorage.getItem(id) === "true";
  find(id).addEventListener("change", () => {
    sessionStorage.setItem(id, find(id).checked);
    if (id === "private") shown = true; // whoever covers the others goes on with the own handheld
    apply();
  });
  // Whoever clicked goes on playing by keys; whoever came here by Tab stays.
  find(id).addEventListener("click", (event) => {
    if (event.detail && devices[focused]) devices[focused].root.focus();
  });
}

function apply() {
  document.body.classList.toggle("reading", find("reading").checked);
  showFocus();
}

// --- legend and switches ---

const KEY_NAMES = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", Backspace: "⌫", Escape: "Esc" };
const SHARED_LINE = { left: "across", right: "across", up: "along", down: "along", pill: "pills" };

function makeAside() {
  const aside = find("aside").content.firstElementChild.cloneNode(true);
  const legend = aside.querySelector("dl");
  const lines = new Map();
  const add = (line, keys, words) => {
    const { caps, help } = lines.get(line) || { caps: [], help: [] };
    lines.set(line, { caps: caps.concat(keys), help: help.concat(words) });
  };
  hello.board.keys.forEach((key) => {
    if (!key.help) return;
    const shared = SHARED_LINE[key.place];
    add(shared || key.label, key.typed.map((typed) => KEY_NAMES[typed] || typed), shared ? key.help : `${key.label}: ${key.help}`);
  });
  add("seats", hello.names.map((name, seat) => seat + 1).concat("Tab"), "another handheld");
  for (const { caps, help } of lines.values()) {
    const term = document.createElement("dt");
    caps.forEach((cap) => term.append(Object.assign(document.createElement("kbd"), { textContent: cap })));
    legend.append(term, Object.assign(document.createElement("dd"), { textContent: help.join(", ") }));
  }
  hello.names.forEach((name, seat) => {
    aside.querySelector("#cables").append(makeSwitch("cable", seat));
    aside.querySelector("#power").append(makeSwitch("power", seat));
    aside.querySelector("#boards").append(makeSwitch("board", seat));
  });
  return aside;
}

function makeSwitch(kind, seat) {
  const button = document.createElement("button");
  button.type = "button";
  button.onclick = () => send(kind, seat, button.getAttribute("aria-pressed") !== "true");
  return button;
}

// --- layout: each pixel of a display is a whole number of the screen's, as large as leaves all in sight ---

const GAP = 14;

function lay(scale) {
  const { board, names } = hello;
  const style = find("table").style;
  const set = (name, pixels) => style.setProperty(name, `${pixels}px`);
  const size = (pixels) => (pixels * scale) / (window.devicePixelRatio || 1);
  set("--screen-width", size(board.width));
  set("--screen-height", size(board.height));
  set("--text-size", size(board.width / board.columns / 0.61));
  set("--text-line", size(board.height / board.rows));
  const across = find("table").clientWidth - 2 * parseFloat(getComputedStyle(find("table")).paddingLeft);
  const one = devices[0].root.offsetWidth;
  const columns = Math.max(1, Math.min(names.length, Math.floor((across + GAP) / (one + GAP))));
  // The legend takes the place of one more handheld where a row has room for it, else a row of its own.
  const aside = names.length % columns ? Math.max(one, 300) : Math.max(columns * (one + GAP) - GAP, 330);
  set("--aside-width", Math.min(across, aside));
}

function fit() {
  if (!hello) return;
  const ratio = window.devicePixelRatio || 1;
  const { width } = hello.board;
  const page = document.documentElement;
  const bottom = () => Math.max(...devices.map((device) => device.root.getBoundingClientRect().bottom)) + window.scrollY;
  const largest = Math.floor((520 * ratio) / width);
  // Small displays are hard to read at their true size: rather scroll, as long as one fits across.
  const smallest = Math.ceil((width < 200 ? 1.5 : 1) * ratio);
  const wishes = [
    [smallest, () => page.scrollHeight <= window.innerHeight],
    [smallest, () => bottom() + 4 <= window.innerHeight],
    [1, () => page.scrollWidth <= page.clientWidth],
  ];
  for (const [least, comesTrue] of wishes) {
    for (let scale = least === 1 ? smallest : largest; scale >= least; scale -= 1) {
      lay(scale);
      if (comesTrue()) return;
    }
  }
}

window.addEventListener("resize", fit);
document.body.classList.toggle("reading", find("reading").checked); // kept over a reload
sheet.onload = connect;
sheet.onerror = () => trouble("The table does not answer. Start it with make play, then reload this page.");
sheet.src = "/sheet.png";
