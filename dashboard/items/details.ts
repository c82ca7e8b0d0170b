import type { WireDetailsByDisplayId } from "../../emulator/api/index.ts"
import type { Person } from "../api/person.ts"
import { type Datastore, placeOf } from "./datastore.ts"

export type Details = WireDetailsByDisplayId

export async function detailsOf(
  person: Person,
  datastore: Datastore,
  item: string,
  signal?: AbortSignal,
): Promise<Details> {
  const answer = await person.look.getItemDetails({
    params: { ...placeOf(datastore), "item-id": item },
    query: { use_display_id: true, include_linked_items: true, return_number_value: true },
    ...(signal === undefined ? {} : { signal }),
  })
  if (!isByDisplayId(answer))
    throw new TypeError("expected the item's values by display ID, received values by internal ID")
  return answer
}

type Answer = Awaited<ReturnType<Person["look"]["getItemDetails"]>>

const isByDisplayId = (answer: Answer): answer is Extract<Answer, Details> => !Array.isArray(answer.field_values)
