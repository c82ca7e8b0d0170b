import { routes } from "../../../emulator/client/routes.ts"
import type { Datastore } from "../../items/datastore.ts"
import { plain } from "../../state/plain.ts"
import type { Line } from "./log.ts"

/** The place that a request is about. Names of unknown places are as in the request's path. */
export interface Subject {
  readonly application: string | undefined
  readonly datastore: string | undefined
  /** Title of the item, or else its ID. */
  readonly item: string | undefined
  readonly itemId: string | undefined
  /** The datastore, if it exists. */
  readonly found: Datastore | undefined
}

type Parameters = ReadonlyMap<string, string>

/** Returns the path parameters of a logged request. Empty if its path belongs to no operation with parameters. */
function parametersOf({ operation, method, path }: Pick<Line, "operation" | "method" | "path">): Parameters {
  const facts = new Map(Object.entries(routes)).get((operation ?? "").replace(/^./, (letter) => letter.toLowerCase()))
  const given = (path.replace(/^\/api\/v0/, "").split("?")[0] ?? "").split("/")
  for (const [verb, template] of facts?.routes ?? []) {
    const names = template.split("/")
    if (verb !== method || names.length !== given.length) continue
    if (names.every((name, at) => name.startsWith(":") || name === given[at])) {
      return new Map(
        names.flatMap((name, at) => (name.startsWith(":") ? [[name.slice(1), plain(given[at] ?? "")]] : [])),
      )
    }
  }
  return new Map()
}

/** Line about the creation of an item: `item TITLE created in DATASTORE`. */
const CREATED_ITEM = /^item (.+) created in (.+)$/

/** Returns what a request is about, by its path, or else by the first item that it created. */
export function subjectOf(line: Line, datastores: readonly Datastore[]): Subject | undefined {
  const parameters = parametersOf(line)
  const application = parameters.get("app-id") ?? parameters.get("project-id")
  const datastore = parameters.get("datastore-id")
  const itemId = parameters.get("item-id")
  const created = line.effects.map((effect) => CREATED_ITEM.exec(effect)).find((match) => match !== null)
  if (application === undefined && datastore === undefined && itemId === undefined) {
    if (created === undefined) return undefined
    const [, item, name = ""] = created ?? []
    const found = datastores.find((one) => one.name === name)
    return { application: found?.application, datastore: name, item, itemId: undefined, found }
  }
  const found = datastores.find(
    (one) =>
      (one.d_id === datastore || one.datastore_id === datastore) &&
      (application === undefined || one.p_id === application || one.application_id === application),
  )
  return {
    application: found?.application ?? application,
    datastore: found?.name ?? datastore,
    item: itemId === undefined ? created?.[1] : itemId,
    itemId,
    found,
  }
}
