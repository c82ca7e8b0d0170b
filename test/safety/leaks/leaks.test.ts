import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { type OperationName, type Row, routesOf, rows } from "../../../emulator/api/index.ts"
import { createApp } from "../../../emulator/index.ts"
import { type Attempt, addQuery, makeBody, schemaOf, toRequest } from "../../robustness/make-request.ts"
import { Random } from "../../robustness/random.ts"
import { Sampler } from "../../robustness/sample.ts"
import { type Named, REFERENCES, type Reference, type References, referencesOf } from "./references.ts"
import { CALLERS, type Caller, leakWorld, WORDS, type Word } from "./world.ts"

/**
 * Users × operations × references (test/safety/README.md, "Responses by kind of user"): no response is a 5xx or contains a name or ID that the
 * user may not see. Hidden and foreign records get the same response as missing records. `HEXARIUM_LEAK_DRAWS=5` tests every caller five
 * times with each reference; CI only tests some callers.
 */
const DRAWS = Number(process.env.HEXARIUM_LEAK_DRAWS ?? 0)
const SEED = Number(process.env.HEXARIUM_LEAK_SEED ?? 1)
/** Number of callers that CI tests for each operation and kind of reference. */
const IN_CI = 3

/**
 * Minimum number of operations with an accepted request, of more than 100. Random requests seldom satisfy the others, which have their own
 * tests.
 */
const MIN_ACCEPTED_CALLS = 50

const OPERATIONS = rows

const HEX_ID = /^[0-9a-f]{24}$/

function attemptOf(name: OperationName, row: Row, { pools, scope }: Named, seed: number): Omit<Attempt, "token"> {
  const random = new Random(seed)
  const sampler = new Sampler(random, pools)
  sampler.setScope(scope)
  const chance = { random, pools, scopes: {}, sampler }
  const route = random.pick(routesOf(row))
  const path = route.path.replaceAll(
    /:([^/]+)/g,
    (_, parameter: string) => encodeURIComponent(sampler.text(parameter).replaceAll(/[\ud800-\udfff]/gu, "?")) || "x",
  )
  const url = new URL(`http://hexarium/api/v0${path}`)
  if (row.query !== undefined) addQuery(url, schemaOf(row.query), chance)
  return { name, method: route.method.toUpperCase(), url: url.href, ...makeBody(row, route.method, {}, chance) }
}

/** An ID of the same form that no record has. */
const twinOf = (id: string, at: number): string =>
  HEX_ID.test(id)
    ? `${(0xf00000 + at).toString(16)}${"e".repeat(18)}`
    : id.replaceAll(/[A-Za-z]/g, "Q").slice(0, -2) + String(10 + (at % 90))

class Twins {
  readonly #twins: ReadonlyMap<string, string>
  readonly #ids: RegExp
  readonly #all: RegExp

  constructor(ids: readonly string[]) {
    const sorted = [...ids].sort((left, right) => right.length - left.length)
    this.#twins = new Map(sorted.map((id, at) => [id, twinOf(id, at)]))
    this.#ids = new RegExp(sorted.join("|"), "g")
    this.#all = new RegExp([...sorted, ...this.#twins.values()].join("|"), "g")
  }

