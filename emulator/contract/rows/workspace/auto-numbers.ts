import * as z from "zod"
import { getAutoNumber, updateAutoNumber } from "../../../../src/inside.ts"
import { presentIssuedNumber, presentSetNumber } from "../../../api/presenters/workspace/auto-numbers.ts"
import { row } from "../../../api/contract/declared-row.ts"
import { answer, integer, lazy, success } from "../../shapes.ts"

export const setNumberAnswer = lazy(() => success(answer({ number: z.string(), value: integer() })))

export const issuedNumberAnswer = lazy(() => success(answer({ number: integer(), value: z.string() })))

/** api.md sections 6.6 and 18.4: auto numbers. */
export const autoNumberRows = {
  updateAutoNumber: row(updateAutoNumber, {
    method: "post",
    paths: ["/applications/:app-id/datastores/:datastore-id/fields/:field-id/autonum"],
    tag: "auto-numbers",
    answer: setNumberAnswer,
    present: presentSetNumber,
    source: "seed",
  }),
  getAutoNumber: row(getAutoNumber, {
    method: "get",
    paths: ["/applications/:app-id/datastores/:datastore-id/fields/:field-id/autonum"],
    tag: "auto-numbers",
    answer: issuedNumberAnswer,
    present: presentIssuedNumber,
    source: "docs",
  }),
} as const
