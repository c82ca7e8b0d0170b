import { admit, type Caller, type UseCase, withParts } from "../../src/inside.ts"
import type { Documented } from "../contract/documented.ts"
import type { AnswerInput, ParamsOf, Row } from "../contract/row.ts"
import type { Reply } from "../wire/reply.ts"
import type { AnswerCall, Call } from "./handler.ts"

/** A JSON body, or the fields of a form, as they were sent: nothing of them is checked. Null when they can't be read. */
export type Members = Readonly<Record<string, unknown>> | null

/** A member that was sent as text. */
export const textOf = (member: unknown): string | undefined => (typeof member === "string" ? member : undefined)

/** What of a request is known before its parameters are checked. */
export interface Sent {
  readonly params: Readonly<Record<string, string>>
  readonly members: Members
}

/** Where a use case is to happen: told by the path alone, or also by the body or form. A use case for anybody needs neither. */
type Where<R extends Row, W> = unknown extends W
  ? { readonly where?: never; readonly whereInBody?: never }
  :
      | { readonly where: (params: ParamsOf<R>) => W; readonly whereInBody?: never }
      | { readonly where?: never; readonly whereInBody: (members: Members, params: ParamsOf<R>) => W }

/** The words of a checked request as the use case's input; `where` is what was said of the place. */
type Input<R extends Row, W, I> = undefined extends I
  ? { readonly input?: never }
  : { readonly input: (call: Call<R>, where: W) => I | Promise<I> }

type Translation<R extends Row, W, I, O, A> = Where<R, W> &
  Input<R, W, I> & {
    /** The answer in the words of the wire: the JSON of its row, or a `Reply`. */
    readonly present: (output: O, call: Call<R>) => A & Documented<A, AnswerInput<R> | Reply>
  }

/** An operation that a user calls, translated: wire words → use case → presenter. No rules. */
export interface UseCaseHandler<R extends Row = Row> {
  readonly isPlacedInBody: boolean
  /** Settles place and privilege, refusing by throwing; answers what carries the request out once it is checked. */
  readonly begin: (caller: Caller, sent: Sent) => AnswerCall<R>
}

/** The same whatever the row and the use case are. */
interface AnyTranslation {
  readonly where?: ((params: Sent["params"]) => unknown) | undefined
  readonly whereInBody?: ((members: Members, params: Sent["params"]) => unknown) | undefined
  readonly input?: ((call: Call<Row>, where: unknown) => unknown) | undefined
  readonly present: (output: unknown, call: Call<Row>) => AnswerInput<Row> | Reply
}

/** Translates between a row's words and a use case's. The first signature is what callers keep to; the second one carries it out. */
export function handle<R extends Row, W, E, I extends W, O, A extends AnswerInput<R> | Reply>(
  row: R,
  useCase: UseCase<W, E, I, O>,
  translation: Translation<R, NoInfer<W>, NoInfer<I>, NoInfer<O>, A>,
): UseCaseHandler<R>
export function handle(
  _row: Row,
  useCase: UseCase<unknown, unknown, unknown, unknown>,
  { where, whereInBody, input, present }: AnyTranslation,
): UseCaseHandler {
  return {
    isPlacedInBody: whereInBody !== undefined,
    begin(caller, { params, members }) {
      const place = where?.(params) ?? whereInBody?.(members, params)
      const entry = admit(caller, useCase, place)
      return async (call) => {
        const output = await useCase.run(entry, await withParts(() => input?.(call, place)))
        return withParts(() => present(output, call))
      }
    },
  }
}
