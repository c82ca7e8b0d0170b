import { describe, expect, test } from "vitest"
import { type App, createApp } from "../../emulator/index.ts"
import { planFault } from "../../src/engine/index.ts"
import { putMail } from "../../src/engine/mail/queue-mail.ts"
import type { Fixture } from "../../src/fixtures/index.ts"
import { createEngineWorld } from "../../src/world/index.ts"
import { DESK } from "../control/desk.ts"
import { STRANGE_HOSTS } from "./hosts.ts"

const AUTO_ID = "a".repeat(24)

/** A server that every mutating request to the control plane would change visibly. */
async function target() {
  const fixture = structuredClone(DESK) as Fixture
  const application = fixture.workspaces[0]?.applications?.[0]
  if (application === undefined) throw new Error("no application")
  application.auto_actions = [
    {
      auto_id: AUTO_ID,
      name: "Start",
      datastore_id: "TICKETS",
      action_id: "Start",
      conditions: [],
      action_schedule: { time_type: "hr", time_value: "1" },
    },
  ]
  const world = await createEngineWorld({ fixture })
  const app = createApp({ world })
  const mail = await world.commit("Test", null, (tx) =>
    putMail(tx, "email", "a@b.test", "c@d.test", { subject: "s", text: "t", html: "h" }),
  )
  const fault = await planFault(world, {
    operation: "*",
    times: 1,
    delayMs: null,
    status: 503,
    disconnect: false,
    storeFailure: null,
  })
  app.worlds.fork({ name: "twin" })
  const send = (method: string, path: string, headers: Record<string, string>, body?: string) =>
    app.fetch(
      new Request(`http://hexarium/_hexarium${path}`, { method, headers, ...(body === undefined ? {} : { body }) }),
    )
  const take = await send("PUT", "/worlds/main/snapshots/s", { "x-hexarium": "1" })
  expect(take.status).toBe(200)
  await world.commit("Test", null, (tx) => tx.setScalars({ nextOrdinal: tx.scalars.nextOrdinal + 1 }))
  return { app, send, mailId: mail.id, faultId: fault.id }
}

/** Everything that a request to the control plane could change. */
const marks = ({ worlds }: App): string =>
  JSON.stringify(
    worlds.list().map(({ name, world, snapshots, log }) => ({
      name,
      hash: world.hash(),
      version: world.version,
      snapshots: [...snapshots.values()].map((one) => [one.name, one.version, one.hash]),
      requests: log.entries().filter(({ input }) => input.isBlocked !== true).length,
    })),
  )

type Target = Awaited<ReturnType<typeof target>>

/** Every mutating route of control.md section 3, with a valid body. */
const ROUTES: readonly (readonly [string, (target: Target) => string, unknown?])[] = [
  ["POST", () => "/worlds", { name: "made" }],
  ["DELETE", () => "/worlds/twin"],
  ["POST", () => "/worlds/main/reset", {}],
  ["PUT", () => "/worlds/main/snapshots/new"],
  ["DELETE", () => "/worlds/main/snapshots/s"],
  ["POST", () => "/worlds/main/snapshots/s/restore", {}],
  ["POST", () => "/worlds/main/clock", { advance: "1d" }],
  ["DELETE", () => "/worlds/main/mails"],
  ["DELETE", ({ mailId }) => `/worlds/main/mails/${mailId}`],
  ["POST", () => "/worlds/main/faults", { operation: "*", status: 500 }],
  ["DELETE", () => "/worlds/main/faults"],
  ["DELETE", ({ faultId }) => `/worlds/main/faults/${faultId}`],
  ["POST", () => "/worlds/main/tokens", { user: "bob@acme.test" }],
  ["POST", () => "/worlds/main/import", { version: 1, users: [], workspaces: [] }],
  ["POST", () => `/worlds/main/auto-actions/${AUTO_ID}/run`, {}],
]

const bodyOf = (body: unknown) => (body === undefined ? undefined : JSON.stringify(body))
const JSON_HEADERS = { "content-type": "application/json" }
const OUR_HEADERS = { ...JSON_HEADERS, "x-hexarium": "1" }

const FOREIGN_ORIGINS = [
  "null",
  "",
  "https://evil.example",
  "http://evil.example:7575",
  "http://localhost.evil.example",
  "http://localhost@evil.example",
  "http://127.0.0.1.evil.example",
  "http://127.0.0.1.nip.io:7575",
  "http://[::1].evil.example",
  "http://0x7f000001",
  "http://2130706433",
  "http://evil-localhost",
  "http://localhost..",
  "http://localhost:7575/",
  "file://",
  "chrome-extension://localhost",
  "ws://localhost:7575",
  "http://localhost, http://evil.example",
]

