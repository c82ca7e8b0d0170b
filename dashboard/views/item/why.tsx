import { useSignal } from "@preact/signals"
import { ask } from "../../api/control.ts"
import { ShownExplanation } from "../../parts/explanation.tsx"
import { Shown } from "../../parts/shown.tsx"
import { shownVersion } from "../../shown-version.ts"
import { worldName } from "../../state/address.ts"
import { useResource } from "../../state/resource.ts"
import { itemTexts } from "../../texts/item.ts"

interface Props {
  /** ID of the item. */
  readonly item: string
  /** u_id of the user. */
  readonly user: string
  readonly name: string
}

/** Explains on request why a user sees an item or does not see it. The server explains the present only. */
export function Why({ item, user, name }: Props) {
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
      {isOpen.value ? <Answer item={item} user={user} /> : null}
    </details>
  )
}

function Answer({ item, user }: Omit<Props, "name">) {
  const w = worldName.value
  const explanation = useResource(
    `why ${w} ${item} ${user}`,
    (signal) => ask("POST /worlds/:w/explain", { params: { w }, body: { user, item, want: "see" }, signal }),
    ["change", "fired"],
  )
  return <Shown of={explanation}>{(found) => <ShownExplanation of={found} />}</Shown>
}
