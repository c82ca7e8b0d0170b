import * as fc from "fast-check"
import { expect, test } from "vitest"
import { rows } from "../../emulator/api/index.ts"
import { type App, createApp } from "../../emulator/index.ts"
import type { DId, FId, IId } from "../../src/model/index.ts"
import { makeLink } from "../../src/model/records/index.ts"
import { itemsTable, type Tx } from "../../src/state/index.ts"
import type { EngineWorld } from "../../src/world/index.ts"
import { type Attempt, makeAttempt, toRequest } from "../robustness/make-request.ts"
import { type Pools, poolsOf, scopesOf } from "../robustness/pools.ts"
import { Random } from "../robustness/random.ts"
import { Sampler } from "../robustness/sample.ts"
import { hidingWorld } from "../sample-worlds/hiding.ts"

/**
 * A response contains no trace of records that a user's roles and keys hide (model.md sections 3, 4 and 17). Two worlds that differ only in
 * hidden records respond with equal bytes to the same reads and writes. `HEXARIUM_PROPERTY_RUNS` sets a higher number of runs.
 */
const RUNS = Number(process.env.HEXARIUM_PROPERTY_RUNS ?? 10)
const SEED = Number(process.env.HEXARIUM_PROPERTY_SEED ?? 30)

/** Members of Acme without ADMIN: one in the top group, one in a subgroup, and a group's administrator with MANAGER. */
const CALLERS = ["bob", "carol", "dave"] as const

/** Operations that count the whole workspace for every caller (api.md section 10). */
const COUNTS_ALL = ["getWorkspaceUsage"]

/** Operations in which the caller chooses an item's ID. A used ID is refused (api.md sections 6.3 and 19). */
const TAKES_AN_ID = ["createItemWithItemID", "uploadFile"]

/** Operations, with more repetitions for those with a body. */
const OPERATIONS = rows
  .filter(([name]) => !COUNTS_ALL.includes(name))
  .flatMap((one) => (one[1].body === undefined && one[1].form === undefined ? [one] : [one, one, one]))

const NUMBERS = fc.integer({ min: 0, max: 9 })

type Hide = (tx: Tx, pick: (limit: number) => number) => void

const datastoreOf = (tx: Tx, name: string) => {
  const found = tx
    .table("datastores")
    .toArray()
    .find(({ displayId }) => displayId === name)
  if (found === undefined) throw new Error(`no datastore ${name}`)
  return found
}

const itemsOf = (tx: Tx, name: string) => tx.table(itemsTable(datastoreOf(tx, name).dId)).toArray()

const fieldOf = (tx: Tx, datastore: string, field: string): FId => {
  const found = datastoreOf(tx, datastore).fields.find(({ displayId }) => displayId === field)
  if (found === undefined) throw new Error(`no field ${field}`)
  return found.fId
}

const ada = (tx: Tx) => {
  const found = tx.list("users", "usersByEmail", "ada@acme.test")[0]
  if (found === undefined) throw new Error("no Ada")
  return found
}

const TITLES = ["Gold", "Deal", "first", "e", "Details", "Secret deal"]

/** An item of Deals of which only Ada holds a key. */
const secretDeal = (tx: Tx) => itemsOf(tx, "Deals").filter(({ accessKeys }) => accessKeys.length === 1)

const visibleDeals = (tx: Tx) => itemsOf(tx, "Deals").filter(({ accessKeys }) => accessKeys.length > 1)

function pickOf<T>(list: readonly T[], pick: (limit: number) => number): T | undefined {
  return list[pick(Math.max(1, list.length))]
}

function copyItem(tx: Tx, datastore: string, values: Readonly<Record<string, unknown>>): void {
  const [first] = itemsOf(tx, datastore)
  if (first === undefined) throw new Error("nothing to copy")
  const iId: IId = tx.newId()
  const own = Object.fromEntries(Object.entries(values).map(([name, value]) => [fieldOf(tx, datastore, name), value]))
  tx.put(itemsTable(first.dId), { ...first, iId, values: own as typeof first.values, accessKeys: [ada(tx).accessKey] })
}

