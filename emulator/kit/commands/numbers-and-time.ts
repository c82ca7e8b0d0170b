import fc from "fast-check"
import type { Model } from "../model/model.ts"
import { seesDatastore, seesField } from "../model/people.ts"
import { advance } from "../model/time.ts"
import type { KitDatastore, KitField, KitSchema } from "../schema.ts"
import { Disagreement } from "../session.ts"
import { kind, userAt } from "./command.ts"

interface NumberDraft {
  readonly user: number
  readonly field: number
  /** Undefined: the display counter when set, the no-branch counter when drawn. */
  readonly branch: string | undefined
  readonly number: number
}

const numberFields = (schema: KitSchema): (readonly [KitDatastore, KitField])[] =>
  schema.datastores.flatMap((datastore) =>
    datastore.fields.filter((field) => field.autonum !== null).map((field) => [datastore, field] as const),
  )

const drafts = (schema: KitSchema): fc.Arbitrary<NumberDraft> | string =>
  numberFields(schema).length === 0
    ? "no datastore has an autonum field"
    : fc.record({
        user: fc.nat(20),
        field: fc.nat(10),
        branch: fc.constantFrom(undefined, "", "TKY-"),
        number: fc.nat(30),
      })

function fieldAt(model: Model, nth: number): readonly [KitDatastore, KitField] {
  const fields = numberFields(model.schema)
  return fields[nth % fields.length] as readonly [KitDatastore, KitField]
}

const isShown = (model: Model, uId: string, datastore: KitDatastore, field: KitField): boolean =>
  seesDatastore(model, uId, datastore) && seesField(model, uId, datastore, field)

const paramsOf = (datastore: KitDatastore, field: KitField) => ({
  "app-id": datastore.application,
  "datastore-id": datastore.displayId,
  "field-id": field.displayId,
})

const format = (field: KitField, branch: string, number: number): string => {
  const { prefix, zeroPadding, digit } = field.autonum ?? { prefix: "", zeroPadding: false, digit: 0 }
  return prefix + branch + (zeroPadding ? String(number).padStart(digit, "0") : String(number))
}

export const updateAutoNumber = kind<NumberDraft>({
  name: "UpdateAutoNumber",
  draft: drafts,
  async run(model, session, draft) {
    const [datastore, field] = fieldAt(model, draft.field)
    const user = userAt(model, draft.user)
    const key = draft.branch === undefined ? field.fId : `${field.fId}/${draft.branch}`
    const isKnown = draft.branch === undefined || draft.branch === "" || model.counters.has(key)
    const isAllowed = isKnown && isShown(model, user.uId, datastore, field)
    const answer = await session.expect(
      {
        operation: "updateAutoNumber",
        user: user.reference,
        params: paramsOf(datastore, field),
        body: { auto_num: draft.number, ...(draft.branch === undefined ? {} : { branch_key: draft.branch }) },
      },
      isAllowed ? { status: 200 } : { status: 400, codes: ["INVALID_PARAMS"] },
    )
    if (!isAllowed) return
    model.counters.set(key, draft.number)
    expectResult(answer.body.result, { number: format(field, draft.branch ?? "", draft.number), value: draft.number })
  },
})

export const getAutoNumber = kind<NumberDraft>({
  name: "GetAutoNumber",
  draft: drafts,
  async run(model, session, draft) {
    const [datastore, field] = fieldAt(model, draft.field)
    const user = userAt(model, draft.user)
    const branch = draft.branch ?? ""
    const isAllowed = isShown(model, user.uId, datastore, field)
    const answer = await session.expect(
      {
        operation: "getAutoNumber",
        user: user.reference,
        params: paramsOf(datastore, field),
        query: draft.branch === undefined ? {} : { branch_key: draft.branch },
      },
      isAllowed ? { status: 200 } : { status: 400, codes: ["INVALID_PARAMS"] },
    )
    if (!isAllowed) return
    const number = (model.counters.get(`${field.fId}/${branch}`) ?? 0) + 1
    model.counters.set(`${field.fId}/${branch}`, number)
    expectResult(answer.body.result, { number, value: format(field, branch, number) })
  },
})

function expectResult(answered: unknown, expected: unknown): void {
  const [left, right] = [JSON.stringify(answered), JSON.stringify(expected)]
  if (left !== right) throw new Disagreement(`the counter answered ${left}, expected ${right}`)
}

interface AdvanceDraft {
  readonly ms: number
}

export const advanceClock = kind<AdvanceDraft>({
  name: "AdvanceClock",
  draft: () => fc.record({ ms: fc.constantFrom(1000, 60_000, 3_600_000, 86_400_000, 40 * 86_400_000) }),
  async run(model, session, draft) {
    // ten-minute schedules over many days would only repeat themselves
    const shortest = Math.min(
      ...model.schema.autoActions.filter((auto) => model.due.has(auto.autoId)).map(periodMs),
      draft.ms,
    )
    const ms = Math.min(draft.ms, shortest * 20)
    const expected = advance(model, ms)
    const { fired } = await session.advance(ms)
    const left = fired.map((one) => `${one.id}:${one.affected}`).join()
    const right = expected.map((one) => `${one.id}:${one.affected}`).join()
    if (left !== right) throw new Disagreement(`advancing ${ms} ms fired [${left}], expected [${right}]`)
  },
})

const periodMs = (auto: { readonly timeType: string; readonly timeValue: string }): number => {
  if (auto.timeType === "min") return Number(auto.timeValue) * 60_000
  if (auto.timeType === "hr") return Number(auto.timeValue) * 3_600_000
  return 86_400_000
}
