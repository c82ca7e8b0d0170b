import * as fc from "fast-check"
import { customRandom } from "nanoid"
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus"
import { describe, expect, test } from "vitest"
import type { OId, RId, UId } from "../../src/model/index.ts"
import type { PendingJob, StoredValue } from "../../src/model/records/index.ts"
import {
  type Change,
  indexFaults,
  itemsTable,
  keyOf,
  replay,
  type Savepoint,
  type State,
  stateDigest,
  stateOf,
  type TableName,
  type Tables,
  Tx,
  View,
} from "../../src/state/index.ts"
import { INDEX_NAMES } from "../../src/state/indexes.ts"
import { drawId, drawText } from "../../src/state/tx.ts"
import { datastore, emptyState, item, NOW, user } from "./records.ts"

type Row = Tables[TableName]
/** Expected records of a state, by `table id`. */
type Model = ReadonlyMap<string, Row>

const DATASTORES = ["d1", "d2"] as const
const TABLES: readonly TableName[] = ["users", "datastores", ...DATASTORES.map(itemsTable)]

const LAST_ID = 90
const small = fc.nat({ max: LAST_ID })
const text = fc.constantFrom("", "a", "a\u0000b", "b", "ab", "é", "\uffff")

/** One write of a transaction. */
const write = fc.oneof(
  fc.record({ to: fc.constant("users" as const), id: small, email: text, code: text, roles: fc.array(text) }),
  fc.record({ to: fc.constant("patch" as const), id: small, email: text }),
  fc.record({ to: fc.constant("recipe" as const), id: small, role: text }),
  fc.record({
    to: fc.constant("items" as const),
    dId: fc.constantFrom(...DATASTORES),
    id: small,
    values: fc.record({ f0: text, f1: fc.nat(5), f2: fc.array(text as fc.Arbitrary<OId>) }, { requiredKeys: [] }),
  }),
  fc.record({
    to: fc.constant("datastores" as const),
    dId: fc.constantFrom(...DATASTORES),
    indexed: fc.subarray([0, 1, 2]),
  }),
  fc.record({ to: fc.constant("remove" as const), table: fc.constantFrom(...TABLES), id: small }),
  fc.record({ to: fc.constant("draw" as const) }),
  fc.record({ to: fc.constant("fill" as const), email: text, roles: fc.nat(3) }),
)
type Write = typeof write extends fc.Arbitrary<infer W> ? W : never

const idIn = (table: TableName, id: number): string =>
  table === "datastores" ? `d${(id % 2) + 1}` : `${table[0]}${id}`

const valuesIn = (dId: string, values: Record<string, StoredValue>): Record<string, StoredValue> =>
  Object.fromEntries(Object.entries(values).map(([fId, value]) => [dId + fId, value]))

function apply(tx: Tx, model: Map<string, Row>, one: Write): void {
  const put = <N extends TableName>(table: N, record: Tables[N]) => {
    tx.put(table, record)
    model.set(`${table} ${keyOf(table, record)}`, record)
  }
  if (one.to === "users") put("users", user(idIn("users", one.id), { email: one.email, userCode: one.code }))
  else if (one.to === "items")
    put(itemsTable(one.dId), item(one.dId, idIn("items:", one.id), valuesIn(one.dId, one.values)))
  else if (one.to === "datastores") put("datastores", datastore(one.dId, one.indexed))
  else if (one.to === "remove") {
    const id = idIn(one.table, one.id)
    expect(tx.remove(one.table, id)).toBe(model.delete(`${one.table} ${id}`))
  } else if (one.to === "draw") tx.newId()
  else if (one.to === "fill") {
    const roles = Array.from({ length: one.roles }, (_, number) => `r${number}` as RId)
    for (let id = 0; id <= LAST_ID; id += 1) put("users", user(idIn("users", id), { email: one.email, roles }))
  } else {
    const id = idIn("users", one.id)
    if (!model.has(`users ${id}`)) return
    const changed =
      one.to === "patch"
        ? tx.patch("users", id, { email: one.email })
        : tx.update("users", id, (draft) => void draft.roles.push(one.role as RId))
    model.set(`users ${id}`, changed)
  }
}

