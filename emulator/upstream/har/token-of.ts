import { tokenIn } from "../../wire/index.ts"
import type { HarEntry } from "./read-har.ts"

/** Returns the token of a recorded request. */
export function tokenOf({ request }: HarEntry): string | undefined {
  const header = request.headers.find(({ name }) => name.toLowerCase() === "authorization")?.value
  return tokenIn((header ?? "").trim()) ?? undefined
}
