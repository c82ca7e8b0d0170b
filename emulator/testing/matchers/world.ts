import type { Item } from "../../../src/model/records/index.ts"
import { wholeItem } from "../../../src/operations/index.ts"
import { keyOf, type Tables, type View } from "../../../src/state/index.ts"
import type { World } from "../../../src/world/index.ts"
import { brief } from "./format.ts"
import { type MatcherState, requireWorld, type Verdict } from "./matching.ts"

const MAX_LINES = 40

export function toEqualWorld(this: MatcherState, given: unknown, other: unknown): Verdict {
  const left = requireWorld("toEqualWorld", given)
  const right = requireWorld("toEqualWorld", other)
  const pass = left.hash() === right.hash()
  return {
    pass,
    message: () => (pass ? "expected different worlds, received equal worlds" : differencesText(left, right)),
  }
}

function differencesText(left: World, right: World): string {
  const lines = [...differences(left, right)]
  const more = lines.length > MAX_LINES ? [`  … and ${lines.length - MAX_LINES} more differences`] : []
  const head = "expected equal worlds, received differences (- expect's world, + other world):"
  return [head, ...lines.slice(0, MAX_LINES), ...more].join("\n")
}

function* differences(left: World, right: World): Generator<string> {
  const here = recordsOf(left)
  const there = recordsOf(right)
  for (const name of new Set([...here.keys(), ...there.keys()])) {
    const mine = here.get(name) ?? new Map<string, Shown>()
    const others = there.get(name) ?? new Map<string, Shown>()
    for (const id of new Set([...mine.keys(), ...others.keys()])) {
      const record = mine.get(id)
      const other = others.get(id)
      if (record === undefined) yield `  + ${other?.title} ${brief(withoutSecrets(other?.shown()))}`
      else if (other === undefined) yield `  - ${record.title} ${brief(withoutSecrets(record.shown()))}`
      else if (record.stored !== other.stored) yield* diff(record.title, record.shown(), other.shown())
    }
  }
  const { random, nextOrdinal, ...settings } = left.state.scalars
  const { random: otherRandom, nextOrdinal: otherOrdinal, ...otherSettings } = right.state.scalars
  yield* diff("", settings, otherSettings)
  const isDrawn = brief([random, nextOrdinal]) !== brief([otherRandom, otherOrdinal])
  if (isDrawn) yield "  ~ the state that determines the next IDs and tokens"
}

interface Shown {
  readonly stored: object
  readonly title: string
  shown(): object
}

function recordsOf(world: World): Map<string, Map<string, Shown>> {
  const view = world.view()
  const shown = (name: keyof Tables, record: Tables[keyof Tables]) =>
    isItem(name, record) ? showItem(view, record) : show(view, name, record)
  return new Map(
    [...world.state.tables.keys()].map((name) => {
      const records = view.all(name)
      return [name, new Map(records.map((record) => [keyOf(name, record), shown(name, record)]))]
    }),
  )
}

const isItem = (table: string, _record: object): _record is Item => table.startsWith("items:")

function showItem(view: View, item: Item): Shown {
  const datastore = view.get("datastores", item.dId)
  return {
    stored: item,
    title: `item of ${datastore?.displayId ?? item.dId} ${item.iId}`,
    shown() {
      if (datastore === undefined) return item
      const { status, values } = wholeItem(view, datastore, item)
      const { iId: _, dId: __, values: ___, statusId: ____, ...others } = item
      return { values, ...(status !== null && { status }), ...others }
    },
  }
}

function show<N extends keyof Tables>(view: View, name: N, record: Tables[N]): Shown {
  const known: Readonly<Record<string, unknown>> = { ...record }
  const owner = typeof known.uId === "string" ? view.get("users", known.uId)?.email : undefined
  const called = [known.displayId, known.email, owner].find((one) => typeof one === "string" && one !== "")
  const id = name === "tokens" ? "" : ` ${keyOf(name, record)}`
  return {
    stored: record,
    title: `${name}${id}${called === undefined ? "" : ` (${String(called)})`}`,
    shown: () => record,
  }
}

/** Properties that contain secrets, so failure messages must not show their values. */
const SECRET = new Set(["passwordHash", "passwordHistory", "token", "salt"])

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const withoutSecrets = (record: object = {}): object =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !SECRET.has(name)))

function* diff(path: string, left: unknown, right: unknown): Generator<string> {
  if (isObject(left) && isObject(right)) {
    for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
      const inner = `${path}${path === "" ? "" : "."}${key}`
      if (SECRET.has(key) && brief(left[key]) !== brief(right[key])) yield `  ~ ${inner} differs`
      else if (!SECRET.has(key)) yield* diff(inner, left[key], right[key])
    }
    return
  }
  if (Object.is(left, right)) return
  yield `  ~ ${path}: - ${brief(left)} + ${brief(right)}`
}
