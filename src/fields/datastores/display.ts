import { type Datastore, type DatastoreDisplay, DEFAULT_DISPLAY } from "../../model/records/index.ts"

export const displayOf = ({ display = DEFAULT_DISPLAY }: Pick<Datastore, "display">): DatastoreDisplay => display

/** Returns display settings in stored form: undefined if all have their default. */
export function storedDisplay(display: DatastoreDisplay): DatastoreDisplay | undefined {
  const names = Object.keys(DEFAULT_DISPLAY) as readonly (keyof DatastoreDisplay)[]
  return names.every((name) => display[name] === DEFAULT_DISPLAY[name]) ? undefined : Object.freeze({ ...display })
}
