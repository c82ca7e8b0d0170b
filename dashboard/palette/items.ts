import { ask } from "../api/control.ts"
import { foldText } from "../folded.ts"
import { addressOf, go, worldName } from "../state/address.ts"
import { person } from "../state/people.ts"
import { paletteTexts } from "../texts/palette.ts"
import type { PaletteEntry } from "./entries.ts"

const MIN_TEXT_LENGTH = 2
const MAX_ITEMS = 8

export async function findItems(text: string, gone: AbortSignal): Promise<readonly PaletteEntry[]> {
  const t = paletteTexts()
  const words = foldText(text.trim())
  if (words === "") return []
  const w = worldName.peek()
  const { datastores } = await ask("GET /worlds/:w/datastores", { params: { w }, signal: gone })
  const named = datastores
    .filter(({ name, datastore_id }) => foldText(`${name} ${datastore_id}`).includes(words))
    .map(({ d_id, name, datastore_id, application, application_id }) => ({
      key: `datastore ${d_id}`,
      kind: t.datastore,
      title: name,
      about: application,
      run: () => go(addressOf("data", [application_id, datastore_id])),
    }))
  if (words.length < MIN_TEXT_LENGTH || person.peek() === undefined) return named
  const found = await Promise.all(
    datastores.map(async ({ d_id, name, datastore_id, application_id }) => {
      const { items } = await ask("GET /worlds/:w/datastores/:d/items", {
        params: { w, d: d_id },
        query: { text: text.trim(), limit: MAX_ITEMS },
        signal: gone,
      })
      return items.map(({ i_id, title }) => ({
        key: `item ${i_id}`,
        kind: t.item,
        title: String(title || i_id),
        about: name,
        run: () => go(addressOf("data", [application_id, datastore_id, i_id])),
      }))
    }),
  )
  return [...named, ...found.flat()]
}
