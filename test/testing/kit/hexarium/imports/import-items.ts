import fc from "fast-check"
import { kind } from "../../../../../emulator/testing/kit/commands/command.ts"
import { learnCreated, observe } from "../../../../../emulator/testing/kit/commands/items/observe.ts"
import { datastoresWith } from "../../../../../emulator/testing/kit/commands/items/write-draft.ts"
import { datastoreParams } from "../../../../../emulator/testing/kit/commands/params.ts"
import { callerAt, datastoreOf, userAt } from "../../../../../emulator/testing/kit/commands/pick.ts"
import { defaultAction, type Model, type Prediction } from "../../../../../emulator/testing/kit/model/model.ts"
import { mayRun, mayWrite, seesDatastore, seesField } from "../../../../../emulator/testing/kit/model/people.ts"
import type { KitDatastore, KitField, KitSchema } from "../../../../../emulator/testing/kit/schema.ts"
import { Disagreement } from "../../../../../emulator/testing/kit/session.ts"
import type { WireBody } from "../../../../../emulator/testing/kit/targets.ts"
import { type ImportedFile, takeRows } from "../model/imports.ts"

interface ImportDraft extends ImportedFile {
  readonly user: number
  readonly observer: number
  readonly datastore: string
}

const CELLS: Partial<Record<KitField["dataType"], readonly string[]>> = {
  text: ["", "alpha", "Beta 2", 'with, "quotes"', "größer"],
  number: ["", "1", "7", "-3", "many"],
}

const columnsOf = ({ fields }: KitDatastore): readonly KitField[] =>
  fields.filter(({ dataType }) => CELLS[dataType] !== undefined)

export const importItems = kind<ImportDraft>({
  name: "ImportItems",
  draft: importDrafts,
  async run(model, session, draft) {
    const datastore = datastoreOf(model, draft.datastore)
    const user = callerAt(model, draft.user, ({ uId }) => mayWrite(model, uId, datastore, "1"))
    const prediction = predict(model, user.uId, datastore, draft)
    const { body } = await session.expect(
      {
        operation: "importItems",
        user: user.reference,
        params: datastoreParams(datastore),
        form: {
          filename: "kit.csv",
          no_queue: "true",
          ...(draft.key === null ? {} : { key_field_displayid: draft.key }),
        },
        file: { name: "kit.csv", text: csvOf(draft) },
      },
      prediction,
    )
    if (prediction.status !== 200) return
    const { created, changed, faulty } = takeRows(model, user.uId, datastore, draft)
    const results = await session.expect(
      {
        operation: "getImportResults",
        user: user.reference,
        params: { "datastore-id": datastore.dId, "temp-datastore-id": String(body.temp_datastore_id) },
      },
      { status: 200 },
    )
    const lines = new Set((results.body?.errors ?? []).map(({ line }: WireBody) => line))
    if ([...lines].join() !== faulty.join()) {
      throw new Disagreement(`the import passed over the lines [${[...lines]}], expected [${faulty}]`)
    }
    await learnCreated(model, session, userAt(model, draft.observer), created)
    for (const item of changed.slice(-1)) await observe(model, session, userAt(model, draft.observer), item)
  },
})

function importDrafts(schema: KitSchema): fc.Arbitrary<ImportDraft> | string {
  const datastores = datastoresWith(schema, "1", ({ status }) => status === null)
  if (typeof datastores === "string") return datastores
  const fitting = datastores.filter((datastore) => columnsOf(datastore).length > 0)
  if (fitting.length === 0) return "no datastore with a create action has a text or number field"
  return fc.constantFrom(...fitting).chain((datastore) =>
    fc.subarray([...columnsOf(datastore)], { minLength: 1 }).chain((columns) =>
      fc.record({
        user: fc.nat(20),
        observer: fc.nat(20),
        datastore: fc.constant(datastore.path),
        header: fc.constant(columns.map(({ displayId }) => displayId)),
        rows: fc.array(fc.tuple(...columns.map((field) => fc.constantFrom(...(CELLS[field.dataType] ?? [])))), {
          minLength: 1,
          maxLength: 4,
        }),
        key: fc.option(fc.constantFrom(...columns.map(({ displayId }) => displayId))),
      }),
    ),
  )
}

/** Writes CSV by RFC 4180 (model.md section 16). */
const csvOf = ({ header, rows }: ImportedFile): string =>
  [header, ...rows].map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",")).join("\r\n")

function predict(model: Model, uId: string, datastore: KitDatastore, { header }: ImportedFile): Prediction {
  if (!seesDatastore(model, uId, datastore)) return { status: 404 }
  const action = defaultAction(datastore, "1")
  if (action === undefined || !mayRun(model, uId, datastore, action)) return { status: 403 }
  const isKnown = header.every((name) => {
    const field = datastore.fields.find(({ displayId }) => displayId === name)
    return field !== undefined && !field.hideFromApi && seesField(model, uId, datastore, field)
  })
  return isKnown ? { status: 200 } : { status: 400, codes: ["INVALID_PARAMS"] }
}
