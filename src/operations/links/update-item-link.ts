import { command } from "../../engine/use-case.ts"
import { targetNotFound } from "../../error.ts"
import { type LinkEnd, type LinkingItem, requireLinked, requireLinkingItem } from "../../links/link-ends.ts"
import { addLink, removeLink } from "../../links/links.ts"

export interface UpdateItemLink extends LinkingItem {
  readonly oldLink: LinkEnd
  readonly newLink: LinkEnd
}

/** UpdateItemLink (api.md section 17.3): one link gives way to another. */
export const updateItemLink = command<UpdateItemLink, void>("UpdateItemLink", (tx, actor, input) => {
  const { datastore, item } = requireLinkingItem(tx, actor, input)
  const old = requireLinked(tx, actor, datastore, input.oldLink)
  const now = requireLinked(tx, actor, datastore, input.newLink)
  if (!removeLink(tx, item.iId, old.iId)) throw targetNotFound(`link not found: ${item.iId} ${old.iId}`)
  addLink(tx, item, now)
})