/** Changes of records that no caller sees. Does not change a title that a lookup shows to everybody (model.md section 4). */
const HIDDEN_PARTS: Readonly<Record<string, Hide>> = {
  "an item of a hidden datastore is made": (tx, pick) =>
    copyItem(tx, "Vault", { Name: TITLES[pick(TITLES.length)], Worth: pick(9) }),
  "an item of a hidden datastore changes": (tx, pick) => {
    const item = pickOf(itemsOf(tx, "Vault"), pick)
    if (item === undefined) return
    const values = { ...item.values, [fieldOf(tx, "Vault", "Note")]: TITLES[pick(TITLES.length)] ?? "" }
    tx.patch(itemsTable(item.dId), item.iId, { values, revNo: item.revNo + 1 + pick(3), updatedAt: tx.now })
  },
  "a hidden datastore is renamed": (tx, pick) => {
    tx.patch("datastores", datastoreOf(tx, "Vault").dId, { name: { en: `V${pick(9)}`, ja: "V" } })
  },
  "a hidden datastore loses its fields": (tx) => {
    tx.update("datastores", datastoreOf(tx, "Vault").dId, (draft) => {
      draft.fields = draft.fields.filter(({ displayId }) => displayId !== "Scan")
    })
  },
  "a hidden field of an item changes": (tx, pick) => {
    const item = pickOf(visibleDeals(tx), pick)
    if (item === undefined) return
    const change = [{ Memo: TITLES[pick(TITLES.length)] ?? "" }, { Factor: pick(100) }, { Keeper: [ada(tx).uId] }][
      pick(3)
    ]
    const changed = Object.entries(change ?? {}).map(([name, value]) => [fieldOf(tx, "Deals", name), value])
    tx.patch(itemsTable(item.dId), item.iId, { values: { ...item.values, ...Object.fromEntries(changed) } })
  },
  "hidden fields of an item are cleared": (tx, pick) => {
    const item = pickOf(visibleDeals(tx), pick)
    if (item === undefined) return
    const hidden = ["Memo", "Grade", "Factor", "Keeper"].map((name) => fieldOf(tx, "Deals", name))
    const values = Object.fromEntries(Object.entries(item.values).filter(([fId]) => !hidden.includes(fId as FId)))
    tx.patch(itemsTable(item.dId), item.iId, { values })
  },
  "a hidden field is renamed": (tx, pick) => {
    tx.update("datastores", datastoreOf(tx, "Deals").dId, (draft) => {
      for (const field of draft.fields)
        if (["Memo", "Grade"].includes(field.displayId)) field.name = { en: `F${pick(9)}`, ja: "F" }
    })
  },
  "a hidden field has another option": (tx, pick) => {
    tx.update("datastores", datastoreOf(tx, "Deals").dId, (draft) => {
      for (const field of draft.fields)
        if (field.displayId === "Grade" && field.dataType === "select")
          for (const option of field.options) option.name = { en: `O${pick(9)}`, ja: "O" }
    })
  },
  "a hidden item is made": (tx, pick) =>
    copyItem(tx, "Deals", { Title: TITLES[pick(TITLES.length)], Amount: pick(2000) }),
  "a hidden item changes": (tx, pick) => {
    const item = pickOf(secretDeal(tx), pick)
    if (item === undefined) return
    const values = { ...item.values, [fieldOf(tx, "Deals", "Title")]: TITLES[pick(TITLES.length)] ?? "" }
    tx.patch(itemsTable(item.dId), item.iId, { values, revNo: item.revNo + pick(3), updatedAt: tx.now })
  },
  "a hidden item gets another status": (tx, pick) => {
    const item = pickOf(secretDeal(tx), pick)
    const status = pickOf(datastoreOf(tx, "Deals").statuses, pick)
    if (item !== undefined && status !== undefined) tx.patch(itemsTable(item.dId), item.iId, { statusId: status.sId })
  },
  "a visible item is linked to what is hidden": (tx, pick) => {
    const [from, to] = [pickOf(visibleDeals(tx), pick), pickOf([...itemsOf(tx, "Vault"), ...secretDeal(tx)], pick)]
    if (from === undefined || to === undefined) return
    const ends = pick(2) === 0 ? ([from, to] as const) : ([to, from] as const)
    tx.put("links", makeLink(...ends, { type: "link", fId: null, isReverse: false }))
  },
  "links to what is hidden are taken away": (tx) => {
    const vault: DId = datastoreOf(tx, "Vault").dId
    for (const link of tx.table("links").toArray())
      if (link.type === "link" && (link.toDId === vault || link.fromDId === vault))
        tx.remove("links", `${link.fromIId}>${link.toIId}:link:`)
  },
  "a saved list has a condition on a hidden field": (tx, pick) => {
    const leaf = { id: fieldOf(tx, "Deals", "Memo"), searchValue: [TITLES[pick(TITLES.length)] ?? ""] }
    for (const query of tx.table("queries").toArray())
      if (query.name === "All") tx.patch("queries", query.qId, { conditions: [...query.conditions, leaf] })
  },
  "an administrator saves a template": (tx, pick) => {
    const { wId } = datastoreOf(tx, "Deals")
    const [file] = tx.table("files").toArray()
    if (file === undefined) throw new Error("no file")
    const about = { name: `T${pick(9)}`, category: "Any", description: "", size: 1, blob: file.blob }
    tx.put("templates", {
      ...{ ...about, tpId: tx.newId(), wId, uId: ada(tx).uId },
      ...{ createdAt: tx.now, ordinal: tx.nextOrdinal() },
    })
  },
  "a hidden item is commented": (tx, pick) => {
    const item = pickOf([...itemsOf(tx, "Vault"), ...secretDeal(tx)], pick)
    if (item === undefined) return
    tx.put("histories", {
      historyId: tx.newId(),
      iId: item.iId,
      dId: item.dId,
      uId: ada(tx).uId,
      comment: TITLES[pick(TITLES.length)] ?? "",
      createdAt: tx.now,
      updatedAt: tx.now,
      updatedBy: null,
      isUpdated: false,
      action: null,
      transactionId: tx.newId(),
      ordinal: tx.nextOrdinal(),
    })
  },
  "what administrators alone may read changes": (tx, pick) => {
    const name = { en: `N${pick(9)}`, ja: "N" }
    for (const report of tx.table("reports").toArray())
      if (["Closed", "Vaulted"].includes(report.displayId)) tx.patch("reports", report.rpId, { name, roles: [] })
    for (const one of tx.table("applications").toArray())
      tx.update("applications", one.pId, (draft) => {
        for (const each of draft.functions)
          if (each.displayId === "Admin") each.code = `function main() { return ${pick(9)} }`
      })
  },
}

