import { useSignal } from "@preact/signals"
import type { Person } from "../../api/person.ts"
import { type Datastore, placeOf } from "../../items/datastore.ts"
import { Dialog } from "../../parts/dialog.tsx"
import { appearanceOf } from "../../parts/fields/data-types.ts"
import { type Field, inputOf, isList, isWritable } from "../../parts/fields/field.ts"
import { refusalOf } from "../../parts/fields/refusal.ts"
import { Preview } from "../../parts/preview.tsx"
import { refresh } from "../../state/live.ts"
import { withUndo } from "../../state/undo.ts"
import { dataTexts } from "../../texts/data.ts"
import { shellTexts } from "../../texts/shell.ts"

/** Splits a table that was copied from a spreadsheet into rows of cells. */
export const rowsIn = (text: string): readonly (readonly string[])[] =>
  text
    .split(/\r?\n/)
    .filter((line) => line.includes("\t"))
    .map((line) => line.split("\t"))

const MAX_SHOWN_ROWS = 5

interface Props {
  readonly datastore: Datastore
  readonly person: Person
  readonly fields: readonly Field[]
  readonly rows: readonly (readonly string[])[]
  onClose(): void
}

/** Dialog that creates an item from each pasted row. */
export function Paste({ datastore, person, fields, rows, onClose }: Props) {
  const t = dataTexts()
  const failure = useSignal<string | undefined>(undefined)
  const writable = fields.filter(isWritable)
  const shownRows = rows.slice(0, MAX_SHOWN_ROWS)
  const requestOf = (row: readonly string[]) => ({
    params: placeOf(datastore),
    body: { item: valuesOf(row, writable), use_display_id: true },
  })
  const refuse = async (at: number, error: unknown): Promise<never> => {
    const refusal = await refusalOf(error, fields)
    const reasons = [...refusal.fields].map(([name, reason]) => `${name}: ${reason}`)
    throw new Error(`${at + 1}: ${[...reasons, refusal.rest ?? ""].filter(Boolean).join("; ")}`)
  }
  const tryShownRows = async () => {
    const ids: string[] = []
    for (const [at, row] of shownRows.entries()) {
      const { requestId } = await person.preview.createItem(requestOf(row)).catch((error: unknown) => refuse(at, error))
      ids.push(requestId)
    }
    return ids
  }
  const create = async () => {
    failure.value = undefined
    try {
      const createAll = async () => {
        for (const [at, row] of rows.entries())
          await person.act.createItem(requestOf(row)).catch((error: unknown) => refuse(at, error))
      }
      await withUndo(t.pasted(rows.length), createAll, { whole: true })
      onClose()
    } catch (error) {
      failure.value = error instanceof Error ? error.message : String(error)
    }
    refresh()
  }
  return (
    <Dialog title={t.paste(rows.length)} onClose={onClose} wide>
      <div class="form">
        <p class="hint">
          {t.pasteHint} {t.pastePreviewHint}
        </p>
        <div class="table-box">
          <table>
            <thead>
              <tr>
                {writable.map(({ display_id, name }) => (
                  <th scope="col" key={display_id}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shownRows.map((row, at) => (
                <tr key={`${at}`}>
                  {writable.map(({ display_id }, column) => (
                    <td key={display_id}>{row[column] ?? ""}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {failure.value === undefined ? null : (
          <div class="notice bad" role="alert">
            <p>{failure.value}</p>
          </div>
        )}
        <div class="tools">
          <button type="button" class="button primary" onClick={() => void create()}>
            {t.create}
          </button>
          <Preview of={rows} run={tryShownRows} />
          <button type="button" class="button" onClick={onClose}>
            {shellTexts().cancel}
          </button>
        </div>
      </div>
    </Dialog>
  )
}

/** Returns the values of a pasted row, by display ID. */
const valuesOf = (row: readonly string[], fields: readonly Field[]) =>
  Object.fromEntries(
    fields.flatMap((field, column) => {
      const text = row[column] ?? ""
      return text === "" ? [] : [[field.display_id, inputOf(field, asDraft(field, text))]]
    }),
  )

/** Converts a cell's text to a form's value. Several options are separated by commas, each given by its ID or label. */
function asDraft(field: Field, text: string) {
  const { options = [] } = field
  const { control } = appearanceOf(field)
  const idOf = (name: string) =>
    options.find(({ value, display_id }) => value === name || display_id === name)?.display_id ?? name
  if (control === "checks") return text.split(",").map((part) => idOf(part.trim()))
  if (isList(field)) return text.split(",").map((part) => part.trim())
  return control === "options" ? idOf(text) : text
}
