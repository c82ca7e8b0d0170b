/** What pages may speak of without making it, so that a block of code shows only what it is about. */

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
  /** Users in process. */
  const ada: Acting
  const bob: Acting
  const client: ReturnType<typeof createClient>
  /** Parameters of a path, whichever it is. */
  const params: { "app-id": string; "datastore-id": string; "item-id": string }
  /** An app of the reader's own. */
  const mine: Hono
  const requestA: Planned
  const requestB: Planned
  const requestC: Planned
  function reload(): Promise<void>
}
