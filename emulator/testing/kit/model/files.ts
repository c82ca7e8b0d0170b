import type { KitDatastore, KitField } from "../schema.ts"
import type { Model, ModelItem } from "./model.ts"
import { isHere, seesDatastore, seesField, seesItem } from "./people.ts"
import type { ModelFile } from "../../../../test/testing/kit/hexarium/model/extras.ts"

const LIFETIME_MS = 24 * 3_600_000

/** The field of the datastore, where they see both. */
export const shownFileField = (model: Model, uId: string, datastore: KitDatastore, fId: string): KitField | undefined =>
  datastore.fields.find((field) => {
    const isIt = field.fId === fId && field.dataType === "file"
    return isIt && seesDatastore(model, uId, datastore) && seesField(model, uId, datastore, field)
  })

/** Whether they may read it: with the item that names it, or as the uploader's own for a day (model.md section 18, api.md section 19). */
export function seesFile(model: Model, uId: string, file: ModelFile): boolean {
  if (file.isDeleted || !isHere(model, uId)) return false
  // an upload for an item dies with it
  if (file.place !== null && !model.items.has(file.place.iId)) return false
  if (!file.isAttached) return file.uploader === uId && model.nowMs < file.madeMs + LIFETIME_MS
  const item = model.items.get(file.place?.iId ?? "")
  const isShown = item && shownFileField(model, uId, item.datastore, file.place?.fId ?? "") !== undefined
  return item !== undefined && isShown === true && seesItem(model, uId, item)
}

/** Whether an item of the datastore may name it (model.md section 5.6). */
export const isUsableFile = (model: Model, uId: string, file: ModelFile | undefined, dId: string): boolean =>
  file !== undefined && seesFile(model, uId, file) && (file.place === null || file.place.dId === dId)

/** A write named files: they are the field's own from now on, and what it named before is deleted. */
export function settleFiles(model: Model, item: ModelItem, field: KitField, before: readonly string[]): void {
  const named = [item.values[field.displayId] ?? []].flat().map(String)
  for (const id of before) {
    const file = model.files.get(id)
    if (file !== undefined && !named.includes(id)) file.isDeleted = true
  }
  for (const id of named) {
    const file = model.files.get(id)
    if (file === undefined) continue
    file.isAttached = true
    file.place = { dId: item.datastore.dId, fId: field.fId, iId: item.iId }
  }
}

/** The files that an item's field names, as far as commands put them there. */
export const filesOf = (item: ModelItem, field: KitField): readonly string[] =>
  [item.values[field.displayId] ?? []].flat().map(String)
