import { useSignal } from "@preact/signals"
import { type AnswerTo, ask } from "../../api/control.ts"
import type { Datastore } from "../../items/datastore.ts"
import { ShownExplanation } from "../../parts/explanation.tsx"
import { Shown } from "../../parts/shown.tsx"
import { shownVersion } from "../../shown-version.ts"
import { worldName } from "../../state/address.ts"
import { useResource } from "../../state/resource.ts"
import { itemTexts } from "../../texts/item.ts"

interface Props {
  readonly datastore: Datastore
  /** ID of the item. */
  readonly item: string
  /** u_id of the user. */
  readonly user: string
  readonly name: string
}

/** Something that a user may want to do with an item. */
interface Wish {
  readonly want: "see" | "update" | "execute" | "delete"
  /** a_id of the action that `execute` runs. */
  readonly action?: string
}

/**
 * Explains on request why a user sees an item or does not see it, and why they may or may not update it, delete it or run an action on it.
 * The server only explains the present.
 */
export function Why({ datastore, item, user, name }: Props) {
  const t = itemTexts()
  const isOpen = useSignal(false)
  if (shownVersion.value !== undefined) return null
  return (
    <details
      class="explanation"
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open
      }}
    >
      <summary aria-label={t.whyOf(name)}>{t.askWhy}</summary>
      {isOpen.value ? <Answer datastore={datastore} item={item} user={user} /> : null}
    </details>
  )
}

function Answer({ datastore, item, user }: Omit<Props, "name">) {
  const t = itemTexts()
  const w = worldName.value
  const wish = useSignal<Wish>({ want: "see" })
  const schema = useResource(`schema ${w}`, (signal) => ask("GET /worlds/:w/schema", { params: { w }, signal }))
  const key = JSON.stringify(wish.value)
  const explanation = useResource(
    `why ${w} ${item} ${user} ${key}`,
    (signal) => ask("POST /worlds/:w/explain", { params: { w }, body: { user, item, ...wish.value }, signal }),
    ["change", "fired"],
  )
  const wishes: readonly (readonly [Wish, string])[] = [
    [{ want: "see" }, t.see],
    [{ want: "update" }, t.update],
    [{ want: "delete" }, t.remove],
    ...actionsOf(schema.value.value, datastore).map(
      ({ a_id, name }) => [{ want: "execute", action: a_id }, t.run(name)] as const,
    ),
  ]
  return (
    <>
      <select
        aria-label={t.want}
        value={key}
        onChange={({ currentTarget }) => {
          wish.value = JSON.parse(currentTarget.value) as Wish
        }}
      >
        {wishes.map(([each, text]) => (
          <option key={text} value={JSON.stringify(each)}>
            {text}
          </option>
        ))}
      </select>
      <Shown of={explanation}>{(found) => <ShownExplanation of={found} />}</Shown>
    </>
  )
}

/** Returns the actions of a datastore that run on an item. */
const actionsOf = (schema: AnswerTo<"GET /worlds/:w/schema"> | undefined, { d_id: dId }: Datastore) =>
  (schema?.workspaces ?? [])
    .flatMap(({ applications }) => applications.flatMap(({ datastores }) => datastores))
    .filter(({ d_id }) => d_id === dId)
    .flatMap(({ actions }) => actions.filter(({ operation }) => operation === "update" || operation === "copy"))
