import * as z from "zod"
import { type Code, type ErrorShape, STATUSES } from "../../../src/model/index.ts"
import { finding } from "./item-shapes/finding.ts"
import { answer, answerOf, anyObject, integer } from "./shapes.ts"

export const errorCode = () => z.enum(Object.keys(STATUSES) as Code[])

/** Schemas of the service's error bodies (errors.md section 1). */
export const errorShapes = {
  errorsWithResult: answerOf(() => ({
    has_error: z.literal(true).describe("Whether an error occurred"),
    errors: z.array(finding()).min(1).describe("The errors, one element per error"),
    result: z.union([z.null(), anyObject()]).describe("Result of the part that succeeded; null if nothing succeeded"),
  })),
  flat: answerOf(() => ({
    error: z.string().describe("The error message"),
    error_code: errorCode().describe("Error code (errors.md section 2)"),
    description: z.string().optional().describe("Details about the error, if there are any"),
  })),
  placeNotFound: answerOf(() => ({
    description: z.string().describe("The error message"),
    error: z.literal("NOT_FOUND").describe("Always NOT_FOUND"),
  })),
  itemNotFound: answerOf(() => ({
    error: z.literal("NOT_FOUND").describe("Always NOT_FOUND"),
    errors: z.array(finding()).min(1).describe("The errors, one element per error"),
  })),
  itemErrors: answerOf(() => ({
    error: z.array(finding()).min(1).describe("The errors; null or empty if there are none"),
    history_id: z.string().optional().describe("ID of the history entry that the write created"),
    item_id: z.string().optional().describe("ID of the item"),
    item: anyObject().optional().describe("The item after the write; only with return_item_result"),
  })),
  errorText: answerOf(() => ({ error: z.string().describe("The error message") })),
  errorMessage: answerOf(() => ({
    code: integer().describe("The HTTP status"),
    message: z.string().describe("The error message"),
    error_code: errorCode().optional().describe("Error code (errors.md section 2)"),
  })),
  rejected: answerOf(() => ({
    error: z.literal("").describe("Always empty; details has the script's message"),
    details: answer({
      result: z.unknown().describe("Result of the script"),
      status: z.literal("REJECTED").describe("Always REJECTED"),
      stop_execution: z.literal(true).describe("Always true"),
    }).describe("Message of the pre script"),
    error_code: z.literal("PROCESS_STOPPED").describe("Error code (errors.md section 2)"),
  })),
} as const satisfies Record<ErrorShape, () => z.ZodType>
