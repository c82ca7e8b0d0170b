import { gzipSync, strToU8 } from "fflate"
import { describe, expect, test } from "vitest"
import { createApp } from "../../emulator/index.ts"
import { unpackGzip } from "../../src/fixtures/templates/index.ts"
import { type Capsule, packCapsule, readCapsule, unpackState } from "../../src/insight/capsule/index.ts"
import { invalidParams } from "../../src/model/index.ts"
import { memoryBlobs } from "../../src/ports/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { DESK } from "../control/desk.ts"

async function capsuleOfDesk(): Promise<Capsule> {
  const app = createApp({ world: await createWorld({ fixture: DESK }) })
  await app.fetch("/api/v0/workspaces")
  return (await (await app.fetch("/_hexarium/worlds/main/capsule")).json()) as Capsule
}

const file = (value: unknown) => gzipSync(strToU8(typeof value === "string" ? value : JSON.stringify(value)))

const refusal = (bytes: Uint8Array): string => {
  try {
    readCapsule(bytes)
  } catch (error) {
    return (error as { text: string }).text
  }
  return "accepted"
}

describe("the file of a capsule (insight.md section 4)", () => {
  test("is read as it was written, packed and as plain JSON", async () => {
    const capsule = await capsuleOfDesk()
    expect(readCapsule(packCapsule(capsule))).toEqual(capsule)
    expect(readCapsule(strToU8(JSON.stringify(capsule)))).toEqual(capsule)
    expect(packCapsule(capsule)).toEqual(packCapsule(capsule))
  })

  test("refuses each file that was cut, or whose bytes changed", async () => {
    const bytes = packCapsule(await capsuleOfDesk())
    for (const length of [2, 10, 17, 18, 100, bytes.length >> 1, bytes.length - 9, bytes.length - 8, bytes.length - 1])
      expect(refusal(bytes.slice(0, length)), `${length} bytes`).toMatch(/^the capsule can't be used: /)
    for (const at of [3, 40, bytes.length >> 1, bytes.length - 6, bytes.length - 2]) {
      const changed = bytes.slice()
      changed[at] = (changed[at] as number) ^ 0x55
      const text = refusal(changed)
      expect(text === "accepted" || text.startsWith("the capsule can't be used: "), `${at}: ${text}`).toBe(true)
    }
  })

  test.each([
    ["an empty file", new Uint8Array(), "it is neither gzip nor JSON"],
    ["a text", strToU8("hello"), "it is neither gzip nor JSON"],
    ["a ZIP file", strToU8("PK\u0003\u0004"), "it is neither gzip nor JSON"],
    ["another JSON document", file({ log: { entries: [] } }), "it has no format"],
    ["a list", file([1]), "it has no format"],
    ["a newer format", file({ format: 2 }), "its format is 2; this version of Hexarium reads formats up to 1"],
    ["a missing member", file({ format: 1 }), "made_by: "],
    ["invalid JSON", file("{"), "is not valid JSON"],
    ["a property __proto__", file('{"format":1,"__proto__":{"a":1}}'), "__proto__"],
    ["deep nesting", file(`{"format":${"[".repeat(80)}${"]".repeat(80)}}`), "nested more than"],
    ["half a pair", file('{"format":1,"a":"\\ud800"}'), "unpaired surrogate"],
    ["too many values", file(`{"format":1,"a":[${"0,".repeat(1_000_001)}0]}`), "more than 1000000 values"],
  ])("refuses %s", (_, bytes, why) => {
    expect(refusal(bytes)).toContain(why)
  })

  test("counts the unpacked size while it unpacks, whatever the file says", () => {
    const bomb = gzipSync(new Uint8Array(20 * 1_048_576), { level: 9 })
    const view = new DataView(bomb.buffer, bomb.byteOffset, bomb.length)
    view.setUint32(bomb.length - 4, 10, true)
    expect(bomb.length).toBeLessThan(100_000)
    expect(() => unpackGzip(bomb, { bytes: 1_048_576 }, invalidParams)).toThrow(
      "an unpacked size of at most 1048576 bytes",
    )
  })

  test("refuses paths outside the API, statuses that are none, and unknown members", async () => {
    const capsule = await capsuleOfDesk()
    const [first] = capsule.requests
    const changed = (request: object) => ({ ...capsule, requests: [{ ...first, ...request }] })
    const sent = { ...first?.request }
    expect(refusal(file(changed({ request: { ...sent, path: "/_hexarium/worlds" } })))).toContain(
      "requests.0.request.path",
    )
    expect(refusal(file(changed({ request: { ...sent, path: "//evil.example/api/v0" } })))).toContain("request.path")
    expect(refusal(file(changed({ response: { status: 9999 } })))).toContain("requests.0.response.status")
    expect(refusal(file({ ...capsule, smtp: "smtp://evil.example" }))).toContain("smtp")
  })

  test("refuses other headers, and values that no header can have", async () => {
    const capsule = await capsuleOfDesk()
    const [first] = capsule.requests
    const sent = { ...first?.request }
    const withRequest = (request: object) =>
      file({ ...capsule, requests: [{ ...first, request: { ...sent, ...request } }] })
    for (const headers of [{ cookie: "a=b" }, { "x-hexarium-world": "other" }, { accept: "a\nb" }, { accept: "☃" }])
      expect(refusal(withRequest({ headers }))).toContain("requests.0.request.headers")
    expect(refusal(withRequest({ authorization: "Bearer a\r\nx: y" }))).toContain("requests.0.request.authorization")
    expect(readCapsule(withRequest({ headers: { accept: "text/html" } })).requests[0]?.request.headers).toEqual({
      accept: "text/html",
    })
  })

  test("refuses records without IDs, and records of another form", async () => {
    const { state } = await capsuleOfDesk()
    const open = (given: readonly (readonly [name: string, records: object[]])[]) => () => {
      const tables = given.map(([name, records]) => ({ name, records }))
      return unpackState({ ...state, tables } as Capsule["state"], memoryBlobs())
    }
    expect(open([["users", [{}]]])).toThrow("has no ID of its own")
    expect(open([["users", [{ uId: "a" }, { uId: "a" }]]])).toThrow("has no ID of its own")
    expect(open([["nothing", [{ a: 1 }]]])).toThrow(/another form|no ID/)
    expect(
      open([
        ["users", []],
        ["users", []],
      ]),
    ).toThrow("twice")
    expect(open([["users", [{ uId: "a" }]]])).toThrow("records of another form")
    expect(() => unpackState({ ...state, blobs: ["%"] }, memoryBlobs())).toThrow("base64")
  })
})
