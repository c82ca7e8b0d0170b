import type { DueSource } from "../clock/due-source.ts"
import { expiryOf } from "./lifetime.ts"

/** Uploads that no item names in time and that are therefore dropped (model.md section 18). */
export const expiringFiles: DueSource = {
  kind: "file_expiry",
  findNext(view) {
    const upload = view.lowest("temporaryFiles")
    if (upload === undefined) return undefined
    const { name } = view.expect("files", upload.id)
    return { at: expiryOf(upload.key), kind: "file_expiry", id: upload.id, name }
  },
  listUpcoming: (view) =>
    view.entriesUpTo("temporaryFiles", "\uffff").map(({ key, id }) => ({
      at: expiryOf(key),
      kind: "file_expiry",
      id,
      name: view.expect("files", id).name,
    })),
  isStillDue: (view, { id }) => view.hasEntry("temporaryFiles", view.get("files", id)?.createdAt ?? "", id),
  count: (view, until) => view.entriesUpTo("temporaryFiles", until).filter(({ key }) => expiryOf(key) <= until).length,
  async fire(engine, event, { at, prepare, behalf }) {
    const expire = (tx: Parameters<NonNullable<typeof prepare>>[0]) => {
      prepare?.(tx)
      tx.patch("files", event.id, { deleted: true, updatedAt: at })
    }
    await engine.commit("Clock", { uId: null, behalf }, expire, at)
    return { ...event, at, affected: 0 }
  },
}
