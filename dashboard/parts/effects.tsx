import { effectText } from "../state/effects.ts"
import { requestTexts } from "../texts/requests.ts"
import { sortEffects } from "./sort-effects.ts"

/** Shows the effects of a request: the main change first, counters and bookkeeping folded. */
export function Effects({ effects }: { readonly effects: readonly string[] }) {
  const t = requestTexts()
  if (effects.length === 0) return <p class="soft">{t.nothingChanged}</p>
  const { main, rest } = sortEffects(effects)
  return (
    <>
      <EffectList effects={main} />
      {rest.length === 0 ? null : (
        <details>
          <summary>{t.further(rest.length)}</summary>
          <EffectList effects={rest} />
        </details>
      )}
    </>
  )
}

function EffectList({ effects }: { readonly effects: readonly string[] }) {
  return (
    <ul class="plain-list">
      {effects.map((effect) => (
        <li key={effect}>{effectText(effect)}</li>
      ))}
    </ul>
  )
}
