import fc from "fast-check"
import { permittedItem } from "../../../../../emulator/testing/kit/commands/items/write-draft.ts"
import { defaultAction } from "../../../../../emulator/testing/kit/model/model.ts"
import type { KitAction, KitDatastore, KitSchema } from "../../../../../emulator/testing/kit/schema.ts"

/** Values for one item. */
export interface ValuesDraft {
  readonly user: number
  readonly observer: number
  readonly datastore: string
  readonly nth: number
  readonly item: Readonly<Record<string, unknown>>
}

/** Drafts for one item of the datastores. */
export function valuesDrafts(
  schema: KitSchema,
  datastores: readonly KitDatastore[] | string,
  crudType: KitAction["crudType"],
): fc.Arbitrary<ValuesDraft> | string {
  if (typeof datastores === "string") return datastores
  return fc.constantFrom(...datastores).chain((datastore) =>
    fc.record({
      user: fc.nat(20),
      observer: fc.nat(20),
      datastore: fc.constant(datastore.path),
      nth: fc.nat(40),
      item: permittedItem(schema, datastore, defaultAction(datastore, crudType)),
    }),
  )
}
