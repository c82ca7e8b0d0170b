import fc from "fast-check"
import { expect, test } from "vitest"
import type { RelatedEntry } from "../../../src/items/index.ts"
import { DomainError } from "../../../src/model/index.ts"
import type { Item } from "../../../src/model/records/index.ts"
import { checkInvariants, type World } from "../../../src/world/index.ts"
import { datastoreOf, itemOf, itemsOf, office, valuesOf } from "../../operations/items/office.ts"

const USERS = ["ada@acme.test", "bob@acme.test", "carol@acme.test", "dave@acme.test"] as const
const DATASTORES = ["Customers", "Deals", "Lines"] as const

/** A number that selects an item: the nth existing item, or none. */
const pick = fc.integer({ min: 0, max: 12 })

/** Random values of a write, some invalid. */
const values = fc.record(
  {
    Title: fc.constantFrom("a", "b", null),
    Name: fc.constantFrom("x", "y", "z", ""),
    Product: fc.constantFrom("p", "q", null),
    Amount: fc.constantFrom(1, "2", -1, "many", null),
    Quantity: fc.constantFrom(3, "four", null),
    Tags: fc.constantFrom(["hot"], [], ["nope"]),
    Customer: pick.map((at) => ({ lookup: at })),
    Deal: pick.map((at) => ({ lookup: at })),
  },
  { requiredKeys: [] },
)

const grant = fc.option(
  fc.record(
    {
      overwrite: fc.boolean(),
      ignoreActionSettings: fc.boolean(),
      applyRelatedDs: fc.boolean(),
      groupsToPublish: fc.subarray(["ACME", "SALES", "TOKYO", "SUPPORT", "NOPE"]),
    },
    { requiredKeys: [] },
  ),
  { nil: undefined },
)

const entry = fc.record({
  operation: fc.constantFrom(1, 1, 2, 2, 3, 11, 12, 9),
  target: pick,
  values,
  staleRevision: fc.boolean(),
  linkToParent: fc.boolean(),
  accessKeyUpdates: grant,
})

const step = fc.record({
  user: fc.constantFrom(...USERS),
  datastore: fc.constantFrom(...DATASTORES),
  kind: fc.constantFrom("create", "create", "update", "update", "delete", "copy", "status", "link", "unlink"),
  target: pick,
  other: pick,
  otherDatastore: fc.constantFrom(...DATASTORES),
  values,
  staleRevision: fc.boolean(),
  ensureTransaction: fc.boolean(),
  accessKeyUpdates: grant,
  related: fc.dictionary(fc.constantFrom(...DATASTORES), fc.array(entry, { maxLength: 3 }), { maxKeys: 2 }),
})

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
type Entry = typeof entry extends fc.Arbitrary<infer E> ? E : never

const UNKNOWN_USER = "0".repeat(24)

const nth = (world: World, datastore: string, at: number): Item | undefined => {
  const items = itemsOf(world, datastore)
  return at > items.length ? undefined : items[at % Math.max(1, items.length)]
}

/** The values for which the datastore has fields, with lookups converted to item IDs. */
function valuesFor(world: World, datastore: string, given: Step["values"]): Record<string, unknown> {
  const fields = new Set(datastoreOf(world, datastore).fields.map(({ displayId }) => displayId))
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      if (!fields.has(name)) return []
      if (typeof value !== "object" || value === null || !("lookup" in value)) return [[name, value]]
      return [[name, nth(world, name === "Deal" ? "Deals" : "Customers", value.lookup)?.iId ?? null]]
    }),
  )
}

function entryFor(world: World, datastore: string, given: Entry): RelatedEntry {
  const item = nth(world, datastore, given.target)
  return {
    operation: given.operation,
    itemId: item?.iId ?? UNKNOWN_USER,
    item: valuesFor(world, datastore, given.values),
    revNo: given.staleRevision ? 99 : item?.revNo,
    linkToParent: given.linkToParent,
    accessKeyUpdates: given.accessKeyUpdates,
  }
}

async function take(world: World, given: Step) {
  const acting = world.raw.as(given.user)
  const item = nth(world, given.datastore, given.target)
  const other = nth(world, given.otherDatastore, given.other)
  const place = { application: "CRM", datastore: given.datastore, itemId: item?.iId ?? UNKNOWN_USER }
  const options = {
    item: valuesFor(world, given.datastore, given.values),
    ensureTransaction: given.ensureTransaction,
    accessKeyUpdates: given.accessKeyUpdates,
    revNo: given.staleRevision ? 99 : item?.revNo,
    relatedDsItems: Object.fromEntries(
      Object.entries(given.related).map(([name, entries]) => [name, entries.map((one) => entryFor(world, name, one))]),
    ),
  }
  const end = { datastore: given.otherDatastore, itemId: other?.iId ?? UNKNOWN_USER }
  switch (given.kind) {
    case "create":
      return acting.createItem({ ...place, ...options })
    case "update":
      return acting.updateItem({ ...place, ...options })
    case "delete":
      return acting.deleteItem({ ...place, deleteLinkedItems: true, targetDatastores: [given.otherDatastore] })
    case "copy":
      return acting.executeAction({
        ...place,
        ...options,
        revNo: undefined,
        actionId: given.datastore === "Deals" ? "CopyDeal" : "CopyItem",
      })
    case "status":
      return acting.executeAction({ ...place, ...options, actionId: "Start" })
    case "link":
      return acting.addItemLink({ ...place, link: end })
    case "unlink":
      return acting.deleteItemLink({ ...place, linkDatastore: end.datastore, linkItemId: end.itemId })
  }
}

