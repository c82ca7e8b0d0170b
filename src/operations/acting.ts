import { AnswerContext } from "../engine/answer-context.ts"
import { type Caller, runUseCase, type UseCase, type Visitor } from "../engine/use-case.ts"
import { meetFault } from "../faults/meet-fault.ts"
import type { AnswerFor, AnswersFor } from "./answers/answer.ts"
import { itemAnswers } from "./answers/items.ts"
import type { OperationAnswers } from "./answers/operation-answers.ts"
import { settingsAnswers } from "./answers/settings.ts"
import {
  type DeclaredAnswer,
  operations,
  publicOperations,
  type RawActing,
  type RawInput,
  type RawName,
  type RawPublic,
  type RawUserName,
  type UndeclaredName,
} from "./index.ts"
import { readNatural } from "./natural-input.ts"
import { answerOperation, isOperation, requireKnownInput } from "./run-operation.ts"
import { apiNameOf, tellingOf } from "./telling-of.ts"
import { requireWords } from "./words/require-words.ts"

/** What people read of what each operation came to; the compiler asks for every operation. */
const answers = { ...itemAnswers, ...settingsAnswers } satisfies AnswersFor<RawUserName & UndeclaredName>

type Answer<N extends RawName> = N extends UndeclaredName ? OperationAnswers[N] : DeclaredAnswer<N>

type Call<N extends RawName> =
  Parameters<(RawActing & RawPublic)[N]> extends []
    ? () => Promise<Answer<N>>
    : Record<never, never> extends RawInput<N>
      ? (input?: RawInput<N>) => Promise<Answer<N>>
      : (input: RawInput<N>) => Promise<Answer<N>>

/**
 * Every operation as one user, in process and without a token. Answers are what a person asserts on: values by display ID in
 * natural types, users by e-mail address, IDs beside them, nothing secret (model.md section 5.7). Refusals throw
 * `DomainError`.
 */
export type Acting = { readonly [N in keyof RawActing]: Call<N> }

/** The operations that anybody may call. */
export type Public = { readonly [N in keyof RawPublic]: Call<N> }

/** What an operation takes in process: `OperationInput<"createItem">`. */
export type OperationInput<N extends RawName> = RawInput<N>

/** What an operation answers in process: `OperationResult<"createItem">`. */
export type OperationResult<N extends RawName> = Answer<N>

type AnyUseCase = UseCase<unknown, unknown, unknown, unknown>
type AnyAnswer = AnswerFor<UndeclaredName>

/** The operations bound to a user. */
export const actingAs = (caller: Caller): Acting =>
  bind(operations, answers, caller, (useCase, input) =>
    runUseCase(caller, useCase as unknown as AnyUseCase, input),
  ) as Acting

/** The operations that need no user, bound to a world. */
export const actingAsNobody = (visitor: Visitor): Public =>
  bind(publicOperations, {}, visitor, (run, input) =>
    (run as unknown as (visitor: Visitor, input: unknown) => Promise<unknown>)(visitor, input),
  ) as Public

function bind<U extends object>(
  useCases: U,
  answersOf: object,
  caller: Visitor | Caller,
  run: (useCase: U[keyof U], input: unknown) => Promise<unknown>,
): unknown {
  const bound: Record<string, unknown> = {}
  for (const name of Object.keys(useCases) as (keyof U & string)[]) {
    const useCase = useCases[name]
    const operation: unknown = useCase
    if (isOperation(operation)) {
      bound[name] = (given: unknown = {}) =>
        tellingOf(
          name,
          caller,
          given,
          () => {
            requireKnownInput(name, operation, given)
            return meetFault(caller.engine, operation.name, async () =>
              answerOperation(operation, caller, readNatural(caller, given)),
            )
          },
          operation,
        )
      continue
    }
    const answer = (answersOf as Readonly<Record<string, unknown>>)[name] as AnyAnswer
    bound[name] = (given: unknown = {}) =>
      tellingOf(name, caller, given, () => {
        requireWords(name, given)
        return meetFault(caller.engine, apiNameOf(name), async () => {
          const input = readNatural(caller, given)
          return answer((await run(useCase, input)) as never, new AnswerContext(caller), input as never)
        })
      })
  }
  return bound
}
