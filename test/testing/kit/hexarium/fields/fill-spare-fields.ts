import fc from "fast-check"
import { invalidItem, validItem } from "../../../../../emulator/testing/kit/arbitraries/values.ts"
import { kind } from "../../../../../emulator/testing/kit/commands/command.ts"
import { observe } from "../../../../../emulator/testing/kit/commands/items/observe.ts"
import { writableDatastores } from "../../../../../emulator/testing/kit/commands/items/write-draft.ts"
import { itemParams } from "../../../../../emulator/testing/kit/commands/params.ts"
import { datastoreOf, itemAt, readerAt, userAt } from "../../../../../emulator/testing/kit/commands/pick.ts"
import { defaultAction, fieldOf, type Model, type ModelItem } from "../../../../../emulator/testing/kit/model/model.ts"
import { update } from "../../../../../emulator/testing/kit/model/writes.ts"
import { isSpare, SPARE_FIELDS } from "../model/spare-fields.ts"

interface FillDraft {
  readonly user: number
  readonly observer: number
  readonly datastore: string
  readonly nth: number
  readonly item: Readonly<Record<string, unknown>>
}

/** Writes values to fields created by CreateField. The kit's own commands do not know these fields. */
export const fillSpareFields = kind<FillDraft>({
  name: "FillSpareFields",
  draft(schema) {
    const datastores = writableDatastores(schema)
    if (typeof datastores === "string") return datastores
    return fc.constantFrom(...datastores).chain((datastore) => {
      const spare = { ...datastore, fields: SPARE_FIELDS }
      const wrong = invalidItem(schema, spare)?.map(({ item }) => item)
      const valid = { weight: 5, arbitrary: validItem(schema, spare) }
      return fc.record({
        user: fc.nat(20),
        observer: fc.nat(20),
        datastore: fc.constant(datastore.path),
        nth: fc.nat(40),
        item: wrong === undefined ? valid.arbitrary : fc.oneof(valid, { weight: 1, arbitrary: wrong }),
      })
    })
  },
  needs: "an item in a datastore that CreateField made a field in",
  isPossible: (model, draft) => targetOf(model, draft) !== undefined,
  async run(model, session, draft) {
    const datastore = datastoreOf(model, draft.datastore)
    const target = targetOf(model, draft) as ModelItem
    const user = readerAt(model, draft.user, target)
    const isThere = ([name]: [string, unknown]): boolean => fieldOf(datastore, name) !== undefined
    const item = Object.fromEntries(Object.entries(draft.item).filter(isThere))
    const body = { item, rev_no: target.rev, use_display_id: true }
    const write = update(model, user.uId, datastore, target.iId, defaultAction(datastore, "2"), body)
    const params = itemParams(target)
    await session.expect({ operation: "updateItem", user: user.reference, params, body }, write.prediction)
    await observe(model, session, userAt(model, draft.observer), target)
  },
})

const targetOf = (model: Model, { datastore, nth }: FillDraft): ModelItem | undefined =>
  datastoreOf(model, datastore).fields.some(({ displayId }) => isSpare(displayId))
    ? itemAt(model, nth, datastore)
    : undefined
