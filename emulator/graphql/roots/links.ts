import { actorOfCaller } from "../../../src/engine/index.ts"
import { addItemLink, deleteItemLink, getLinkedItems } from "../../../src/operations/list.ts"
import { table } from "../../api/index.ts"
import { type LinkedPlace, presentLinkedItems } from "../items/linked.ts"
import { root, SUCCESS } from "../root.ts"

interface LinkArguments {
  readonly itemLinkRequestInput: { readonly link_datastore_id: string; readonly link_item_id: string }
}

const answer = () => SUCCESS

/** Roots on links between items (graphql.md section 3.9). */
export const linksRoots = {
  addItemLink: root(addItemLink, {
    toWire: ({ itemLinkRequestInput: { link_datastore_id: datastore, link_item_id: id } }: LinkArguments) => ({
      link: { datastore, item_id: id },
      only_unlinked: true,
    }),
    answer,
  }),
  updateItemLink: root(table.updateItemLink, { answer }),
  deleteItemLink: root(deleteItemLink, {
    toWire: ({ itemLinkRequestInput: { link_datastore_id: datastore, link_item_id: id } }: LinkArguments) => ({
      link_datastore: datastore,
      link_item_id: id,
      both_ways: true,
    }),
    answer,
  }),
  datastoreGetLinkedItems: root(getLinkedItems, {
    toWire: () => ({ both_ways: true }),
    answer: ({ linked }, { view, uId, args }) =>
      presentLinkedItems(view, actorOfCaller(view, { uId }), linked, args as unknown as LinkedPlace),
  }),
}