describe.each(ROUTES.map(([method, path, body]) => ({ method, path, body })))(
  "$method, route %#",
  ({ method, path, body }) => {
    test("leaves its mark when it is ours, also from a page of this machine", async () => {
      for (const headers of [
        OUR_HEADERS,
        { ...OUR_HEADERS, origin: "http://localhost:3000", host: "app.localhost:7575" },
      ]) {
        const made = await target()
        const before = marks(made.app)
        expect((await made.send(method, path(made), headers, bodyOf(body))).status).toBeLessThan(300)
        expect(marks(made.app)).not.toBe(before)
      }
    })

    test("leaves none when it comes from elsewhere", async () => {
      const made = await target()
      const before = marks(made.app)
      const attempts: Record<string, string>[] = [
        ...FOREIGN_ORIGINS.map((origin) => ({ ...OUR_HEADERS, origin })),
        ...["", "0", "true", "11", "1, 1", "1;"].map((value) => ({ ...JSON_HEADERS, "x-hexarium": value })),
        JSON_HEADERS,
        {},
        { ...JSON_HEADERS, "x-requested-with": "XMLHttpRequest" },
        ...STRANGE_HOSTS.filter((host) => /^[\x21-\x7e][\x20-\x7e]*[\x21-\x7e]$/.test(host)).map((host) => ({
          ...OUR_HEADERS,
          host,
        })),
      ]
      for (const headers of attempts) {
        const answer = await made.send(method, path(made), headers, bodyOf(body))
        expect([headers, answer.status]).toEqual([headers, 403])
        expect(await answer.json()).toEqual({ error: expect.any(String), error_code: "NO_PRIVILEGES" })
        expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([])
      }
      expect(marks(made.app)).toBe(before)
    })

    test("leaves none with a body that a form could send, or that is broken", async () => {
      const made = await target()
      const before = marks(made.app)
      const bodies: [string, string | Uint8Array<ArrayBuffer>][] = [
        ["text/plain", bodyOf(body) ?? "{}"],
        ["text/plain;charset=UTF-8", bodyOf(body) ?? "{}"],
        ["application/x-www-form-urlencoded", "name=made&x=1"],
        [
          "multipart/form-data; boundary=b",
          '--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nmade\r\n--b--\r\n',
        ],
        ["application/octet-stream", bodyOf(body) ?? "{}"],
        ["", bodyOf(body) ?? "{}"],
        ["application/json", '{"__proto__":{"polluted":1}}'],
        ["application/json", '{"deep":{"__proto__":{"polluted":1}}}'],
        ["application/json", `${'{"a":'.repeat(65)}1${"}".repeat(65)}`],
        ["application/json", '{"half'],
        ["application/json", new Uint8Array([0x22, 0xff, 0x22])],
        ["application/json", '"text"'],
      ]
      for (const [type, content] of bodies) {
        const answer = await made.app.fetch(
          new Request(`http://hexarium/_hexarium${path(made)}`, {
            method,
            headers: { "x-hexarium": "1", "content-type": type },
            body: content,
          }),
        )
        expect([type, answer.status]).toEqual([type, 400])
      }
      const big = new Uint8Array(17 * 1_048_576).fill(32)
      const tooLarge = await made.app.fetch(
        new Request(`http://hexarium/_hexarium${path(made)}`, { method, headers: OUR_HEADERS, body: big }),
      )
      // An imported world may have this size, but blanks are not a world.
      expect(tooLarge.status).toBe(path(made).endsWith("/import") ? 400 : 413)
      expect(marks(made.app)).toBe(before)
      expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false)
    })
  },
)

test("names that could reach a disk, or a prototype, name nothing", async () => {
  const made = await target()
  const before = marks(made.app)
  for (const name of [
    "..",
    "../main",
    "..%2f..%2fetc%2fpasswd",
    "%2e%2e%2f",
    "a/b",
    "a%00",
    "C:%5C",
    "a b",
    "ä",
    "a".repeat(65),
  ]) {
    for (const [method, path] of [
      ["POST", `/worlds/${name}/reset`],
      ["DELETE", `/worlds/${name}`],
      ["PUT", `/worlds/main/snapshots/${name}`],
      ["POST", `/worlds/main/snapshots/${name}/restore`],
    ] as const) {
      const { status } = await made.send(method, path, OUR_HEADERS)
      expect([method, path, [400, 404, 405].includes(status)]).toEqual([method, path, true])
    }
  }
  for (const name of ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty"]) {
    expect((await made.send("GET", `/worlds/${name}`, OUR_HEADERS)).status).toBe(404)
    expect((await made.send("GET", `/worlds/main/mails/${name}`, OUR_HEADERS)).status).toBe(404)
    expect((await made.send("POST", `/worlds/main/snapshots/${name}/restore`, OUR_HEADERS)).status).toBe(404)
    expect((await made.send("POST", `/worlds/main/auto-actions/${name}/run`, OUR_HEADERS)).status).toBe(404)
  }
  expect(marks(made.app)).toBe(before)
})

test("constructor and prototype are ordinary names of worlds and snapshots", async () => {
  const made = await target()
  for (const name of ["constructor", "prototype", "__proto__"]) {
    expect((await made.send("POST", "/worlds", OUR_HEADERS, JSON.stringify({ name }))).status).toBe(201)
    expect((await made.send("PUT", `/worlds/${name}/snapshots/${name}`, OUR_HEADERS)).status).toBe(200)
    expect(await (await made.send("GET", `/worlds/${name}`, {})).json()).toMatchObject({ name })
  }
  expect(Object.keys(Object.prototype)).toEqual([])
})
