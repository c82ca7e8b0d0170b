import { signal } from "@preact/signals"
import type { ControlRoutes } from "../emulator/control/index.ts"

/** The version of the past that the page shows, and its world. Undefined while the page shows the present. */
export const shownVersion = signal<{ readonly world: string; readonly version: string } | undefined>(undefined)

/** Returns the name of the shown version if the page shows the world's past. */
export const versionOf = (world: string | undefined): string | undefined => {
  const shown = shownVersion.peek()
  return shown !== undefined && shown.world === world ? shown.version : undefined
}

/** Reads that the control plane answers at a version of the past (insight.md section 1). */
export const READS_OF_VERSIONS: ReadonlySet<string> = new Set<keyof ControlRoutes>([
  "GET /worlds/:w",
  "GET /worlds/:w/clock",
  "GET /worlds/:w/datastores",
  "GET /worlds/:w/datastores/:d/items",
  "GET /worlds/:w/export",
  "GET /worlds/:w/groups",
  "GET /worlds/:w/items/:i/access",
  "GET /worlds/:w/items/:i/linked-from",
  "GET /worlds/:w/mails",
  "GET /worlds/:w/mails/:id",
  "GET /worlds/:w/mails/:id/html",
  "GET /worlds/:w/roles",
  "GET /worlds/:w/schedule",
  "GET /worlds/:w/schema",
  "GET /worlds/:w/timeline",
  "GET /worlds/:w/users",
  "GET /worlds/:w/users/:u",
])
