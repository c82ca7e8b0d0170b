/** Whether what packed declarations say is what the sources mean: compiled by both compilers, of which a difference is a mistake. */

import type * as packedClient from "../../../dist/client.js"
import type * as packedControl from "../../../dist/control.js"
import type * as packed from "../../../dist/index.js"
import type * as packedNode from "../../../dist/node.js"
import type * as packedPersistence from "../../../dist/persistence.js"
import type * as meantClient from "../../../dist/types/emulator/client.js"
import type * as meantControl from "../../../dist/types/emulator/control-client.js"
import type * as meantNode from "../../../dist/types/emulator/node/index.js"
import type * as meantPersistence from "../../../dist/types/emulator/persistence/index.js"
import type * as meantWorlds from "../../../dist/types/emulator/runners/index.js"
import type * as meant from "../../../dist/types/src/index.js"
import type * as packedWorlds from "../../../dist/worlds.js"
import type { Shop } from "../../../examples/vitest/test/schema.js"

/** A type with its members written out, however it is put together: only then is the same always alike. */
type Plain<T> = T extends string
  ? Record<never, never> extends Record<T, 1>
    ? string
    : T
  : T extends Left
    ? T
    : T extends Promise<infer V>
      ? Promise<Plain<V>>
      : T extends abstract new (
            ...given: infer P
          ) => infer I
        ? new (
            ...given: Plain<P>
          ) => Plain<I>
        : T extends (...given: infer P) => infer R
          ? (...given: Plain<P>) => Plain<R>
          : T extends object
            ? { [K in keyof T]: Plain<T[K]> }
            : T

/** What the platform declares. */
type Left = AbortSignal | Blob | Date | Request | Response | URL | Uint8Array

type IsSame<A, B> =
  (<T>() => T extends Plain<A> ? 1 : 2) extends <T>() => T extends Plain<B> ? 1 : 2 ? true : { was: A; is: B }

/** Which members differ. */
type Different<A, B> = {
  [K in keyof A | keyof B]: K extends keyof A & keyof B ? (IsSame<A[K], B[K]> extends true ? never : K) : K
}[keyof A | keyof B]

type None<T extends never> = T

export type Wire = None<Different<packedClient.WireClient, meantClient.WireClient>>
export type Client = None<Different<packedClient.Client, meantClient.Client>>
export type Control = None<Different<packedControl.Control, meantControl.Control>>
export type Fixture = None<Different<packed.Fixture, meant.Fixture>>
export type FixtureItem = None<Different<packed.FixtureItem, meant.FixtureItem>>
export type Acting = None<Different<packed.Acting, meant.Acting>>
export type Worlds = None<Different<packedWorlds.TestWorldOptions, meantWorlds.TestWorldOptions>>
export type InSchema = None<Different<packed.ActingIn<Shop>, meant.ActingIn<Shop>>>
export type ClientInSchema = None<Different<packedClient.ClientIn<Shop>, meantClient.ClientIn<Shop>>>
export type Fixtures = None<Different<packedWorlds.TestFixtures<Shop>, meantWorlds.TestFixtures<Shop>>>
export type Node = None<Different<typeof packedNode, typeof meantNode>>
export type Persistence = None<Different<typeof packedPersistence, typeof meantPersistence>>
