import type { AnswerTo } from "../api/control.ts"
import { addressOf } from "../state/address.ts"

export type Datastore = AnswerTo<"GET /worlds/:w/datastores">["datastores"][number]

export const placeOf = ({ p_id, d_id }: Datastore) => ({ "app-id": p_id, "datastore-id": d_id })

export const addressOfDatastore = ({ application_id, datastore_id }: Datastore): string =>
  addressOf("data", [application_id, datastore_id])

export const addressOfItem = ({ application_id, datastore_id }: Datastore, i_id: string): string =>
  addressOf("data", [application_id, datastore_id, i_id])
