import { expect, test } from "vitest"
import { type OperationName, type Row, rows, table } from "../../emulator/api/index.ts"
import { createApp } from "../../emulator/index.ts"
import { apiClient, makeRequest, type Sent } from "../conformance.ts"
import { demoWorld, namesOf } from "../contract/examples/demo.ts"
import { BEN, EXAMPLES } from "../contract/examples/requests.ts"

/** Tests insight.md section 2: explanations agree with the outcome, and every way succeeds when it is done. */

const CONTROL = { "content-type": "application/json", "x-hexarium": "1" }

const NAMES = rows.flatMap(([name, row]) => {
  const given: Row = row
  return given.form === undefined && given.file === undefined && EXAMPLES[name] !== undefined ? [name] : []
})

/** Changes of a request that the demo accepts. Most of them make the demo refuse it. */
const CHANGES = [
  "as it is",
  "no token",
  "another user",
  "a member",
  "an unknown place",
  "an empty body",
  "a wrong type",
  "an old revision",
] as const

type Change = (typeof CHANGES)[number]

function applyChange({ params = {}, body, ...sent }: Sent, change: Change, at: number): Sent {
  const names = Object.keys(params)
  const members = typeof body === "object" && body !== null ? Object.keys(body) : []
  const name = names[at % Math.max(1, names.length)]
  const member = members[at % Math.max(1, members.length)]
  switch (change) {
    case "an unknown place":
      return { ...sent, body, params: name === undefined ? params : { ...params, [name]: `${params[name]}x` } }
    case "an empty body":
      return { ...sent, params, ...(body !== undefined && { body: {} }) }
    case "a wrong type":
      return { ...sent, params, body: member === undefined ? body : { ...(body as object), [member]: { wrong: [at] } } }
    case "an old revision":
      return {
        ...sent,
        params,
        body: member === undefined ? body : { ...(body as object), rev_no: 77, is_force_update: false },
      }
    default:
      return { ...sent, params, body }
  }
}

const tokenFor = (change: Change, token: string | undefined): string | undefined => {
  if (change === "no token") return undefined
  if (change === "another user") return "demo-mina"
  return change === "a member" ? "demo-sofia" : token
}

interface Shown {
  readonly method: string
  readonly path: string
  readonly as?: string
  readonly body?: unknown
}

type App = ReturnType<typeof createApp>

async function send(app: App, { method, path, as, body }: Shown): Promise<Response> {
  const headers: Record<string, string> = { "content-type": "application/json" }
  if (as !== undefined) {
    const issued = await app.fetch("/_hexarium/worlds/main/tokens", {
      method: "POST",
      headers: CONTROL,
      body: JSON.stringify({ user: as }),
    })
    headers.authorization = `Bearer ${((await issued.json()) as { token: string }).token}`
  }
  return app.fetch(path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
}

/** Each operation with each change. A short run has each operation once, and each change in turn. By hand: HEXARIUM_ALL_REFUSALS=1. */
const RUNS = NAMES.flatMap((name, at) =>
  CHANGES.filter((_, by) => process.env.HEXARIUM_ALL_REFUSALS === "1" || by === at % CHANGES.length).map((change) => ({
    name,
    change,
    at,
  })),
)

test("explanations agree with the outcome, change nothing, and their ways succeed", {
  timeout: 3_600_000,
}, async () => {
  const demo = await demoWorld()
  const seen = new Set<string>()
  const examine = async ({ name, change, at }: { name: OperationName; change: Change; at: number }) => {
    const world = demo.fork()
    const app = createApp({ world })
    const {
      token = BEN,
      elsewhere: _,
      ...given
    } = (await EXAMPLES[name]?.({ ben: apiClient(app, BEN), names: () => namesOf(world) })) ?? expect.unreachable()
    const row: Row = table[name]
    const sent = applyChange(given, change, at)
    const before = world.fork()
    const request = makeRequest(name, tokenFor(change, row.auth === "public" ? undefined : token), sent)
    const asked: Shown = { method: request.method, path: request.url.slice("http://hexarium".length), body: sent.body }
    const hash = before.hash()
    const user = request.headers.get("authorization")?.replace("Bearer ", "")
    // A server that can explain nothing gives the same response.
    const unexplained = createApp({ world: before.fork(), history: 0, requestLogSize: 0 })
    const bare = await unexplained.fetch(request.clone())
    const answer = await app.fetch(request)
    expect([answer.status, await answer.text()], `${name}, ${change}`).toEqual([bare.status, await bare.text()])
    const whose =
      user === undefined
        ? undefined
        : { "demo-mina": "mina@hikari.example", "demo-ben": "ben@nord.example", "demo-sofia": "sofia@nord.example" }[
            user
          ]
    const twin = createApp({ world: before })
    const explained = await twin.fetch("/_hexarium/worlds/main/explain", {
      method: "POST",
      headers: CONTROL,
      body: JSON.stringify({ ...asked, ...(whose !== undefined && { as: whose }) }),
    })
    const explanation = (await explained.json()) as {
      outcome: string
      note?: string
      steps: { step: string; passed: boolean; says: string; section: string }[]
      ways: { says: string; request?: Shown; change?: Shown[]; status: number }[]
    }
    const label = `${name}, ${change} ${at}: ${JSON.stringify(explanation)}`
    expect(explained.status, label).toBe(200)
    expect(before.hash(), label).toBe(hash)
    expect(explanation.outcome, label).toBe(answer.status >= 400 ? "refused" : "ok")
    expect(
      explanation.steps.map(({ passed }) => passed),
      label,
    ).toEqual(explanation.steps.map((__, index) => answer.status < 400 || index < explanation.steps.length - 1))
    for (const { says, section } of explanation.steps) {
      expect(says, label).toMatch(/\w/)
      expect(section, label).toMatch(/^\w+\.md section \d/)
    }
    expect(explanation.ways.length, label).toBeLessThanOrEqual(answer.status >= 400 ? 3 : 0)
    const last = explanation.steps.at(-1)
    if (answer.status >= 400) seen.add(last?.step ?? "none")
    if (answer.status === 401) expect(last?.step, label).toBe("token")
    if (answer.status === 409) expect(last?.step, label).toBe("conflict")
    for (const way of explanation.ways) {
      const done = createApp({ world: before.fork() })
      for (const one of way.change ?? []) expect((await send(done, one)).status, label).toBeLessThan(400)
      const final = way.request ?? { ...asked, ...(whose !== undefined && { as: whose }) }
      expect((await send(done, final)).status, `${way.says}; ${label}`).toBe(way.status)
    }
  }
  for (const run of RUNS) await examine(run)
  expect([...seen].sort()).toEqual(expect.arrayContaining(["parameters", "place", "privilege", "target", "token"]))
})
