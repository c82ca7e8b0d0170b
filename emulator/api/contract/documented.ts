type Primitive = string | number | boolean | null | undefined

type Keys<W> = W extends unknown ? keyof W : never
type Member<W, K> = W extends unknown ? (K extends keyof W ? W[K] : never) : never

/**
 * `A` where everything in it is known to `W`, else a type that has `never` in place of what is not. The compiler alone lets a
 * function answer more members than its type says.
 */
export type Documented<A, W> = unknown extends W
  ? A
  : A extends Primitive
    ? A
    : A extends readonly (infer E)[]
      ? readonly Documented<E, Extract<W, readonly unknown[]>[number]>[]
      : {
          [K in keyof A]: K extends Keys<Exclude<W, Primitive>>
            ? Documented<A[K], Member<Exclude<W, Primitive>, K>>
            : never
        }
