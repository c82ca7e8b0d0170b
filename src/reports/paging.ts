import type * as z from "zod"
import { optionalBoolean, optionalInt } from "../model/input/index.ts"

/** Returns the input properties for paging and counting report rows (api.md section 21.3). */
export const reportPaging = () => ({
  page: optionalInt("Number of the page, from 1. Default 1"),
  perPage: optionalInt("Rows of a page; 0 is all. Default 0"),
  includeLookups: optionalBoolean("True: includes the items in lookup fields. Default false"),
  returnNumberValue: optionalBoolean("True: numbers of looked-up items are numbers; false: strings. Default false"),
  returnIdValueResults: optionalBoolean("True: also returns IDs of options, statuses and users. Default false"),
  returnUtcDatetime: optionalBoolean("True: instants are ISO 8601 in UTC. Default false"),
  returnCountOnly: optionalBoolean("True: no rows, only how many. Default false"),
  omitTotalItems: optionalBoolean("True: nothing is counted, totalItems is 0. Default false"),
  dataResultTimeoutSec: optionalInt("Seconds after which the answer is without rows. Default 60"),
  totalCountTimeoutSec: optionalInt("Seconds after which totalItems is -1. Default 60"),
})

export type ReportPaging = z.output<z.ZodObject<ReturnType<typeof reportPaging>>>
