import type { Ports } from "../../engine/index.ts"
import { type Fixture, FixtureError } from "../../fixtures/index.ts"
import { DomainError } from "../../model/index.ts"
import type { Datastore } from "../../model/records/index.ts"
import { noWebhooks } from "../../ports/index.ts"
import { blobNames, type State } from "../../state/index.ts"
import { EngineWorld } from "../world.ts"
import type { SeedItems } from "./seed-items.ts"

type Wish = Omit<SeedItems, "datastore">

interface PlacedWish {
  /** Place in the fixture. */
  readonly path: string
  /** Position of the datastore among all datastores of the fixture, which is their order in the world. */
  readonly at: number
  readonly wish: Wish
}

/**
 * Returns the loaded state with the items that the fixture's `seed` properties ask for (fixtures.md, Datastore). Actions make the items on a
 * copy that sends no webhooks, and whose outbox is empty afterwards. Rejects with a `FixtureError`.
 */
export async function seededState(state: State, fixture: unknown, ports: Ports, baseUrl: string): Promise<State> {
  const wishes = wishesIn(fixture as Fixture | undefined)
  if (wishes.length === 0) return state
  const { persistence: _, mailDelivery: __, ...inside } = ports
  const twin = new EngineWorld(state, { ...inside, webhooks: noWebhooks }, baseUrl)
  try {
    const datastores = twin.view().all("datastores")
    for (const { path, at, wish } of inOrder(wishes, datastores)) {
      await twin.seedItems({ ...wish, datastore: datastores[at]?.dId ?? "" }).catch((error: unknown) => {
        throw error instanceof DomainError ? new FixtureError([{ path, message: error.message }]) : error
      })
    }
    await twin.idle()
    await twin.mail.clear()
    // The copy's blobs are freed with it, so the state must hold them itself.
    ports.blobs.retainedBy?.(twin.state, blobNames)
    return twin.state
  } finally {
    ports.blobs.release?.(twin)
  }
}

function wishesIn(fixture: Fixture | undefined): PlacedWish[] {
  let at = -1
  return (fixture?.workspaces ?? []).flatMap(({ applications = [] }, workspace) =>
    applications.flatMap(({ datastores = [] }, application) =>
      datastores.flatMap(({ seed: wish }, datastore) => {
        at += 1
        const path = `workspaces[${workspace}].applications[${application}].datastores[${datastore}].seed`
        return wish === undefined ? [] : [{ path, at, wish }]
      }),
    ),
  )
}

/** Puts datastores to which others refer before the others, so that lookups find items. */
function inOrder(wishes: readonly PlacedWish[], datastores: readonly Datastore[]): PlacedWish[] {
  const left = new Map(wishes.map((wish) => [datastores[wish.at]?.dId, wish]))
  const ordered: PlacedWish[] = []
  const add = (dId: Datastore["dId"] | undefined): void => {
    const wish = left.get(dId)
    if (wish === undefined) return
    left.delete(dId)
    const { fields = [], relations = [] } = datastores[wish.at] ?? {}
    for (const field of fields) if (field.dataType === "dslookup") add(field.dslookup?.dId)
    for (const related of relations) add(related)
    ordered.push(wish)
  }
  for (const { at } of wishes) add(datastores[at]?.dId)
  return ordered
}
