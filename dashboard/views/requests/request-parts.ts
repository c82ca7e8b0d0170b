import { routes } from "../../../emulator/client/routes.ts"
import { plain } from "../../state/plain.ts"
import type { Entry } from "./entry.ts"

/** Splits a request's path into the operation, parameters and query that the typed client takes. */
export function partsOf({ operation, method, path }: Pick<Entry, "operation" | "method" | "path">) {
  const [place = "", search = ""] = path.replace(/^\/api\/v0/, "").split(/\?(.*)/s)
  const name = (operation ?? "").replace(/^./, (letter) => letter.toLowerCase())
  const facts = Object.entries(routes).find(([key]) => key === name)?.[1]
  const parts = place.split("/")
  for (const [routeMethod, route] of facts?.routes ?? []) {
    const names = route.split("/")
    const fits = names.length === parts.length && names.every((part, at) => part.startsWith(":") || part === parts[at])
    if (routeMethod !== method || !fits) continue
    const params = Object.fromEntries(
      names.flatMap((part, at) => (part.startsWith(":") ? [[part.slice(1), plain(parts[at] ?? "")]] : [])),
    )
    return { name, params, query: Object.fromEntries(new URLSearchParams(search)) }
  }
  return { name, params: {}, query: Object.fromEntries(new URLSearchParams(search)) }
}
