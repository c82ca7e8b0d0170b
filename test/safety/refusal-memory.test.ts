import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, expect, test } from "vitest"
import { DESK } from "../control/desk.ts"

const MIB = 1_048_576
const MAX_BYTES = 16 * MIB
const LARGE_BYTES = 12 * MIB

/** Memory that a process allocates now and then for any work: pages of its heap, compiled code and socket input. */
const NOISE = 8 * MIB

/** A body of about this many bytes. */
const fillBody = (open: string, unit: string, close: string, bytes = LARGE_BYTES) =>
  open + unit.repeat(Math.floor((bytes - open.length - close.length) / Buffer.byteLength(unit))) + close

const BODIES: readonly (readonly [string, number, string])[] = [
  ["as many values as fit", 413, fillBody("[", "0,", "0]")],
  ["a million wrong elements", 413, `{"conditions":[${"0,".repeat(1_000_000)}0]}`],
  ["a hundred thousand wrong elements", 400, `{"conditions":[${"{},".repeat(99_990)}{}]}`],
  ["ninety thousand members", 413, `{"item":{${Array.from({ length: 90_000 }, (_, at) => `"f${at}":1`).join(",")}}}`],
  ["nesting without end", 413, fillBody("", "[", "")],
  ["a text without end", 400, fillBody('{"conditions":"', "x", "")],
  ["a text where there should be none", 400, fillBody('{"conditions":"', "x", '"}')],
  ["escapes", 400, fillBody('{"conditions":"', "\\u0000", '"}')],
  ["letters of three bytes", 400, fillBody('{"conditions":"', "日", '"}')],
  ["a hundred thousand long texts", 400, `{"conditions":[${`"${"y".repeat(160)}",`.repeat(99_990)}0]}`],
  ["more than it may be", 413, fillBody('{"conditions":"', "x", '"}', MAX_BYTES + MIB)],
]

let child: ChildProcess
let url = ""
const heard = async () => (await once(child, "message"))[0]
const tell = (message: "begin" | "end"): Promise<number> => {
  child.send(message)
  return heard()
}

async function ask(body: string): Promise<number> {
  const headers = { "content-type": "application/json", authorization: "Bearer ada-fixed-token-1" }
  const path = "/api/v0/applications/DESK/datastores/TICKETS/items/search"
  const answer = await fetch(url + path, { method: "POST", headers, body }).catch(() => undefined)
  await answer?.arrayBuffer()
  return answer?.status ?? 413
}

/** Memory of the body itself: its bytes, and its text if the server read it. */
const memoryOf = (body: string, status: number): number => {
  const bytes = Buffer.byteLength(body)
  return status === 413 ? bytes : bytes + body.length * (bytes === body.length ? 1 : 2)
}

const isMeasurable = existsSync("/proc/self/clear_refs")

beforeAll(async () => {
  if (!isMeasurable) return
  const file = fileURLToPath(new URL("./measured-server.mjs", import.meta.url))
  child = fork(file, [JSON.stringify(DESK)], { execArgv: ["--expose-gc", "--max-semi-space-size=1"] })
  url = await heard()
  for (let count = 0; count < 20; count += 1) await ask('{"conditions":[0,0]}')
})
afterAll(() => void child?.kill())

/** Measures the process instead of the heap, because memory outside the heap counts, too. A busy machine does not change the result. */
test.runIf(isMeasurable)("refusing a body takes at most twice its memory (control.md section 4)", async () => {
  const told: unknown[] = []
  for (const [what, status, body] of BODIES) {
    await tell("begin")
    expect([what, await ask(body)]).toEqual([what, status])
    const peak = await tell("end")
    const most = 2 * memoryOf(body, status) + NOISE
    if (peak > most) told.push(`${what}: ${(peak / MIB).toFixed(1)} MiB of ${(most / MIB).toFixed(1)}`)
  }
  expect(told).toEqual([])
})
