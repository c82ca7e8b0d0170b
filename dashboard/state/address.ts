import { computed, effect, signal } from "@preact/signals"
import { shownVersion } from "../shown-version.ts"
import { plain } from "./plain.ts"

/** The dashboard's address: `#/WORLD/VIEW/PLACE…?query`. A copied address shows the same page to everybody. */
export interface Address {
  readonly world: string
  readonly view: string
  /** Path within the view, for example application, datastore and item. */
  readonly place: readonly string[]
  readonly query: ReadonlyMap<string, string>
}

/** Names of the query parameters that every link keeps: the acting user, the workspace and the version. */
const KEPT_PARAMETERS = ["as", "ws", "at"]

/** Parses the hash of the page's URL. Missing parts default to the overview of the world `main`. */
export function readAddress(hash: string): Address {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/s)
  const [world = "", view = "", ...place] = path.split("/").map(plain)
  return {
    world: world === "" ? "main" : world,
    view: view === "" ? "overview" : view,
    place: place.filter((part) => part !== ""),
    query: new Map(new URLSearchParams(query)),
  }
}

export function writeAddress({ world, view, place, query }: Address): string {
  const path = [world, view, ...place].map(encodeURIComponent).join("/")
  const text = new URLSearchParams([...query]).toString()
  return `#/${path}${text === "" ? "" : `?${text}`}`
}

export const address = signal<Address>(readAddress(location.hash))

export const worldName = computed(() => address.value.world)

effect(() => {
  const { world, query } = address.value
  const version = query.get("at")
  const before = shownVersion.peek()
  if (before?.version === version && (version === undefined || before?.world === world)) return
  shownVersion.value = version === undefined ? undefined : { world, version }
})

addEventListener("hashchange", () => {
  address.value = readAddress(location.hash)
})

type Query = Readonly<Record<string, string | null | undefined>>

/** Returns the address of a view in this or another world. It keeps the query parameters in KEPT, unless `query` sets them to null. */
export function addressOf(view: string, place: readonly string[] = [], query: Query = {}, world?: string): string {
  const { value: here } = address
  const kept = KEPT_PARAMETERS.flatMap((name) => {
    const value = here.query.get(name)
    return value === undefined ? [] : [[name, value] as const]
  })
  const merged = new Map<string, string>(world === undefined || world === here.world ? kept : [])
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined || value === "") merged.delete(name)
    else merged.set(name, value)
  }
  return writeAddress({ world: world ?? here.world, view, place, query: merged })
}

/** Views whose places, such as a datastore and an item, also exist in forks. */
const PLACES_IN_FORKS = ["data", "schema", "console"]

/** Returns the address of the shown view in another world. Keeps the datastore and the item, or the operation. */
export function addressInWorld(world: string): string {
  const { view, place } = address.value
  return addressOf(view, PLACES_IN_FORKS.includes(view) ? place : [], {}, world)
}

export function withQuery(changes: Query): string {
  const query = new Map(address.value.query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === undefined || value === "") query.delete(name)
    else query.set(name, value)
  }
  return writeAddress({ ...address.value, query })
}

/** Navigates to an address. With `replace`, the browser's back button skips the current address. */
export function go(to: string, how: "push" | "replace" = "push"): void {
  if (to === location.hash) return
  if (how === "push") location.hash = to
  else {
    history.replaceState(null, "", to)
    address.value = readAddress(to)
  }
}
