import * as z from "zod"
import {
  lazy,
  list,
  object,
  optionalBoolean,
  optionalId,
  optionalInt,
  optionalString,
  shareName,
} from "../../model/input/index.ts"
import type { Condition } from "../../model/records/index.ts"
import { MAX_CONDITIONS } from "./compile.ts"
import type { Sort } from "./order.ts"

/** A condition as a caller in this process may give it. Each call converts numbers to strings before it parses its input. */
export interface GivenCondition extends Omit<Condition, "searchValue" | "conditions"> {
  readonly searchValue?: readonly (string | number | null)[] | undefined
  readonly conditions?: readonly GivenCondition[] | undefined
}

type ConditionSchema = z.ZodType<Condition, GivenCondition>

/** Input schema `Cond` of api.md section 0: a condition on one value, or a group of conditions. */
export const condition: () => ConditionSchema = lazy(
  (): ConditionSchema =>
    shareName(
      "Condition",
      object({
        id: optionalId().describe("The field or system column of a leaf, by display ID or f_id"),
        rpfId: optionalId().describe("Instead of id: a column of a report"),
        searchValue: list(z.string().nullable())
          .describe("The search value: strings and nulls for any data type; a range has two elements")
          .optional(),
        dataType: optionalString("Accepted and ignored: the field's own data type counts"),
        exactMatch: optionalBoolean(
          "For text fields, true: equal to a value; false: a value is a pattern. Default false",
        ),
        notMatch: optionalBoolean(
          "True: finds items that do not match, including empty values; negates a group. Default false",
        ),
        includeNull: optionalBoolean("True: empty values match, too. Default false"),
        conditions: list(z.lazy(condition), { max: MAX_CONDITIONS })
          .describe("Makes the element a group of conditions, nested freely")
          .optional(),
        useOrCondition: anyCondition(),
      }),
    ),
)

export const anyCondition = () => optionalBoolean("True: one condition is enough; false: all must match. Default false")

export const conditionList = () =>
  list(condition(), { max: MAX_CONDITIONS }).describe("Search conditions (model.md section 11); none: all items")

export const sort = lazy(
  (): z.ZodType<Sort, Sort> =>
    shareName(
      "SortField",
      object({
        id: z.string().describe("The field to sort by, by display ID or f_id; or i_id, created_at, updated_at, title"),
        order: z.enum(["asc", "desc"]).describe("Direction of the sort. Default asc").optional(),
      }),
    ),
)

/** Input property of requests whose conditions may list several exact numbers and dates. No REST request sends it. */
export const exactMatchesAny = () =>
  optionalBoolean(
    "True: exact_match of a number or date finds items equal to any search value. Default false: two values are a range",
  )

/** Maximum number of sort criteria (api.md section 0). */
const MAX_SORTS = 20

export const sortList = () =>
  list(sort(), { max: MAX_SORTS }).describe("What to sort by, the first one first. Default: the newest item first")

/** Input properties that all list requests share (api.md section 17.1). */
export const listing = () => ({
  conditions: conditionList().optional(),
  useOrCondition: anyCondition(),
  page: z.int().min(1).describe("Number of the page, from 1. Default 1").optional(),
  perPage: z.int().min(0).describe("Items of a page; 0 is all. Default 0").optional(),
  unreadOnly: optionalBoolean("True: only items with history entries that the caller has not read. Default false"),
  excludeActionHistory: optionalBoolean("True: unread does not count entries of actions. Default false"),
  excludeCommentHistory: optionalBoolean("True: unread does not count comments. Default false"),
  sortFields: sortList().optional(),
  useDefaultSearch: optionalBoolean("True: the datastore's default conditions count, too. Default false"),
  includeLinks: optionalBoolean("True: items have their links. Default false"),
  includeLookups: optionalBoolean("True: items have the items that their lookups name. Default false"),
  returnNumberValue: optionalBoolean("True: numbers are numbers; false: strings. Default false"),
  returnCountOnly: optionalBoolean("True: no items, only how many. Default false"),
  omitTotalItems: optionalBoolean("True: nothing is counted, totalItems is 0. Default false"),
  dataResultTimeoutSec: optionalInt("Seconds after which the answer is without items. Default 60"),
  totalCountTimeoutSec: optionalInt("Seconds after which totalItems is -1. Default 60"),
})
