import { useSignal } from "@preact/signals"
import { foldText } from "../../folded.ts"
import { Command } from "../../parts/copy.tsx"
import { Badge } from "../../parts/notice.tsx"
import { coverageTexts } from "../../texts/coverage.ts"
import type { CalledName, Unmet } from "./report.ts"

const USES = ["all", "used", "unused"] as const

type Use = (typeof USES)[number]

interface Props {
  readonly label: string
  readonly names: readonly CalledName[]
  /** Outcomes that no request had. Default: the outcomes of the names are not known. */
  readonly unmet?: readonly Unmet[]
}

/** List of operations or GraphQL roots. A name opens to show its outcomes. */
export function Calls({ label, names, unmet }: Props) {
  const t = coverageTexts()
  const text = useSignal("")
  const use = useSignal<Use>("all")
  const wanted = foldText(text.value)
  const shown = names.filter(
    ({ name, calls }) =>
      foldText(name).includes(wanted) && (use.value === "all" || (use.value === "used") === calls > 0),
  )
  return (
    <section class="stack" aria-label={label}>
      <div class="tools">
        <input
          type="search"
          aria-label={t.search}
          placeholder={t.search}
          value={text.value}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value
          }}
        />
        <select
          aria-label={t.show}
          value={use.value}
          onChange={({ currentTarget }) => {
            use.value = USES.find((one) => one === currentTarget.value) ?? "all"
          }}
        >
          {USES.map((one) => (
            <option key={one} value={one}>
              {t[one]}
            </option>
          ))}
        </select>
        <span class="soft" role="status">
          {t.count(names.filter(({ calls }) => calls > 0).length, names.length)}
        </span>
      </div>
      {shown.length === 0 ? <p class="soft">{t.nothingFits}</p> : null}
      <ul class="rows card">
        {shown.map((one) => (
          <li key={one.name}>
            <Called called={one} unmet={unmet?.filter(({ operation }) => operation === one.name)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface CalledProps {
  readonly called: CalledName
  readonly unmet: readonly Unmet[] | undefined
}

function Called({ called: { name, calls, outcomes }, unmet }: CalledProps) {
  const t = coverageTexts()
  const isOpen = useSignal(false)
  const known = unmet === undefined ? undefined : outcomes.length + unmet.length
  return (
    <details
      class="grow"
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open
      }}
    >
      <summary>
        <b>{name}</b> {calls === 0 ? <Badge>{t.unused}</Badge> : <Badge tone="good">{t.calls(calls)}</Badge>}{" "}
        {known === undefined ? null : <span class="soft">{t.outcomes(outcomes.length, known)}</span>}
      </summary>
      {isOpen.value ? (
        <section class="stack" aria-label={name}>
          <Met outcomes={outcomes} />
          {unmet === undefined ? null : <NeverMet unmet={unmet} />}
        </section>
      ) : null}
    </details>
  )
}

function Met({ outcomes }: Pick<CalledName, "outcomes">) {
  const t = coverageTexts()
  if (outcomes.length === 0) return <p class="soft">{t.noneMet}</p>
  return (
    <section>
      <h2>{t.met}</h2>
      <ul class="plain-list">
        {outcomes.map(({ outcome, count }) => (
          <li key={outcome}>
            <code>{outcome}</code> <span class="soft">{t.times(count)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Lists outcomes that no request had, each with the command or the request that causes it. */
function NeverMet({ unmet }: { readonly unmet: readonly Unmet[] }) {
  const t = coverageTexts()
  if (unmet.length === 0) return <p class="soft">{t.allMet}</p>
  return (
    <section>
      <h2>{t.unmet}</h2>
      <ul class="plain-list">
        {unmet.map(({ outcome, how }) => (
          <li key={outcome}>
            <code>{outcome}</code>
            <Command text={how} />
          </li>
        ))}
      </ul>
    </section>
  )
}
