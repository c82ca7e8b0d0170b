import { ControlError } from "../api/control.ts"
import { ApiError } from "../api/person.ts"
import { shellTexts } from "../texts/shell.ts"

export function reasonOf(error: unknown): string {
  if (error instanceof ControlError) return error.status === 0 ? shellTexts().unreachable : error.message
  if (error instanceof ApiError) return error.message.replace(/^\w+: /, "")
  if (error instanceof TypeError) return shellTexts().unreachable
  return error instanceof Error ? error.message : String(error)
}
