import { AnswerContext } from "../engine/answer-context.ts"
import type { Operation } from "../engine/operation.ts"
import type { Caller, Visitor } from "../engine/use-case.ts"
import { check } from "../input/check.ts"
import { requireKnown } from "../input/unknown-properties.ts"

export const isOperation = (value: unknown): value is Operation =>
  typeof value === "object" && value !== null && "begin" in value

/** Runs an operation in process: place, privilege, then the rest of its input, as over the wire (errors.md section 2). */
export async function runOperation(
  operation: Operation,
  caller: Visitor | Caller,
  given: unknown = {},
): Promise<unknown> {
  const schema = operation.input()
  const started = begin(operation, caller, given)
  const input = check(schema, given)
  return started?.run(input)
}

/** The same, with the answer that people read. */
export async function answerOperation(
  operation: Operation,
  caller: Visitor | Caller,
  given: unknown,
): Promise<unknown> {
  const started = begin(operation, caller, given)
  const input = check(operation.input(), given)
  const result = await started?.run(input)
  return operation.answer(result, new AnswerContext(caller), input)
}

/** Undefined where the place is incomplete: the whole input is refused then. */
function begin(operation: Operation, caller: Visitor | Caller, given: unknown) {
  const { shape } = operation.input()
  const place: Record<string, unknown> = {}
  for (const property of operation.place) {
    const sent: unknown = typeof given === "object" && given !== null ? Reflect.get(given, property) : undefined
    const { success, data } = shape[property]?.safeParse(sent ?? undefined) ?? { success: false, data: undefined }
    if (success) place[property] = data
    else if (shape[property]?.safeParse(undefined).success !== true) return undefined
  }
  return operation.begin(caller, place)
}

/** Refuses properties that the operation does not have: it would do something else than was meant, and nobody would notice. */
export const requireKnownInput = (name: string, operation: Operation, given: unknown): void =>
  requireKnown(name, operation.input(), given)
