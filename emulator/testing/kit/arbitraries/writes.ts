import fc from "fast-check"
import type { KeyUpdates } from "../model/keys.ts"
import type { Related, RelatedBody } from "../model/write-body.ts"
import type { KitDatastore, KitSchema } from "../schema.ts"
import { validItem } from "./values.ts"

const some = <T>(values: readonly T[]): fc.Arbitrary<T[]> =>
  values.length === 0 ? fc.constant([]) : fc.uniqueArray(fc.constantFrom(...values), { maxLength: 2 })

const withoutEmpty = (updates: Record<string, unknown>): KeyUpdates =>
  Object.fromEntries(
    Object.entries(updates).filter(([, value]) => value !== false && !(Array.isArray(value) && value.length === 0)),
  )

/** Generates access_key_updates. Some contain groups or roles whose access keys the caller does not hold. */
export function accessKeyUpdates(schema: KitSchema, application: string): fc.Arbitrary<KeyUpdates> {
  const roles = schema.roles
    .filter((role) => role.path.startsWith(`${application}:`))
    .map((role) => role.path.slice(application.length + 1))
  return fc
    .record({
      overwrite: fc.boolean(),
      ignore_action_settings: fc.boolean(),
      apply_related_ds: fc.boolean(),
      groups_to_publish: some(schema.groups.map((group) => group.displayId)),
      roles_to_publish: some(roles),
      users_to_publish: some(schema.users.map((user) => user.uId)),
    })
    .map(withoutEmpty)
}

/** Maximum nesting depth of generated related_ds_items. The API itself has no such limit. */
const MAX_DEPTH = 2

/**
 * Generates related_ds_items that obey the nesting rule (api.md section 6.4), keyed by d_id, with item references. Uses
 * datastores in `main.relations`, or any if that list is empty. Returns null if no datastore is available.
 */
export function relatedItems(schema: KitSchema, main: KitDatastore): fc.Arbitrary<Related> | null {
  return level(schema, main, [main], MAX_DEPTH)
}

function level(
  schema: KitSchema,
  parent: KitDatastore,
  path: readonly KitDatastore[],
  depth: number,
): fc.Arbitrary<Related> | null {
  const named = schema.datastores.filter((datastore) => parent.relations.includes(datastore.path))
  const candidates = (named.length > 0 ? named : schema.datastores).filter((datastore) => !path.includes(datastore))
  if (candidates.length === 0) return null
  return fc
    .uniqueArray(fc.constantFrom(...candidates), { minLength: 1, maxLength: 2, selector: (datastore) => datastore.dId })
    .chain((datastores) =>
      fc.tuple(
        ...datastores.map((datastore) =>
          fc
            .array(entry(schema, datastore, [...path, datastore], depth - 1), { minLength: 1, maxLength: 2 })
            .map((entries) => [datastore.dId, entries] as const),
        ),
      ),
    )
    .map((entries) => Object.fromEntries(entries) as Related)
}

function entry(
  schema: KitSchema,
  datastore: KitDatastore,
  path: readonly KitDatastore[],
  depth: number,
): fc.Arbitrary<RelatedBody> {
  const target = fc.record({ $item: fc.constant(datastore.path), nth: fc.nat(20) }) as unknown as fc.Arbitrary<string>
  const item = validItem(schema, datastore)
  const link_to_parent = fc.boolean()
  const nested = depth > 0 ? level(schema, datastore, path, depth) : null
  const create = fc.record({ operation: fc.constant(1), item, link_to_parent })
  const ofOperation: fc.Arbitrary<RelatedBody>[] = [
    create,
    fc.record({ operation: fc.constant(2), i_id: target, item, link_to_parent, rev_no: fc.constantFrom(1, 2) }),
    fc.record({ operation: fc.constant(3), i_id: target }),
    fc.record({ operation: fc.constant(11), i_id: target, link_to_parent }),
    fc.record({ operation: fc.constant(12), i_id: target }),
  ]
  const plain = fc.oneof(...ofOperation)
  if (nested === null) return plain
  const around = fc.oneof({ weight: 3, arbitrary: create }, { weight: 2, arbitrary: plain })
  const withNested = fc.tuple(around, nested).map(([one, related_ds_items]) => ({ ...one, related_ds_items }))
  return fc.oneof({ weight: 5, arbitrary: plain }, { weight: 1, arbitrary: withNested })
}

/** Generates related_ds_items that break the nesting rule. Returns null if the workspace has only one datastore. */
export function badlyNestedItems(schema: KitSchema, main: KitDatastore): fc.Arbitrary<Related> | null {
  const others = schema.datastores.filter((datastore) => datastore !== main)
  if (others.length === 0) return null
  return fc.tuple(fc.constantFrom(...others), fc.boolean()).map(([other, isMain]) => {
    const again = isMain ? main : other
    const innermost: RelatedBody = { operation: 1, item: {} }
    return { [other.dId]: [{ operation: 1, item: {}, related_ds_items: { [again.dId]: [innermost] } }] }
  })
}
