import { operations } from "../../../src/inside.ts"
import { table } from "../../contract/table.ts"
import { handle } from "../../http/handle.ts"
import { presentCsv, presentItemList } from "../../presenters/items/item-list.ts"
import { presentSearchConditions } from "../../presenters/workspace/search-conditions.ts"
import { csvReply } from "../../wire/reply.ts"
import { placeInApplication } from "./item-place.ts"
import { readListing } from "./listing.ts"

export const itemReadHandlers = {
  itemList: handle(table.itemList, operations.itemList, {
    where: placeInApplication,
    input: ({ body }, where) => ({
      ids: body.use_display_id === false ? ("internal" as const) : ("display" as const),
      ...readListing(body),
      ...where,
    }),
    present: (list, { body }) =>
      body.format === "csv"
        ? csvReply(() => presentCsv(list))
        : presentItemList(list, { fields: body.include_fields_data === true }),
  }),
  getItemSearchConditions: handle(table.getItemSearchConditions, operations.getItemSearchConditions, {
    where: placeInApplication,
    input: (_, where) => where,
    present: presentSearchConditions,
  }),
}
