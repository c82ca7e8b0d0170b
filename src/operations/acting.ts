import { AnswerContext } from "../engine/answer-context.ts"
import type { Caller, Visitor } from "../engine/caller.ts"
import type { Operation, Started } from "../engine/operation.ts"
import { meetFault } from "../faults/meet-fault.ts"
import { check } from "../input/check.ts"
import { requireKnown } from "../model/input/unknown-properties.ts"
import { type Acting, operations, type Public, publicOperations, type RawActing, type RawPublic } from "./index.ts"
import { readNatural } from "./natural-input.ts"
import { tellingOf } from "./telling-of.ts"

type Run = (name: string, operation: Operation, given: unknown) => Promise<unknown>

const bind = (declared: object, run: Run): unknown =>
  Object.fromEntries(
    Object.entries(declared as Readonly<Record<string, Operation>>).map(([name, operation]) => [
      name,
      (given: unknown = {}) => run(name, operation, given),
    ]),
  )

/** With natural values in, and answers as people read them out. */
const naturally =
  (caller: Visitor | Caller): Run =>
  (name, operation, given) =>
    tellingOf(operation, caller, given, () => {
      requireKnown(name, operation.input(), given)
      return meetFault(caller.engine, operation.name, async () => {
        const { input, result } = await run(operation, caller, readNatural(caller, given))
        return operation.answer(result, new AnswerContext(caller), input)
      })
    })

/** With domain results out. */
const rawly =
  (caller: Visitor | Caller): Run =>
  (_, operation, given) =>
    tellingOf(operation, caller, given, async () => (await run(operation, caller, given)).result)

/** The operations bound to a user. */
export const actingAs = (caller: Caller): Acting => bind(operations, naturally(caller)) as Acting

/** The operations that need no user, bound to a world. */
export const actingAsNobody = (visitor: Visitor): Public => bind(publicOperations, naturally(visitor)) as Public

/** The operations of a user with their domain results. */
export const actAs = (caller: Caller): RawActing => bind(operations, rawly(caller)) as RawActing

/** The public operations with their domain results. */
export const publicOf = (visitor: Visitor): RawPublic => bind(publicOperations, rawly(visitor)) as RawPublic

/** Authorizes by the place, then parses the rest and runs, as over the wire (errors.md section 2). */
async function run(operation: Operation, caller: Visitor | Caller, given: unknown) {
  const started = begin(operation, caller, given)
  const input = check(operation.input(), given)
  if (started === undefined) throw new Error(`${operation.name}: an input without its place was taken`)
  return { input, result: await started.run(input) }
}

/** Undefined where the place is incomplete: the whole input is refused then. */
function begin(operation: Operation, caller: Visitor | Caller, given: unknown): Started | undefined {
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
