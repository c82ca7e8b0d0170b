import fc from "fast-check"
import type { Model } from "../../../../../emulator/testing/kit/model/model.ts"
import { seesDatastore, seesField } from "../../../../../emulator/testing/kit/model/people.ts"
import type { KitDatastore, KitField, KitSchema } from "../../../../../emulator/testing/kit/schema.ts"
import { Disagreement } from "../../../../../emulator/testing/kit/session.ts"

export interface NumberDraft {
  readonly user: number
  readonly field: number
  /** Branch key. Undefined stands for the display counter in a write, and for the counter without a branch in GetAutoNumber. */
  readonly branch: string | undefined
  readonly number: number
}

const numberFields = (schema: KitSchema): (readonly [KitDatastore, KitField])[] =>
  schema.datastores.flatMap((datastore) =>
    datastore.fields.filter((field) => field.autonum !== null).map((field) => [datastore, field] as const),
  )

export const numberDrafts = (schema: KitSchema): fc.Arbitrary<NumberDraft> | string =>
  numberFields(schema).length === 0
    ? "no datastore has an autonum field"
    : fc.record({
        user: fc.nat(20),
        field: fc.nat(10),
        branch: fc.constantFrom(undefined, "", "TKY-"),
        number: fc.nat(30),
      })

export function numberFieldAt(model: Model, nth: number): readonly [KitDatastore, KitField] {
  const fields = numberFields(model.schema)
  return fields[nth % fields.length] as readonly [KitDatastore, KitField]
}

export const isShownTo = (model: Model, uId: string, datastore: KitDatastore, field: KitField): boolean =>
  seesDatastore(model, uId, datastore) && seesField(model, uId, datastore, field)

export const formatNumber = (field: KitField, branch: string, number: number): string => {
  const { prefix, zeroPadding, digit } = field.autonum ?? { prefix: "", zeroPadding: false, digit: 0 }
  return prefix + branch + (zeroPadding ? String(number).padStart(digit, "0") : String(number))
}

export function expectCounter(answered: unknown, expected: unknown): void {
  const [left, right] = [JSON.stringify(answered), JSON.stringify(expected)]
  if (left !== right) throw new Disagreement(`the counter answered ${left}, expected ${right}`)
}
