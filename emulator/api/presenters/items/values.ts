import type { DetailForm, FileForm, UserForm } from "../../../../src/fields/index.ts"
import type { LookupDetail } from "../../../../src/operations/index.ts"
import type {
  WireFieldValue,
  WireFileValue,
  WireLookupValue,
  WireUserValue,
} from "../../contract/item-shapes/values.ts"
import { presentLinkedItem } from "./linked-items.ts"

/** Converts a field value for GetItemDetails (model.md section 5.2, columns D and N). */
export function presentDetail(value: DetailForm | LookupDetail): WireFieldValue {
  if (value === null || typeof value !== "object") return value
  if (isList(value)) return value.map(presentElement)
  return "file" in value ? presentFile(value) : presentLookup(value)
}

/** Returns whether a value is an array. `Array.isArray` does not narrow readonly arrays. */
const isList = (value: object): value is readonly unknown[] => Array.isArray(value)

function presentElement(element: string | UserForm | FileForm): string | WireUserValue | WireFileValue {
  if (typeof element === "string") return element
  return "file" in element ? presentFile(element) : presentUser(element)
}

export const presentUser = ({ accessKey, email, mediaLink, userId, userName }: UserForm): WireUserValue => ({
  access_key: accessKey,
  email,
  media_link: mediaLink,
  user_id: userId,
  user_name: userName,
})

const presentLookup = ({ dId, itemId, title, lookupItem }: LookupDetail): WireLookupValue => ({
  d_id: dId,
  item_id: itemId,
  title,
  lookup_item: lookupItem && presentLinkedItem(lookupItem),
})

export function presentFile({ file, link }: FileForm): WireFileValue {
  const path = `${file.dId ?? ""}/${file.iId ?? ""}/${file.fId ?? ""}/${file.name}`
  return {
    _id: file.fileId,
    file_id: file.fileId,
    contentType: file.contentType,
    created_at: file.createdAt,
    d_id: file.dId ?? "",
    datastore_id: file.dId ?? "",
    deleted: file.deleted,
    field_id: file.fId ?? "",
    filename: file.name,
    filepath: path,
    i_id: file.iId ?? "",
    item_id: file.iId ?? "",
    mediaLink: link,
    name: path,
    p_id: file.pId ?? "",
    selfLink: link,
    size: file.size,
    timeCreated: file.createdAt,
    updated: file.updatedAt,
    user_id: file.uId,
    w_id: file.wId,
  }
}
