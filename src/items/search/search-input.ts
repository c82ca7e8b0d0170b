import * as z from "zod"
import { listOfMost } from "../../input/bounded-schemas.ts"
import { lazy, list, object, optionalId, shared } from "../../input/schemas.ts"
import type { Condition } from "../../records/condition.ts"

/** A request of more than 500 conditions is refused, whatever the others are. */
const READ_CONDITIONS = 501

/** The conditions of a request. */
export const conditionList = () => listOfMost(condition(), READ_CONDITIONS)

/** `Cond` of api.md section 0: a leaf or a group. */
export const condition: () => z.ZodType<Condition, Condition> = lazy(
  (): z.ZodType<Condition, Condition> =>
    shared(
      "Condition",
      object({
        id: optionalId().describe("The field or system column of a leaf, by display ID or f_id"),
        rpfId: optionalId().describe("Instead of id: a column of a report"),
        searchValue: list(z.string().nullable())
          .describe("The values to find: strings and nulls whatever the data type; a range is two of them")
          .optional(),
        dataType: z.string().describe("Accepted and ignored: the field's own data type counts").optional(),
        exactMatch: z.boolean().describe("Of texts: true for equality, false for a pattern. Default false").optional(),
        notMatch: z.boolean().describe("True: finds what does not fit, empty values too. Default false").optional(),
        includeNull: z.boolean().describe("True: empty values fit, too. Default false").optional(),
        conditions: listOfMost(z.lazy(condition), READ_CONDITIONS)
          .describe("Makes the element a group of conditions, nested freely")
          .optional(),
        useOrCondition: z
          .boolean()
          .describe("True: one condition is enough; false: all have to fit. Default false")
          .optional(),
      }),
    ),
)
