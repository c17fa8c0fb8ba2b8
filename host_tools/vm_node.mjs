// Runs a job of host_tools/vm.py on MicroPython's 32-bit VM: steps one after another, and the heap after each.
// Reads the job as JSON from standard input, writes the answer as JSON to standard output. Never touches the disk.
//
// Two habits of this VM shape the program. It frees memory only after control has returned to JavaScript, so every
// reading comes after a turn of the event loop. And it collects by itself when a step returns; gc.disable() stops
// that, so that a step's allocations can be counted before they are collected.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const job = JSON.parse(readFileSync(0, "utf8"));
const { loadMicroPython } = await import(pathToFileURL(job.vm).href);

let said = [];
const vm = await loadMicroPython({
    heapsize: job.heap,
    linebuffer: false,
    stdout: (bytes) => said.push(Buffer.from(bytes)),
});

const made = new Set();
for (const [path, content] of job.files) {
    const parts = path.split("/").slice(0, -1);
    for (let depth = 1; depth <= parts.length; depth++) {
        const folder = "/" + parts.slice(0, depth).join("/");
        if (!made.has(folder) && !vm.FS.analyzePath(folder).exists) {
            vm.FS.mkdir(folder);
        }
        made.add(folder);
    }
    vm.FS.writeFile("/" + path, Buffer.from(content, "base64"));
}

const gc = vm.pyimport("gc");
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

async function held() {
    await turn();
    gc.collect();
    await turn();
    return gc.mem_alloc();
}

const steps = [];
for (const step of job.steps) {
    const before = await held();
    gc.disable();
    said = [];
    let error = null;
    let after = before;
    try {
        if (step.call !== undefined) {
            const called = vm.globals.get(step.call);
            if (typeof called !== "function") {
                throw new Error("NameError: no function " + step.call + " is defined in the steps before");
            }
            const start = gc.mem_alloc();
            called();
            after = before + gc.mem_alloc() - start;
        } else {
            vm.runPython(step.run);
            after = gc.mem_alloc();
        }
    } catch (thrown) {
        error = String(thrown.message ?? thrown).trim();
    }
    gc.enable();
    steps.push({
        out: Buffer.concat(said).toString("utf8"),
        allocated: after - before,
        held: await held(),
        error,
    });
    if (error !== null) {
        break;
    }
}
process.stdout.write(JSON.stringify(steps));
