/** Names that pages may use without a declaration, so that a code block stays short. */

import "hexarium/vitest"
import type { Acting, Fixture, World } from "hexarium"
import type { createClient } from "hexarium/client"
import type { App } from "hexarium/http"
import type { explore } from "hexarium/testing"
import type { Hono } from "hono"

type Planned = Parameters<typeof explore>[1][number]

declare global {
  const fixture: Fixture
  const world: World
  const twin: World
  const app: App
  /** Callers of in-process operations. */
  const ada: Acting
  const bob: Acting
  const client: ReturnType<typeof createClient>
  /** A client with the token of an administrator. */
  const admin: ReturnType<typeof createClient>
  /** ID of an item. */
  const itemId: string
  /** Parameters of any path. */
  const params: { "app-id": string; "datastore-id": string; "item-id": string }
  /** An app of the reader. */
  const mine: Hono
  const requestA: Planned
  const requestB: Planned
  const requestC: Planned
  function reload(): Promise<void>
}
