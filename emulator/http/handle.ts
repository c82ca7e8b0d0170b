import { admit, type Caller, type UseCase, withParts } from "../../src/inside.ts"
import type { Documented } from "../contract/documented.ts"
import type { AnswerInput, BodyOf, FormOf, ParamsOf, Row } from "../contract/row.ts"
import type { Reply } from "../wire/reply.ts"
import type { AnswerCall, Call } from "./handler.ts"

/**
 * The place properties of a body or form, each parsed by its row's schema; one that does not fit is absent. Null when the body or form
 * can't be read.
 */
export type PlaceProperties = Readonly<Record<string, unknown>> | null

export const stringOf = (property: unknown): string | undefined => (typeof property === "string" ? property : undefined)

/** What of a request is known before its parameters are checked. */
export interface Sent {
  readonly params: Readonly<Record<string, string>>
  readonly inBody: PlaceProperties
}

/**
 * Where a use case is to happen: given by the path alone, or also by the properties `placeProperties` of the body or form. A use case for
 * anybody needs neither.
 */
type Where<R extends Row, W> = unknown extends W
  ? { readonly where?: never; readonly placeProperties?: never }
  :
      | { readonly where: (params: ParamsOf<R>) => W; readonly placeProperties?: never }
      | {
          readonly placeProperties: readonly PropertyOf<R>[]
          readonly where: (params: ParamsOf<R>, inBody: PlaceProperties) => W
        }

type PropertyOf<R extends Row> = KeysOf<BodyOf<R> | FormOf<R>>

type KeysOf<T> = T extends undefined ? never : keyof T & string

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
  /** Properties of the body or form that `begin` needs; absent: it needs the path alone. */
  readonly placeProperties: readonly string[] | undefined
  /** Settles place and privilege, refusing by throwing; answers what carries the request out once it is checked. */
  readonly begin: (caller: Caller, sent: Sent) => AnswerCall<R>
}

/** The same whatever the row and the use case are. */
interface AnyTranslation {
  readonly placeProperties?: readonly string[] | undefined
  readonly where?: ((params: Sent["params"], inBody: PlaceProperties) => unknown) | undefined
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
  { placeProperties, where, input, present }: AnyTranslation,
): UseCaseHandler {
  return {
    placeProperties,
    begin(caller, { params, inBody }) {
      const place = where?.(params, inBody)
      const entry = admit(caller, useCase, place)
      return async (call) => {
        const output = await useCase.run(entry, await withParts(() => input?.(call, place)))
        return withParts(() => present(output, call))
      }
    },
  }
}
