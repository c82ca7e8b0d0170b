import * as z from "zod"
import { type Code, type ErrorShape, STATUSES } from "../../../src/model/index.ts"
import { finding } from "./item-shapes/finding.ts"
import { answer, answerOf, anyObject, integer } from "./shapes.ts"

export const errorCode = () => z.enum(Object.keys(STATUSES) as Code[])

/** Schemas of the service's error bodies (errors.md section 1). */
export const errorShapes = {
  errorsWithResult: answerOf(() => ({
    has_error: z.literal(true).describe("Whether something went wrong"),
    errors: z.array(finding()).min(1).describe("What went wrong, one element for each"),
    result: z.union([z.null(), anyObject()]).describe("What was done all the same; null for nothing"),
  })),
  flat: answerOf(() => ({
    error: z.string().describe("Message: what is wrong"),
    error_code: errorCode().describe("Code of the refusal (errors.md section 2)"),
    description: z.string().optional().describe("More about the refusal, where there is more to say"),
  })),
  placeNotFound: answerOf(() => ({
    description: z.string().describe("What was not found"),
    error: z.literal("NOT_FOUND").describe("Always NOT_FOUND"),
  })),
  itemNotFound: answerOf(() => ({
    error: z.literal("NOT_FOUND").describe("Always NOT_FOUND"),
    errors: z.array(finding()).min(1).describe("What went wrong, one element for each"),
  })),
  itemErrors: answerOf(() => ({
    error: z.array(finding()).min(1).describe("What went wrong; null or empty when nothing did"),
    history_id: z.string().optional().describe("ID of the history entry that the write left"),
    item_id: z.string().optional().describe("ID of the item"),
    item: anyObject().optional().describe("The item as it is now; only with return_item_result"),
  })),
  errorText: answerOf(() => ({ error: z.string().describe("Message: what is wrong") })),
  errorMessage: answerOf(() => ({
    code: integer().describe("The HTTP status"),
    message: z.string().describe("Message: what is wrong"),
    error_code: errorCode().optional().describe("Code of the refusal (errors.md section 2)"),
  })),
  rejected: answerOf(() => ({
    error: z.literal("").describe("Always empty: details has the message of the script"),
    details: answer({
      result: z.unknown().describe("What the script returned"),
      status: z.literal("REJECTED").describe("Always REJECTED"),
      stop_execution: z.literal(true).describe("Always true"),
    }).describe("Message of the pre script"),
    error_code: z.literal("PROCESS_STOPPED").describe("Code of the refusal (errors.md section 2)"),
  })),
} as const satisfies Record<ErrorShape, () => z.ZodType>