/** Lookup values that refer to missing items. */
const danglingLookups = (world: World) =>
  DATASTORES.flatMap((name) =>
    itemsOf(world, name).flatMap(({ iId }) => {
      const { Customer, Deal } = valuesOf(world, name, iId) as Record<string, string | undefined>
      const isGone = (datastore: string, target: string | undefined) =>
        target !== undefined && itemOf(world, datastore, target) === undefined
      return isGone("Customers", Customer) || isGone("Deals", Deal) ? [iId] : []
    }),
  )

const revisions = (world: World) =>
  new Map(DATASTORES.flatMap((name) => itemsOf(world, name).map((item) => [item.iId as string, item.revNo] as const)))

test("whatever is done to items: what is refused leaves no trace, revisions grow by one, and the invariants hold", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const { world } = await office()
      for (const given of steps) {
        const hash = world.hash()
        const before = revisions(world)
        const target = nth(world, given.datastore, given.target)
        try {
          await take(world, given)
        } catch (error) {
          expect(error).toBeInstanceOf(DomainError)
          expect((error as DomainError).code).not.toBe("SYSTEM_ERROR")
          expect(world.hash()).toBe(hash)
          continue
        }
        const after = revisions(world)
        for (const [iId, revision] of after) {
          const old = before.get(iId)
          expect(revision === (old ?? 1) || (old !== undefined && revision === old + 1)).toBe(true)
        }
        const isUpdate = given.kind === "update" || given.kind === "status"
        if (isUpdate && target !== undefined && after.has(target.iId)) {
          expect(after.get(target.iId)).toBe((before.get(target.iId) ?? 0) + 1)
        }
      }
      expect(danglingLookups(world)).toEqual([])
      await checkInvariants(world)
    }),
    { numRuns: 80, seed: 4 },
  )
})

/** Entries that are valid, or invalid in a known way, each on its own item. */
const knownEntry = fc.record({
  operation: fc.constantFrom(1, 2, 3, 11, 12),
  fault: fc.constantFrom(null, null, "value", "revision", "missing", "action", "field"),
  linkToParent: fc.boolean(),
})

/** Whether the operation can have the fault. */
const isFaulty = (operation: number, fault: string | null): boolean => {
  // A new item has no links that could be removed.
  if (operation === 12) return true
  switch (fault) {
    case "value":
    case "field":
      return operation === 1 || operation === 2
    case "revision":
      return operation === 2
    case "missing":
      return operation !== 1
    case "action":
      return operation <= 3
    default:
      return false
  }
}

test("a write has the effect of exactly the entries without an error element, or with ensure_transaction of all or none", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(knownEntry, { maxLength: 6 }), fc.boolean(), async (entries, ensureTransaction) => {
      const { world } = await office(({ lines }) => {
        lines.items = entries.map((_, at) => ({ values: { Product: `line ${at}`, Quantity: 1 } }))
      })
      const targets = itemsOf(world, "Lines").map(({ iId }) => iId)
      const faulty = entries.map(({ operation, fault }) => isFaulty(operation, fault))
      const Lines = entries.map(({ operation, fault, linkToParent }, at): RelatedEntry => {
        const wrong = faulty[at] === true ? fault : null
        return {
          operation,
          itemId: operation === 1 ? undefined : wrong === "missing" ? UNKNOWN_USER : targets[at],
          item: {
            Product: `entry ${at}`,
            ...(wrong === "value" ? { Quantity: "many" } : {}),
            ...(wrong === "field" ? { Nope: 1 } : {}),
          },
          revNo: wrong === "revision" ? 7 : 1,
          actionId: wrong === "action" ? "Nope" : undefined,
          linkToParent,
        }
      })
      const hash = world.hash()
      const request = { application: "CRM", datastore: "Deals", ensureTransaction, relatedDsItems: { Lines } }
      const outcome = await world.raw
        .as("ada@acme.test")
        .createItem(request)
        .catch((error: unknown) => error as DomainError)
      const failures = faulty.filter(Boolean).length
      if (outcome instanceof DomainError) {
        expect(ensureTransaction && failures > 0).toBe(true)
        expect(outcome.refusal.findings).toHaveLength(failures + 1)
        expect(world.hash()).toBe(hash)
        return
      }
      expect(ensureTransaction && failures > 0).toBe(false)
      expect(outcome.findings).toHaveLength(failures)
      const links = new Set(
        world
          .view()
          .table("links")
          .toArray()
          .map(({ fromIId, toIId }) => `${fromIId}>${toIId}`),
      )
      const parent = outcome.itemId
      entries.forEach(({ operation, linkToParent }, at) => {
        const took = faulty[at] === false
        const made = itemsOf(world, "Lines").find(({ iId }) => valuesOf(world, "Lines", iId).Product === `entry ${at}`)
        const target = targets[at] ?? ""
        if (operation === 1) expect(made !== undefined).toBe(took)
        if (operation === 2) expect(itemOf(world, "Lines", target)?.revNo).toBe(took ? 2 : 1)
        if (operation === 3) expect(itemOf(world, "Lines", target) === undefined).toBe(took)
        const linked = operation === 1 ? (made?.iId ?? "") : target
        const isLinking = operation === 1 || operation === 2 || operation === 11
        expect(links.has(`${parent}>${linked}`)).toBe(took && isLinking)
        expect(links.has(`${linked}>${parent}`)).toBe(took && isLinking && linkToParent)
      })
      await checkInvariants(world)
    }),
    { numRuns: 100, seed: 4 },
  )
})
