import * as z from "zod"
import { listOfMost } from "../../input/bounded-schemas.ts"
import { lazy, list, object, optionalId, shared } from "../../model/input/schemas.ts"
import type { Condition } from "../../records/condition.ts"
import type { Sort } from "./order.ts"

/** A request of more than 500 conditions is refused, whatever the others are. */
const READ_CONDITIONS = 501

type ConditionSchema = z.ZodType<Condition, Condition>

const someConditions = (element: ConditionSchema) =>
  listOfMost(element, READ_CONDITIONS) as unknown as z.ZodType<readonly Condition[], readonly Condition[]>

/** `Cond` of api.md section 0: a leaf or a group. */
export const condition: () => ConditionSchema = lazy(
  (): ConditionSchema =>
    shared(
      "Condition",
      object({
        id: optionalId().describe("The field or system column of a leaf, by display ID or f_id"),
        rpfId: optionalId().describe("Instead of id: a column of a report"),
        searchValue: list(z.string().nullable())
          .describe("What is looked for: strings and nulls whatever the data type; a range is two of them")
          .optional(),
        dataType: z.string().describe("Accepted and ignored: the field's own data type counts").optional(),
        exactMatch: z
          .boolean()
          .describe("For text fields, true: equal to a value; false: a value is a pattern. Default false")
          .optional(),
        notMatch: z
          .boolean()
          .describe("True: finds items that do not fit, with empty values among them. Default false")
          .optional(),
        includeNull: z.boolean().describe("True: empty values fit, too. Default false").optional(),
        conditions: someConditions(z.lazy(condition))
          .describe("Makes the element a group of conditions, nested freely")
          .optional(),
        useOrCondition: anyCondition(),
      }),
    ),
)

const anyCondition = () =>
  z.boolean().describe("True: one condition is enough; false: all have to fit. Default false").optional()

/** The conditions of a request. */
export const conditionList = () =>
  someConditions(condition()).describe("What is looked for (model.md section 11); none: everything")

/** One of the fields that items are sorted by. */
export const sort = lazy(
  (): z.ZodType<Sort, Sort> =>
    shared(
      "SortField",
      object({
        id: z.string().describe("The field to sort by, by display ID or f_id; or i_id, created_at, updated_at, title"),
        order: z.enum(["asc", "desc"]).describe("Direction of the sort. Default asc").optional(),
      }),
    ),
)

/** What a search sorts by. */
export const sortList = () =>
  list(sort()).describe("What to sort by, the first one first. Default: the newest item first")

/** How items are listed, wherever that is asked for (api.md section 17.1). */
export const listing = () => ({
  conditions: conditionList().optional(),
  useOrCondition: anyCondition(),
  page: z.int().min(1).describe("Number of the page, from 1. Default 1").optional(),
  perPage: z.int().min(0).describe("Items of a page; 0 is all. Default 0").optional(),
  unreadOnly: z
    .boolean()
    .describe("True: only items with history entries that the caller has not read. Default false")
    .optional(),
  excludeActionHistory: z
    .boolean()
    .describe("True: unread does not count entries of actions. Default false")
    .optional(),
  excludeCommentHistory: z.boolean().describe("True: unread does not count comments. Default false").optional(),
  sortFields: sortList().optional(),
  useDefaultSearch: z
    .boolean()
    .describe("True: the datastore's default conditions count, too. Default false")
    .optional(),
  includeLinks: z.boolean().describe("True: items have their links. Default false").optional(),
  includeLookups: z.boolean().describe("True: items have the items that their lookups name. Default false").optional(),
  returnNumberValue: z.boolean().describe("True: numbers are numbers; false: strings. Default false").optional(),
  returnCountOnly: z.boolean().describe("True: no items, only how many. Default false").optional(),
  omitTotalItems: z.boolean().describe("True: nothing is counted, totalItems is 0. Default false").optional(),
  dataResultTimeoutSec: z.int().describe("Seconds after which the answer is without items. Default 60").optional(),
  totalCountTimeoutSec: z.int().describe("Seconds after which totalItems is -1. Default 60").optional(),
})
