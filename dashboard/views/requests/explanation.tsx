import { useSignal } from "@preact/signals"
import { ask } from "../../api/control.ts"
import { ShownExplanation } from "../../parts/explanation.tsx"
import { worldName } from "../../state/address.ts"
import type { Explanation } from "../../state/explanations.ts"
import { attempt } from "../../state/undo.ts"
import { explanationTexts } from "../../texts/explanations.ts"
import type { Entry } from "./entry.ts"

/** Shows on request why the server refused a request, step by step, and how it would succeed. */
export function Explained({ entry }: { readonly entry: Entry }) {
  const t = explanationTexts()
  const explanation = useSignal<Explanation | undefined>(undefined)
  const { method, path, user, request } = entry
  const again = { user: user ?? "", request: { method, path, body: request ?? undefined } }
  const explain = async (): Promise<void> => {
    const params = { w: worldName.peek(), id: entry.id }
    explanation.value = await ask("GET /worlds/:w/requests/:id/explanation", { params })
  }
  return (
    <details
      class="explanation"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open && explanation.value === undefined) void attempt(explain)
      }}
    >
      <summary>{t.title}</summary>
      {explanation.value === undefined ? (
        <p class="soft">{t.busy}</p>
      ) : (
        <ShownExplanation of={explanation.value} again={again} />
      )}
    </details>
  )
}