function expectHolds(view: View, model: Model): void {
  let rows = 0
  const faults: string[] = []
  for (const table of TABLES) {
    view.table(table).forEach((row) => {
      rows += 1
      const key = `${table} ${keyOf(table, row)}`
      if (model.get(key) !== row) faults.push(`walks over ${key}`)
    })
    for (let id = 0; id <= LAST_ID; id += 1) {
      const key = `${table} ${idIn(table, id)}`
      if (model.get(key) !== view.get(table, idIn(table, id))) faults.push(`finds another ${key}`)
    }
  }
  expect(faults).toEqual([])
  expect(rows).toBe(model.size)
}

/** Writes the same records at once in another order, into a separate state. */
function madeAnew(model: Model, like: State): State {
  const tx = new Tx(emptyState(), NOW, "")
  for (const [key, row] of [...model].reverse()) tx.put(key.split(" ")[0] as TableName, { ...row } as never)
  tx.setScalars(like.scalars)
  return tx.commit()
}

/** Inserts all records of a state at once. The result must be equal to the state and writable. */
function expectFilledAlike(state: State): void {
  const filled = stateOf(
    [...state.tables].map(([name, table]) => [name, table.toArray()]),
    state.scalars,
  )
  const faults = () => ({ faults: indexFaults(filled), digest: stateDigest({ ...filled }) })
  expect(faults()).toEqual({ faults: [], digest: stateDigest(state) })
  const found = ({ indexes }: State) =>
    INDEX_NAMES.flatMap((name) => {
      const keys = new Set(indexes[name].entries().map(({ key }) => key))
      return [...keys].sort().map((key) => [name, key, ...indexes[name].list(key)])
    })
  expect(found(filled)).toEqual(found(state))

  const tx = new Tx(filled, NOW, "")
  for (let id = 0; id <= LAST_ID; id += 7) {
    tx.put("users", user(idIn("users", id), { email: "a", userCode: "b" }))
    tx.remove("users", idIn("users", id + 1))
  }
  expect(indexFaults(tx.commit())).toEqual([])
  expect(faults()).toEqual({ faults: [], digest: stateDigest(state) })
}

const stateView = (state: State) => new View(state, NOW, "")

