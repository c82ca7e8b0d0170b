import { findDefaultAction } from "../../src/items/index.ts"
import { nameIn, type UId } from "../../src/model/index.ts"
import type { Action, Datastore } from "../../src/model/records/index.ts"
import type { View } from "../../src/state/index.ts"
import type { ItemEvent } from "./item-events.ts"
import { event } from "./messages.ts"

/** Creates the messages about one event. They differ between receivers only in the target and in whether the receiver is the author. */
export class ItemMessage {
  readonly #view: View
  readonly #event: ItemEvent
  readonly #datastore: Datastore
  readonly #json = new Map<boolean, string>()

  constructor(view: View, event: ItemEvent, datastore: Datastore) {
    this.#view = view
    this.#event = event
    this.#datastore = datastore
  }

  /** Returns the message for a user. */
  textFor(uId: UId): string {
    const isAuthor = uId === this.#event.uId
    let json = this.#json.get(isAuthor)
    if (json === undefined) {
      json = JSON.stringify(this.#present(isAuthor))
      this.#json.set(isAuthor, json)
    }
    return event(`item_view_${this.#event.item.iId}_${uId}`, json)
  }

  /** Returns the message's keys and values. Some clients refuse messages with other keys (hub.md section 2). */
  #present(isAuthor: boolean) {
    const { item, at, uId, historyId, comment, action, notifiesSender } = this.#event
    const { wId, pId, dId } = this.#datastore
    const author = uId === null ? undefined : this.#view.get("users", uId)
    const ran = findAction(this.#datastore, action)
    return {
      _id: historyId,
      actionname: ran === undefined ? "" : nameIn(ran.name, this.#view.settings.lang),
      comment,
      user_id: uId ?? "",
      username: author?.username ?? "",
      email: author?.email ?? "",
      user_obj_id: "",
      workspace_id: wId,
      project_id: pId,
      datastore_id: dId,
      i_id: item.iId,
      created_at: at,
      ischanged: action === "deletion" || action?.isChanged === true,
      issenditemunread: !isAuthor,
      isnotifytosender: notifiesSender,
      is_notify: false,
      is_fetchreplymail: false,
      post_for_rel: false,
      post_mode: "",
      displayorder: 0,
      file_ids: null,
    }
  }
}

/** Returns the action of an event. For a deletion without an action, returns the default delete action. */
function findAction(datastore: Datastore, action: ItemEvent["action"]): Action | undefined {
  if (action === null) return undefined
  if (action === "deletion") return findDefaultAction(datastore, "3")
  return datastore.actions.find(({ aId }) => aId === action.aId)
}