interface Case {
  readonly caller: (typeof CALLERS)[number]
  readonly changes: readonly { readonly what: string; readonly numbers: readonly number[] }[]
  readonly chance: number
}

const cases: fc.Arbitrary<Case> = fc.record({
  caller: fc.constantFrom(...CALLERS),
  changes: fc.array(
    fc.record({
      what: fc.constantFrom(...Object.keys(HIDDEN_PARTS)),
      numbers: fc.array(NUMBERS, { minLength: 6, maxLength: 6 }),
    }),
    { minLength: 1, maxLength: 20, size: "max" },
  ),
  chance: fc.nat(),
})

/** Two copies of a world, one with the changes. Both draw the same IDs from now on. */
async function pairOf(base: EngineWorld, { changes }: Case): Promise<{ before: EngineWorld; after: EngineWorld }> {
  const after = base.fork()
  for (const { what, numbers } of changes) {
    let at = 0
    await after.commit("Hide", null, (tx) =>
      HIDDEN_PARTS[what]?.(tx, (limit) => (numbers[at++ % numbers.length] ?? 0) % limit),
    )
  }
  const before = base.fork()
  await before.replaceWith({ ...before.state, scalars: after.state.scalars })
  return { before, after }
}

const both = (one: Pools, other: Pools): Pools =>
  Object.fromEntries(
    Object.entries(one).map(([name, ids]) => [name, [...new Set([...ids, ...other[name as keyof Pools]])]]),
  ) as never

/** Requests the written item in the response. Random requests seldom do. */
function withResult(attempt: Attempt): Attempt {
  if (!/Item$|^executeAction/.test(attempt.name) || typeof attempt.body !== "string") return attempt
  if (!attempt.body.startsWith('{"')) return attempt
  return { ...attempt, body: attempt.body.replace("{", '{"return_item_result":true,') }
}

async function answerOf(app: App, attempt: Attempt): Promise<string> {
  const response = await app.fetch(toRequest(attempt))
  const body = Buffer.from(await response.arrayBuffer()).toString("latin1")
  return `${response.status} ${response.headers.get("location") ?? ""} ${body}`
}

/** Number of requests per case. Each is sent to both worlds. */
const REQUESTS = 60

test("a change of what a user may not see changes no answer to them", async () => {
  const base = await hidingWorld()
  await fc.assert(
    fc.asyncProperty(cases, async (one) => {
      const { before, after } = await pairOf(base, one)
      const apps = [createApp({ world: before }), createApp({ world: after })] as const
      const random = new Random(one.chance)
      const pools = both(poolsOf(before), poolsOf(after))
      const added = poolsOf(after).item.filter((id) => !poolsOf(before).item.includes(id))
      const chance = { random, pools, scopes: scopesOf(after), sampler: new Sampler(random, pools) }
      for (let count = 0; count < REQUESTS; count += 1) {
        const [name, row] = random.pick(OPERATIONS)
        const attempt = {
          ...withResult(makeAttempt(name, row, chance)),
          token: row.auth === "public" ? null : `${one.caller}-token`,
        }
        if (TAKES_AN_ID.includes(name) && added.some((id) => attempt.url.includes(id))) continue
        const [expected, answer] = [await answerOf(apps[0], attempt), await answerOf(apps[1], attempt)]
        expect(answer, `${name} ${attempt.method} ${attempt.url} ${String(attempt.body).slice(0, 2000)}`).toBe(expected)
        await Promise.all([before.idle(), after.idle()])
      }
    }),
    { numRuns: RUNS, seed: SEED },
  )
})
