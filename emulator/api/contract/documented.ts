type Primitive = string | number | boolean | null | undefined

type Keys<W> = W extends unknown ? keyof W : never
type Member<W, K> = W extends unknown ? (K extends keyof W ? W[K] : never) : never

/** Turns properties of `A` that `W` lacks into `never`, so that returning undocumented properties does not compile. */
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
