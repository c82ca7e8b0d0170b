import type { DetailForm, FileForm, LookupDetail, LookupForm, UserForm } from "../../../src/index.ts"
import { presentLookupItem } from "./linked-items.ts"

/** A field value of GetItemDetails (forms D and N of model.md section 5.2). */
export function presentDetail(value: DetailForm | LookupDetail): unknown {
  if (value === null || typeof value !== "object") return value
  if (Array.isArray(value)) return value.map(presentElement)
  return presentElement(value as FileForm | LookupForm)
}

function presentElement(value: string | UserForm | FileForm | LookupDetail): unknown {
  if (typeof value === "string") return value
  if ("userId" in value) return presentUser(value)
  return "file" in value ? presentFile(value) : presentLookup(value)
}

const presentUser = ({ accessKey, email, mediaLink, userId, userName }: UserForm) => ({
  access_key: accessKey,
  email,
  media_link: mediaLink,
  user_id: userId,
  user_name: userName,
})

const presentLookup = ({ dId, itemId, title, lookupItem }: LookupDetail) => ({
  d_id: dId,
  item_id: itemId,
  title,
  ...(lookupItem === undefined ? {} : { lookup_item: presentLookupItem(lookupItem) }),
})

/** The file object of model.md section 5.2. */
export function presentFile({ file, link }: FileForm) {
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
