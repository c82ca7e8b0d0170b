import { createHash } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { FRAME, flipBit, killedStore, lay, readStoredState } from "./killed-store.ts"

let folder = ""
let file = ""
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "hexarium-"))
  file = join(folder, "left/hexarium.sqlite")
})
afterAll(() => rmSync(folder, { recursive: true }))

const REFUSAL =
  /^[^\n]*\/hexarium\.sqlite is damaged: [^\n]*`hexarium data recover [^\n]*` writes the readable part[^\n]*$/
const bytesLeft = () =>
  [file, `${file}-wal`].map((path) => createHash("sha256").update(readFileSync(path)).digest("hex"))

test("a log that is cut or damaged after its process was killed: all that was answered is there, or the store is refused as it is", async () => {
  const { remains, hashes } = await killedStore(join(folder, "one.sqlite"), 25)
  const { log } = remains
  const whole = { version: 25, hash: hashes[25] }
  lay(file, remains)
  expect(await readStoredState(file)).toEqual(whole)
  let refused = 0
  const look = async (damaged: Uint8Array) => {
    lay(file, { ...remains, log: damaged })
    const before = bytesLeft()
    const found = await readStoredState(file)
    if (typeof found !== "string") return expect(found).toEqual(whole)
    refused += 1
    expect(found).toMatch(REFUSAL)
    expect(bytesLeft()).toEqual(before)
  }
  for (let cut = 0; cut < 60; cut += 1) await look(log.subarray(0, Math.floor((log.length * cut) / 60)))
  for (let flip = 0; flip < 60; flip += 1)
    await look(flipBit(log, Math.floor((log.length * flip) / 60) + (flip % 37), flip % 8))
  expect(refused).toBe(120)
})

test("the check takes at most the last commit for an unacknowledged one if no counter file is left, as after a power cut", async () => {
  const { remains, hashes } = await killedStore(join(folder, "two.sqlite"), 12)
  const { log } = remains
  const versions = new Set<number>()
  for (let at = 0; at < log.length; at += Math.floor(FRAME / 3)) {
    lay(file, { ...remains, log: flipBit(log, at), note: undefined })
    const found = await readStoredState(file)
    if (typeof found === "string") expect(found).toMatch(REFUSAL)
    else {
      versions.add(found.version)
      expect(found).toEqual({ version: found.version, hash: hashes[found.version] })
    }
  }
  expect([...versions]).toEqual([11])
})

test("the check accepts an unfinished transaction, frames of an older log and frames of a rollback", async () => {
  const { remains, hashes } = await killedStore(join(folder, "three.sqlite"), 12, (version, connection) => {
    if (version === 8) connection.exec("PRAGMA wal_checkpoint(RESTART)")
    if (version !== 9) return
    connection.exec(`PRAGMA cache_size = 5; BEGIN; WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
      INSERT INTO pages SELECT 'spilt' || i, printf('%.4000c', 'x') FROM n; ROLLBACK`)
  })
  const whole = { version: 12, hash: hashes[12] }
  const { log } = remains
  // Writes after the newest commit. The log is never truncated while it is in use.
  for (const damaged of [
    log,
    flipBit(log, log.length - 100),
    flipBit(log, log.length - FRAME),
    log.subarray(0, -100),
  ]) {
    lay(file, { ...remains, log: damaged })
    expect(await readStoredState(file)).toEqual(whole)
  }
  const { remains: begun, hashes: known } = await killedStore(join(folder, "four.sqlite"), 5, (version, connection) => {
    if (version !== 5) return
    connection.exec(`PRAGMA cache_size = 5; BEGIN; WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
      INSERT INTO pages SELECT 'spilt' || i, printf('%.4000c', 'x') FROM n; ROLLBACK`)
  })
  for (const note of [begun.note, undefined]) {
    for (let cut = 0; cut < 8; cut += 1) {
      lay(file, { ...begun, log: begun.log.subarray(0, begun.log.length - cut * 1500), note })
      expect(await readStoredState(file)).toEqual({ version: 5, hash: known[5] })
    }
  }
})

test("the check ignores a counter file that belongs to another file or can't be read", async () => {
  const { remains, hashes } = await killedStore(join(folder, "five.sqlite"), 3)
  const { note } = remains
  expect(note).toBeDefined()
  const other = Buffer.from(String(note).replace(/^\d+/, "9999"))
  for (const each of [other, new Uint8Array(), new Uint8Array(80)]) {
    lay(file, { ...remains, note: each })
    expect(await readStoredState(file)).toEqual({ version: 3, hash: hashes[3] })
  }
  const { remains: late } = await killedStore(join(folder, "six.sqlite"), 9)
  lay(file, { ...remains, note: late.note })
  expect(await readStoredState(file)).toEqual({ version: 3, hash: hashes[3] })
})
