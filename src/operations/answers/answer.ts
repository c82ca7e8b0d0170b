import type { AnswerContext } from "../../engine/answer-context.ts"
import type { RawInput, RawName, RawResult } from "../index.ts"
import type { OperationAnswers } from "./operation-answers.ts"

/** Makes what people read of what a use case came to. */
export type AnswerFor<N extends RawName & keyof OperationAnswers> = (
  result: RawResult<N>,
  context: AnswerContext,
  input: RawInput<N>,
) => OperationAnswers[N]

/** Answers of several operations. */
export type AnswersFor<N extends RawName & keyof OperationAnswers> = { readonly [O in N]: AnswerFor<O> }

/** For operations that answer nothing. */
export const nothing = (): void => undefined

/** For operations whose use cases answer what people read: no record, nothing secret. */
export const asItIs = <O>(result: O): O => result
