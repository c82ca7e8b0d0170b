// A server that reports its memory: the highest use between "begin" and "end" above the use at "begin", in bytes.
import { readFileSync, writeFileSync } from "node:fs"
import { createWorld } from "../../dist/index.js"
import { startServer } from "../../dist/node.js"

const [fixture] = process.argv.slice(2)
const world = await createWorld({ fixture: JSON.parse(fixture) })
const { url } = await startServer({ world, port: 0, ownsProcess: true })

const status = (name) => {
  const [, kilobytes] = new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync("/proc/self/status", "utf8"))
  return Number(kilobytes) * 1024
}
let before = 0
process.on("message", (message) => {
  if (message === "begin") {
    globalThis.gc({ type: "major", execution: "sync", flavor: "last-resort" })
    // Resets the peak that Linux records.
    writeFileSync("/proc/self/clear_refs", "5")
    before = status("VmRSS")
    process.send(0)
  } else process.send(status("VmHWM") - before)
})
process.send(url)
