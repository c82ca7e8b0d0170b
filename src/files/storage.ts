import type { WId } from "../model/ids.ts"
import type { View } from "../state/view.ts"
import { isGone } from "./lifetime.ts"

/** Bytes of the files that a workspace keeps, uploads that no item names yet included (model.md section 18). */
export function storedBytes(view: View, wId: WId): number {
  let bytes = 0
  view.table("files").forEach((file) => {
    if (file.wId === wId && !isGone(file, view.now)) bytes += file.size
  })
  return bytes
}