  /** The attempt with IDs that no record has. */
  of(attempt: Omit<Attempt, "token">): Omit<Attempt, "token"> {
    const { url, body } = attempt
    return { ...attempt, url: this.#renamed(url), body: this.#bodyOf(body) }
  }

  #renamed = (text: string): string => text.replaceAll(this.#ids, (id) => this.#twins.get(id) ?? id)

  #bodyOf(body: Attempt["body"]): Attempt["body"] {
    if (typeof body === "string") return this.#renamed(body)
    if (!(body instanceof FormData)) return body
    const form = new FormData()
    for (const [part, value] of body) form.append(part, typeof value === "string" ? this.#renamed(value) : value)
    return form
  }

  /** A response without the parts that repeat the request. */
  blank = (answer: string): string => answer.replaceAll(this.#all, "…")
}

const textOf = ({ url, body }: Omit<Attempt, "token">): string =>
  `${decodeURIComponent(url)} ${body instanceof FormData ? JSON.stringify([...body]) : String(body)}`

/** Operations whose contract distinguishes existing from missing records. */
const DISTINGUISHING_OPERATIONS: Partial<Record<Reference, readonly OperationName[]>> = {
  // Pictures are public. For a workspace without the caller, the response is 403 (api.md sections 1.3 and 10).
  foreign: [
    ...(["getUserProfilePicture", "selectWorkspace", "getPasswordPolicy", "getWorkspaceUsage"] as const),
    ...([
      "getWorkspaceFunctionality",
      "createTopGroup",
      "createGroup",
      "getGroup",
      "updateGroup",
      "deleteGroup",
      "getUsersInWorkspace",
      "getApplicationsAndDatastores",
    ] as const),
  ],
  // Callers choose the IDs of items. A used ID is refused (api.md sections 6.3 and 19).
  "foreign item": ["uploadFile", "createItemWithItemID"],
  "hidden item": ["uploadFile", "createItemWithItemID"],
  // A write to a hidden field has its own error element (model.md section 3).
  "hidden field": [
    ...(["createItem", "updateItem", "createItemWithItemID", "executeAction"] as const),
    ...(["executeActionByActionID", "executeBulkAction"] as const),
  ],
}

/**
 * Whether a reference must get the same response as one to a missing record (model.md section 3: an application without a role returns
 * 403).
 */
function isNothing(name: OperationName, { mayRead, hasRoles }: Caller, reference: Reference): boolean {
  if (DISTINGUISHING_OPERATIONS[reference]?.includes(name)) return false
  // Each request gets another ID, whatever its body.
  if (name === "createConfirmation") return false
  if (reference === "foreign" || reference === "foreign item") return !mayRead.includes("onyx")
  return reference.startsWith("hidden") && hasRoles && !mayRead.includes("quartz")
}

/** The promise on the page for a caller and a kind of reference. */
function promiseOf(caller: Caller, reference: Reference): string {
  if (caller.isNobody) return "401"
  if (reference === "malformed") return "refused, or as if missing"
  const isForeign = reference.startsWith("foreign")
  if (reference === "own" || caller.mayRead.includes(isForeign ? "onyx" : "quartz")) return "what they may see"
  return isForeign || caller.hasRoles ? "as if missing" : "no name, no ID"
}

/** Headings of the table in test/safety/README.md. */
const HEADINGS: Readonly<Record<Reference, string>> = {
  own: "response for own records",
  "hidden item": "for a hidden item",
  "hidden field": "for a hidden field",
  "hidden place": "for a hidden place",
  "foreign item": "for a foreign item",
  foreign: "for foreign references",
  malformed: "for malformed references",
}

test("the README of test/safety has the table of what is tried", () => {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`
  const table = [
    line(["user who sends the request", ...REFERENCES.map((reference) => HEADINGS[reference])]),
    `|${"---|".repeat(REFERENCES.length + 1)}`,
    ...CALLERS.map((caller) => line([caller.name, ...REFERENCES.map((reference) => promiseOf(caller, reference))])),
  ].join("\n")
  expect(readFileSync(new URL("../README.md", import.meta.url), "utf8")).toContain(table)
})

/** Words and IDs that no response to the caller may contain. */
function secretsOf({ mayRead }: Caller, { hidden, foreign }: References): string[] {
  const words = (Object.keys(WORDS) as Word[]).filter((word) => !mayRead.includes(word))
  const ids = [...(mayRead.includes("quartz") ? [] : hidden), ...(mayRead.includes("onyx") ? [] : foreign)]
  return [...words, ...ids.filter((id) => HEX_ID.test(id))]
}

test("nobody is answered what they may not see, and hidden records are as if missing", async () => {
  const { world, expired } = await leakWorld()
  const start = world.snapshot()
  const references = referencesOf(world)
  const bugs: unknown[] = []
  const app = createApp({ world, onBug: (error) => bugs.push(error) })
  const twins = new Twins([...references.hidden, ...references.foreign])
  const accepted = new Set<OperationName>()
  const problems = new Map<string, string>()
  const ask = async (attempt: Attempt) => {
    const before = world.state
    const response = await app.fetch(toRequest(attempt))
    const text = Buffer.from(await response.arrayBuffer()).toString("latin1")
    if (world.state !== before) {
      await world.idle()
      await world.restore(start)
    }
    return { status: response.status, text: `${response.headers.get("location") ?? ""} ${text}` }
  }
  const tokenOf = (token: string | null) => (token === "expired" ? expired : token && `${token}-token`)
  let turn = SEED
  for (const [name, row] of OPERATIONS)
    for (const reference of REFERENCES)
      for (let draw = 0; draw < Math.max(1, DRAWS); draw += 1) {
        const attempt = attemptOf(name, row, references.named[reference], SEED * 1000 + draw * 7 + turn)
        const callers =
          DRAWS > 0
            ? CALLERS
            : Array.from({ length: IN_CI }, (_, at) => CALLERS[(turn + at * 5) % CALLERS.length] as Caller)
        turn += 1
        for (const caller of callers) {
          const token = tokenOf(caller.token)
          const { status, text } = await ask({ ...attempt, token })
          const sent = textOf(attempt)
          const fail = (what: string) => {
            const key = `${name}: ${what}`
            if (!problems.has(key))
              problems.set(
                key,
                `${key} [${caller.name}, ${reference}]\n${attempt.method} ${sent.slice(0, 600)}\n${status} ${text.slice(0, 600)}`,
              )
          }
          if (status >= 500) fail("5xx")
          if (status < 400) accepted.add(name)
          if (caller.isNobody && row.auth === "token" && status !== 401) fail("is not 401 for nobody")
          for (const secret of secretsOf(caller, references))
            if (text.includes(secret) && !sent.includes(secret)) fail(`shows ${secret}`)
          if (!isNothing(name, caller, reference)) continue
          const nothing = await ask({ ...twins.of(attempt), token })
          if (nothing.status !== status || twins.blank(nothing.text) !== twins.blank(text))
            fail(`is another answer than that of nothing\n${nothing.status} ${nothing.text.slice(0, 400)}`)
        }
      }
  expect([...problems.values()].join("\n\n")).toBe("")
  expect(bugs).toEqual([])
  expect(accepted.size, "operations that somebody was answered").toBeGreaterThan(MIN_ACCEPTED_CALLS)
})
