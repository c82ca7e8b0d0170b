import { ask } from "../../api/control.ts"
import type { Datastore } from "../../items/datastore.ts"
import { worldName } from "../../state/address.ts"
import { useResource } from "../../state/resource.ts"

export const NO_DATASTORES: readonly Datastore[] = []

/** Returns the world's datastores. Undefined until they have been read. */
export function useDatastores(): readonly Datastore[] | undefined {
  const w = worldName.value
  const datastores = useResource(
    `datastores ${w}`,
    async (signal) => (await ask("GET /worlds/:w/datastores", { params: { w }, signal })).datastores,
  )
  return datastores.value.value
}