describe("transactions over many live states", () => {
  const script = fc.array(
    fc.record({
      on: fc.nat({ max: 5 }),
      parts: fc.array(
        fc.record({ writes: fc.array(write, { maxLength: 12 }), end: fc.constantFrom("keep", "mark", "rollBack") }),
        { maxLength: 5 },
      ),
      end: fc.constantFrom("commit", "fork", "drop"),
    }),
    { maxLength: 12, size: "max" },
  )

  test("hold what was written, have sound indexes, digest alike, replay alike, and leave their base alone", async () => {
    await fc.assert(
      fc.property(script, (transactions) => {
        const start = emptyState()
        const live: { state: State; model: Model; changes: readonly Change[] }[] = [
          { state: start, model: new Map(), changes: [] },
        ]
        for (const { on, parts, end } of transactions) {
          const at = on % live.length
          const base = live[at] as (typeof live)[number]
          const digestBefore = stateDigest(base.state)
          const tx = new Tx(base.state, NOW, "")
          const model = new Map(base.model)
          const marks: { readonly savepoint: Savepoint; readonly model: Model }[] = []
          for (const part of parts) {
            for (const one of part.writes) apply(tx, model, one)
            if (part.end === "mark") marks.push({ savepoint: tx.savepoint(), model: new Map(model) })
            const mark = marks[part.writes.length % Math.max(marks.length, 1)]
            if (part.end !== "rollBack" || mark === undefined) continue
            tx.rollback(mark.savepoint)
            model.clear()
            for (const [key, row] of mark.model) model.set(key, row)
            marks.splice(marks.indexOf(mark) + 1)
          }
          expectHolds(tx, model)
          if (end !== "drop") {
            const change: Change = {
              sequence: base.changes.length + 1,
              at: NOW,
              actor: "u1" as UId,
              operation: "Test",
              notifiesSender: false,
              patches: [...tx.patches],
              scalars: tx.scalars,
            }
            const next = { state: tx.commit(), model, changes: [...base.changes, change] }
            if (end === "fork") live.push(next)
            else live[at] = next
          }
          expect(stateDigest(base.state)).toBe(digestBefore)
          expect(stateDigest({ ...base.state })).toBe(digestBefore)
        }
        for (const { state, model, changes } of live) {
          expectHolds(stateView(state), model)
          expect(indexFaults(state)).toEqual([])
          expect(stateDigest(state)).toBe(stateDigest(madeAnew(model, state)))
          const stored = JSON.parse(JSON.stringify(changes)) as Change[]
          expect(stateDigest(replay(start, stored))).toBe(stateDigest(state))
          expect(indexFaults(replay(start, changes))).toEqual([])
          expectFilledAlike(state)
        }
      }),
      { numRuns: 80, seed: 1 },
    )
  })

  test("states with different records, tables or scalars have different digests", () => {
    const tx = () => new Tx(emptyState(), NOW, "")
    const digests = [
      emptyState(),
      ...[
        (one: Tx) => one.put("users", user("u1")),
        (one: Tx) => one.put("users", user("u2")),
        (one: Tx) => one.put(itemsTable("d1"), item("d1", "i1")),
        (one: Tx) => one.put(itemsTable("d2"), item("d1", "i1")),
        (one: Tx) => one.newId(),
        (one: Tx) => one.nextOrdinal(),
      ].map((run) => {
        const one = tx()
        run(one)
        return one.commit()
      }),
    ].map(stateDigest)
    expect(new Set(digests).size).toBe(digests.length)
  })
})

