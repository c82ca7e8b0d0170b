import { expectTypeOf, test } from "vitest"
import type * as z from "zod"
import type { OperationName, OperationTable } from "../../emulator/api/index.ts"
import type { InputOf } from "../../emulator/client/client.ts"
import type { Requests } from "../../emulator/client/requests.ts"
import type { OperationInput } from "../../src/operations/index.ts"
import type * as declarations from "../../src/operations/list.ts"

type Declared = typeof declarations
type Inferred<N extends keyof Declared> = z.input<ReturnType<Declared[N]["input"]>>

type IsSame<A, B> = (<T>() => T extends Plain<A> ? 1 : 2) extends <T>() => T extends Plain<B> ? 1 : 2 ? true : false

/** Properties of all levels without `readonly`, and intersections merged into one object. */
type Plain<T> = T extends object
  ? T extends Blob | Uint8Array | AbortSignal
    ? T
    : { -readonly [K in keyof T]: Plain<T[K]> }
  : T

/** For an object without properties, zod infers an index signature. */
type Empty = { [N in keyof Declared]: unknown extends OperationInput<N> ? N : never }[keyof Declared]

type DifferentInput = {
  [N in Exclude<keyof Declared, Empty>]: IsSame<OperationInput<N>, Inferred<N>> extends true ? never : N
}[Exclude<keyof Declared, Empty>]

type DifferentRequest = {
  [N in Exclude<OperationName, Empty>]: IsSame<Requests[N], InputOf<OperationTable[N]>> extends true ? never : N
}[Exclude<OperationName, Empty>]

test("interfaces of inputs are what their schemas take", () => {
  expectTypeOf<DifferentInput>().toBeNever()
})

test("interfaces of requests are what their rows take", () => {
  expectTypeOf<DifferentRequest>().toBeNever()
})
