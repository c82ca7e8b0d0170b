import type { Datastore, DatastoreDisplay } from "../../model/records/index.ts"
import { DISPLAY, dumpSettings, initialSettings } from "../../model/settings/index.ts"

const DEFAULT_DISPLAY = initialSettings(DISPLAY)

export const displayOf = ({ display = DEFAULT_DISPLAY }: Pick<Datastore, "display">): DatastoreDisplay => display

/** Returns display settings in stored form: undefined if all have their default. */
export const storedDisplay = (display: DatastoreDisplay): DatastoreDisplay | undefined =>
  Object.values(dumpSettings(DISPLAY, display)).every((value) => value === undefined) ? undefined : display