describe("a transaction", () => {
  test("returns its initial state if it changes nothing", () => {
    const state = emptyState()
    const tx = new Tx(state, NOW, "")
    tx.savepoint()
    tx.remove("users", "nobody")
    expect(tx.commit()).toBe(state)
  })

  test("owes nothing for what it took back", () => {
    const owed = (key: string): PendingJob => ({
      key,
      work: { kind: "webhook", name: "", at: NOW, id: "", itemId: "" },
    })
    const tx = new Tx(emptyState(), NOW, "")
    tx.enqueue([owed("kept")])
    const savepoint = tx.savepoint()
    tx.enqueue([owed("first"), owed("second")])
    tx.rollback(savepoint)
    tx.enqueue([owed("later")])
    expect(tx.jobs.map(({ key }) => key)).toEqual(["kept", "later"])
  })

  test("leaves a record alone when a recipe changes nothing", () => {
    const tx = new Tx(emptyState(), NOW, "")
    const before = tx.put("users", user("u1"))
    expect(tx.update("users", "u1", () => {})).toBe(before)
    expect(tx.patches).toHaveLength(1)
  })

  test("freezes stored records and refuses to change missing ones", () => {
    const tx = new Tx(emptyState(), NOW, "")
    tx.put("users", user("u1"))
    expect(Object.isFrozen(tx.get("users", "u1"))).toBe(true)
    expect(Object.isFrozen(tx.patch("users", "u1", { username: "x" }))).toBe(true)
    expect(() => tx.patch("users", "u2", {})).toThrow("the record u2 is missing in users")
    expect(() => tx.update("users", "u2", () => {})).toThrow("the record u2 is missing in users")
  })

  test("draws the same texts from the same state, and others after them", () => {
    const draw = (tx: Tx) => [tx.newId(), tx.newSecret(72), tx.newDisplayId("Grp-"), tx.nextOrdinal()]
    const first = new Tx(emptyState(), NOW, "")
    const drawn = draw(first)
    expect(drawn[0]).toMatch(/^[0-9a-f]{24}$/)
    expect(drawn[1]).toMatch(/^[0-9A-Za-z]{72}$/)
    expect(drawn[2]).toMatch(/^Grp-[0-9A-Za-z]{8}$/)
    expect(drawn[3]).toBe(0)
    expect(draw(new Tx(emptyState(), NOW, ""))).toEqual(drawn)
    expect(draw(new Tx(first.commit(), NOW, ""))).not.toEqual(drawn)
  })

  test("draws in one transaction what it would draw in two, and again after a rollback", () => {
    const one = new Tx(emptyState(), NOW, "")
    const drawn = [one.newId(), one.newId(), one.nextOrdinal(), one.nextOrdinal()]
    const first = new Tx(emptyState(), NOW, "")
    const [id, ordinal] = [first.newId(), first.nextOrdinal()]
    const second = new Tx(first.commit(), NOW, "")
    const savepoint = second.savepoint()
    second.newSecret(20)
    second.nextOrdinal()
    second.rollback(savepoint)
    expect([id, second.newId(), ordinal, second.nextOrdinal()]).toEqual(drawn)
    expect(stateDigest(one.commit())).toBe(stateDigest(second.commit()))
  })

  test("keeps counters drawn before other scalars are set", () => {
    const tx = new Tx(emptyState(), NOW, "")
    tx.nextOrdinal()
    tx.setScalars({ seed: 7 })
    expect([tx.nextOrdinal(), tx.scalars.seed, tx.scalars.nextOrdinal]).toEqual([1, 7, 2])
  })

  test("reads its own writes through indexes, in the order of IDs", () => {
    const tx = new Tx(emptyState(), NOW, "")
    tx.put("users", user("u2", { email: "a@x" }))
    tx.put("users", user("u1", { email: "a@x" }))
    tx.put("users", user("u3", { email: "a@x\u0000u" }))
    tx.put("users", user("u4", { email: "A" }))
    expect(tx.ids("usersByEmail", "a@x")).toEqual(["u1", "u2"])
    expect(tx.ids("usersByEmail", "a@x", 1)).toEqual(["u1"])
    expect(tx.ids("usersByEmail", "a@x\u0000u")).toEqual(["u3"])
    expect(tx.hasEntry("usersByEmail", "a@x", "u2")).toBe(true)
    tx.patch("users", "u1", { email: "b@x" })
    expect(tx.list("users", "usersByEmail", "a@x").map((found) => found.uId)).toEqual(["u2"])
  })
})

/** nanoid with a given random stream: each word gives four bytes, the lowest first. */
function nanoid(alphabet: string, length: number, seed: number) {
  const random = xoroshiro128plus(seed)
  return customRandom(alphabet, length, (size) => {
    const words = Array.from({ length: Math.ceil(size / 4) }, () => random.next())
    return Uint8Array.from({ length: size }, (_, at) => (words[Math.floor(at / 4)] ?? 0) >>> (8 * (at % 4)))
  })
}

describe("what is drawn from the world's stream", () => {
  test("is what nanoid makes of it: IDs of 24 hex digits", async () => {
    await fc.assert(
      fc.property(fc.integer(), (seed) => {
        const [random, expected] = [xoroshiro128plus(seed), nanoid("0123456789abcdef", 24, seed)]
        for (let count = 0; count < 5; count += 1) expect(drawId(random)).toBe(expected())
      }),
      { seed: 6 },
    )
  })

  test("texts of any length come from the stream", async () => {
    const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    await fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 100 }), (seed, length) => {
        expect(drawText(xoroshiro128plus(seed), length)).toBe(nanoid(alphabet, length, seed)())
      }),
      { seed: 7 },
    )
  })

  test("stays as it was: a seed gives the same texts in every version", () => {
    const random = xoroshiro128plus(7)
    expect([drawId(random), drawText(random, 22), drawId(random)]).toMatchInlineSnapshot(`
      [
        "24b07b870207004787f6fff8",
        "yYpNfTfRHEeg0V7L1O0w1y",
        "d47820382b5c3aee20137d30",
      ]
    `)
  })
})
