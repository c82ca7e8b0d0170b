import { type AnswerTo, ask } from "../api/control.ts"
import { worldName } from "../state/address.ts"
import type { Datastore } from "./datastore.ts"

type Application = AnswerTo<"GET /worlds/:w/schema">["workspaces"][number]["applications"][number]
export type FieldSettings = Application["datastores"][number]["fields"][number]

/** Reads the settings of a datastore's fields, by display ID. Only administrators get them from the API. */
export async function fieldSettingsOf(
  { d_id: datastore }: Datastore,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, FieldSettings>> {
  const asked = { params: { w: worldName.peek() }, ...(signal === undefined ? {} : { signal }) }
  const { workspaces } = await ask("GET /worlds/:w/schema", asked)
  const fields = workspaces
    .flatMap(({ applications }) => applications)
    .flatMap(({ datastores }) => datastores)
    .find(({ d_id }) => d_id === datastore)?.fields
  return new Map((fields ?? []).map((field) => [field.field_id, field]))
}

export const isSingleUser = (settings: FieldSettings | undefined): boolean => settings?.users?.single_select === true
