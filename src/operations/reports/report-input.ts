import * as z from "zod"
import { applicationPlace } from "../places.ts"

/** A report of an application. */
export const reportPlace = () => ({
  ...applicationPlace(),
  report: z.string().describe("The report, by display or internal ID"),
})

/** A chart of an application. */
export const chartPlace = () => ({
  ...applicationPlace(),
  chart: z.string().describe("The chart, by display or internal ID"),
})

/** How rows of a report are asked for (api.md section 21.3). */
export const reportPaging = () => ({
  page: z.int().describe("Number of the page, from 1. Default 1").optional(),
  perPage: z.int().describe("Rows of a page; 0 is all. Default 0").optional(),
  includeLookups: z.boolean().describe("True: rows have the items that their lookups name. Default false").optional(),
  returnNumberValue: z
    .boolean()
    .describe("True: numbers of looked-up items are numbers; false: strings. Default false")
    .optional(),
  returnIdValueResults: z
    .boolean()
    .describe("True: rows have their values by column ID, too. Default false")
    .optional(),
  returnUtcDatetime: z.boolean().describe("True: instants are ISO 8601 in UTC. Default false").optional(),
  returnCountOnly: z.boolean().describe("True: no rows, only how many. Default false").optional(),
  omitTotalItems: z.boolean().describe("True: nothing is counted, totalItems is 0. Default false").optional(),
  dataResultTimeoutSec: z.int().describe("Seconds after which the answer is without rows. Default 60").optional(),
  totalCountTimeoutSec: z.int().describe("Seconds after which totalItems is -1. Default 60").optional(),
})
