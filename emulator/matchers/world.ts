import { keyOf, type Tables, type View, type World } from "../../src/inside.ts"
import { brief, type MatcherState, requireWorld, type Verdict } from "./matching.ts"

const MOST_LINES = 40

/** `toEqualWorld`: everything that can be observed of both worlds is the same, records, clock and settings. */
export function toEqualWorld(this: MatcherState, given: unknown, other: unknown): Verdict {
  const left = requireWorld("toEqualWorld", given)
  const right = requireWorld("toEqualWorld", other)
  const pass = left.hash() === right.hash()
  return {
    pass,
    message: () => (pass ? "expected worlds that differ, but they are equal" : differencesText(left, right)),
  }
}

function differencesText(left: World, right: World): string {
  const lines = [...differences(left, right)]
  const more = lines.length > MOST_LINES ? [`  … and ${lines.length - MOST_LINES} more`] : []
  return ["expected equal worlds (- this one, + the other):", ...lines.slice(0, MOST_LINES), ...more].join("\n")
}

function* differences(left: World, right: World): Generator<string> {
  yield* diff("", left.state.scalars, right.state.scalars)
  const here = recordsOf(left)
  const there = recordsOf(right)
  for (const name of new Set([...here.keys(), ...there.keys()])) {
    const mine = here.get(name) ?? new Map<string, object>()
    const others = there.get(name) ?? new Map<string, object>()
    for (const id of new Set([...mine.keys(), ...others.keys()])) {
      const record = mine.get(id)
      const other = others.get(id)
      const title = `${name} ${id}`
      if (record === undefined) yield `  + ${title} ${brief(other)}`
      else if (other === undefined) yield `  - ${title} ${brief(record)}`
      else if (record !== other) yield* diff(title, record, other)
    }
  }
}

/** The records of each table by what tells them apart; items by the display ID of their datastore. */
function recordsOf(world: World): Map<string, Map<string, object>> {
  const view = world.view()
  const tables = new Map<string, Map<string, object>>()
  for (const name of world.state.tables.keys()) {
    const dId = name.startsWith("items:") ? name.slice("items:".length) : undefined
    const datastore = dId === undefined ? undefined : view.get("datastores", dId)
    tables.set(datastore === undefined ? name : `item of ${datastore.displayId}`, byKey(view, name))
  }
  return tables
}

const byKey = <N extends keyof Tables>(view: View, name: N): Map<string, object> =>
  new Map(
    view
      .table(name)
      .toArray()
      .map((record) => [keyOf(name, record), record]),
  )

const SECRET = new Set(["passwordHash", "passwordHistory"])

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

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
