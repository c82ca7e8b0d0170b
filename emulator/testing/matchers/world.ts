import { type Item, keyOf, type Tables, type View, type World, wholeItem } from "../../../src/inside.ts"
import { type MatcherState, requireWorld, type Verdict } from "./matching.ts"
import { brief } from "./format.ts"

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

/** Records first, then clock and settings, and last what nobody chose. */
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
  if (isDrawn) yield "  ~ which IDs and tokens are drawn next"
}

/** A record, and how it reads. */
interface Shown {
  readonly stored: object
  readonly title: string
  shown(): object
}

/** The records of each table by what tells them apart; items by the display ID of their datastore. */
function recordsOf(world: World): Map<string, Map<string, Shown>> {
  const view = world.view()
  return new Map(
    [...world.state.tables.keys()].map((name) => [
      name,
      new Map(
        view
          .table(name)
          .toArray()
          .map((record) => [
            keyOf(name, record),
            isItem(name, record) ? showItem(view, record) : show(view, name, record),
          ]),
      ),
    ]),
  )
}

const isItem = (table: string, _record: object): _record is Item => table.startsWith("items:")

/** With values by display ID. */
function showItem(view: View, item: Item): Shown {
  const datastore = view.get("datastores", item.dId)
  return {
    stored: item,
    title: `item of ${datastore?.displayId ?? item.dId} ${item.iId}`,
    shown() {
      if (datastore === undefined) return item
      const { status, values } = wholeItem(view, datastore, item)
      const { iId: _, dId: __, values: ___, statusId: ____, ...others } = item
      return { values, ...(status === null ? {} : { status }), ...others }
    },
  }
}

/** By the name that people know it by, where it has one; nothing by what is secret. */
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

/** What is told only as to whether it differs. */
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
