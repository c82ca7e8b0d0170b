/**
 * JavaScript that runs in a fresh sandbox before the script. It prepares the script's globals and returns the function that runs `main`.
 * Only strings leave the sandbox. They are serialized with intrinsics that were saved before the script could change them. `Date` uses the
 * world's time and UTC, whatever the machine's time zone, so that scripts behave the same everywhere.
 */
export const PRELUDE = `(function (now, random, log, call, settle) {
"use strict"
const { parse, stringify } = JSON
const { construct, apply } = Reflect
const { InternalError } = globalThis
const MachineDate = Date
const dates = MachineDate.prototype
const zoned = /(?:Z|GMT|UTC|[+-]\\d\\d:?\\d\\d)\\s*$|^\\s*[+-]?\\d{4,6}(?:-\\d\\d){0,2}\\s*$/i

function parseDate(text) {
  if (zoned.test(text)) return MachineDate.parse(text)
  const asUtc = MachineDate.parse(text + (/T/.test(text) ? "Z" : " GMT"))
  return asUtc === asUtc ? asUtc : MachineDate.parse(text)
}
function WorldDate(...parts) {
  if (new.target === undefined) return new WorldDate().toString()
  const [first] = parts
  const value =
    parts.length === 0 ? now : parts.length > 1 ? MachineDate.UTC(...parts) : typeof first === "string" ? parseDate(first) : first
  return construct(MachineDate, [value], new.target)
}
Object.defineProperty(WorldDate, "name", { value: "Date" })
Object.assign(WorldDate, { now: () => now, UTC: MachineDate.UTC, parse: (text) => parseDate(String(text)) })
WorldDate.prototype = dates
dates.constructor = WorldDate
const offsetOf = dates.getTimezoneOffset
for (const name of ["String", "DateString", "TimeString", "LocaleString", "LocaleDateString", "LocaleTimeString"]) {
  const local = dates["to" + name]
  dates["to" + name] = function () {
    const shifted = construct(MachineDate, [this.getTime() + apply(offsetOf, this, []) * 60000])
    return apply(local, shifted, []).replace(/GMT[+-]\\d{4}.*/, "GMT+0000")
  }
}
for (const name of ["FullYear", "Month", "Date", "Day", "Hours", "Minutes", "Seconds", "Milliseconds"]) {
  dates["get" + name] = dates["getUTC" + name]
  if (name !== "Day") dates["set" + name] = dates["setUTC" + name]
}
dates.getTimezoneOffset = function () { return this.getTime() * 0 }
globalThis.Date = WorldDate
delete globalThis.performance
Math.random = () => random()

const shown = (value) => {
  if (typeof value === "string") return value
  if (value instanceof Error) return value.name + ": " + value.message
  try { return stringify(value) ?? String(value) } catch { return String(value) }
}
const line = (...values) => log(values.map(shown).join(" "))
globalThis.logger = { info: line, log: line, error: line }
globalThis.callAPIAsync = async (method, uri, payload) =>
  parse(await call(String(method), String(uri), stringify(payload) ?? "null"))

const text = (value) => stringify(value) ?? "null"
return async (main, data) => {
  try {
    settle(true, text(await main(parse(data))))
  } catch (reason) {
    const isOutOfMemory = reason instanceof InternalError && reason.message === "out of memory"
    try {
      settle(false, text(reason instanceof Error ? String(reason.message) : reason), isOutOfMemory)
    } catch {
      settle(false, text("the script was rejected with a reason that can't be converted to JSON"), isOutOfMemory)
    }
  }
}
})`
