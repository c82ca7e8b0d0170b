import { command } from "../../engine/use-case.ts"
import { type PlacedLink, requireLinkEnds } from "../../links/link-ends.ts"
import { addLink } from "../../links/links.ts"

/** AddItemLink (api.md section 17.3): item → linked item, one way; a link that is there already stays. */
export const addItemLink = command<PlacedLink, void>("AddItemLink", (tx, actor, input) => {
  const { item, linked } = requireLinkEnds(tx, actor, input)
  addLink(tx, item, linked)
})
