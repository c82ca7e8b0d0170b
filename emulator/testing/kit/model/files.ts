import type { KitDatastore, KitField } from "../schema.ts"
import type { Model, ModelFile, ModelItem } from "./model.ts"
import { isHere, seesDatastore, seesField, seesItem } from "./people.ts"

const LIFETIME_MS = 24 * 3_600_000

export const shownFileField = (model: Model, uId: string, datastore: KitDatastore, fId: string): KitField | undefined =>
  datastore.fields.find((field) => {
    const isIt = field.fId === fId && field.dataType === "file"
    return isIt && seesDatastore(model, uId, datastore) && seesField(model, uId, datastore, field)
  })

/** Whether the user sees the item with the file, or uploaded the file within the last day (model.md section 18, api.md section 19). */
export function seesFile(model: Model, uId: string, file: ModelFile): boolean {
  if (file.isDeleted || !isHere(model, uId)) return false
  // A file that was uploaded for an item is deleted together with the item.
  if (file.place !== null && !model.items.has(file.place.iId)) return false
  if (!file.isAttached) return file.uploader === uId && model.nowMs < file.madeMs + LIFETIME_MS
  const item = model.items.get(file.place?.iId ?? "")
  const isShown = item && shownFileField(model, uId, item.datastore, file.place?.fId ?? "") !== undefined
  return item !== undefined && isShown === true && seesItem(model, uId, item)
}

/** Whether the user can store the file in an item of this datastore (model.md section 5.6). */
export const isUsableFile = (model: Model, uId: string, file: ModelFile | undefined, dId: string): boolean =>
  file !== undefined && seesFile(model, uId, file) && (file.place === null || file.place.dId === dId)

export function attachFiles(model: Model, item: ModelItem, field: KitField, before: readonly string[]): void {
  const named = filesOf(item, field)
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

export const filesOf = (item: ModelItem, field: KitField): readonly string[] =>
  [item.values[field.displayId] ?? []].flat().map(String)
