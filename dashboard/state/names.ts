import { effect, signal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import { type AnswerTo, ask } from "../api/control.ts"
import { isJapanese } from "../language.ts"
import { worldName } from "./address.ts"

type Workspace = AnswerTo<"GET /worlds/:w/schema">["workspaces"][number]
type Datastore = Workspace["applications"][number]["datastores"][number]

/** Datastores of the shown world with their Japanese names. Undefined until a page that shows Japanese reasons has read them. */
const schema = signal<{ readonly world: string; readonly datastores: readonly Datastore[] } | undefined>(undefined)

let reading: { readonly world: string; readonly done: Promise<void> } | undefined

/** Reads the Japanese names of the shown world, once for each world. Without them, texts contain display IDs. */
export async function readNames(): Promise<void> {
  const world = worldName.peek()
  if (!isJapanese() || schema.peek()?.world === world) return
  if (reading?.world !== world) reading = { world, done: read(world) }
  await reading.done
}

async function read(world: string): Promise<void> {
  try {
    const { workspaces } = await ask("GET /worlds/:w/schema", { params: { w: world } })
    if (world !== worldName.peek()) return
    const applications = workspaces.flatMap((one) => one.applications)
    schema.value = { world, datastores: applications.flatMap(({ datastores }) => datastores) }
  } catch {
    reading = undefined
  }
}

/** Reads the Japanese names for a component that shows causes. The component renders again when they are there. */
export function useNames(): void {
  void schema.value
  useEffect(
    () =>
      effect(() => {
        void worldName.value
        void readNames()
      }),
    [],
  )
}

/** The kind of a part of a datastore. */
export type PartKind = "action" | "status" | "field"

/** Returns the name of a datastore, or its display ID if it is unknown or ambiguous. */
export const nameOfDatastore = (id: string): string => onlyName(datastoresNamed(id).map(({ name }) => name)) ?? id

/** Returns the name of an action, a status or a field. Without the datastore, all datastores are searched. */
export function nameOfPart(kind: PartKind, id: string, datastore: string | undefined): string {
  const among = datastore === undefined ? (schema.value?.datastores ?? []) : datastoresNamed(datastore)
  return (
    onlyName(among.flatMap((one) => partsOf(one, kind).flatMap((part) => (part.id === id ? [part.name] : [])))) ?? id
  )
}

const datastoresNamed = (id: string): readonly Datastore[] =>
  (schema.value?.world === worldName.value ? schema.value.datastores : []).filter(
    ({ datastore_id, d_id }) => datastore_id === id || d_id === id,
  )

const onlyName = (names: readonly string[]): string | undefined => {
  const [first, ...others] = new Set(names)
  return others.length === 0 ? first : undefined
}

const partsOf = (one: Datastore, kind: PartKind): readonly { readonly id: string; readonly name: string }[] =>
  kind === "action"
    ? one.actions.map(({ action_id, name }) => ({ id: action_id, name }))
    : kind === "status"
      ? one.statuses.map(({ status_id, name }) => ({ id: status_id, name }))
      : one.fields.map(({ field_id, name }) => ({ id: field_id, name }))
