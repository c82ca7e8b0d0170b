import { Badge } from "../../parts/notice.tsx"
import { coverageTexts } from "../../texts/coverage.ts"
import type { Report } from "./report.ts"

const KINDS = ["actions", "statuses", "schedules"] as const

type Setting = Report["application"]["actions"][number]

/** The applications' actions, statuses and auto actions, used and unused; written data types and followed links. */
export function Settings({ report: { application, data_types, mails } }: { readonly report: Report }) {
  const t = coverageTexts()
  return (
    <div class="cards">
      {KINDS.map((kind) => (
        <SettingList key={kind} title={t[kind]} settings={application[kind]} />
      ))}
      <CountList title={t.dataTypes} counts={data_types.map(({ data_type, count }) => [data_type, count])} />
      <CountList title={t.mails} counts={mails.map(({ kind, count }) => [kind, count])} />
    </div>
  )
}

function SettingList({ title, settings }: { readonly title: string; readonly settings: readonly Setting[] }) {
  const t = coverageTexts()
  return (
    <section class="card" aria-label={title}>
      <div class="card-head">
        <h2>{title}</h2>
        <span class="soft">{t.count(settings.filter(({ count }) => count > 0).length, settings.length)}</span>
      </div>
      {settings.length === 0 ? <p class="card-body soft">{t.noSettings}</p> : null}
      <ul class="rows">
        {settings.map(({ application, datastore, name, count }) => (
          <li key={`${application}/${datastore}/${name}`}>
            <span class="grow">
              {name}{" "}
              <span class="soft">
                {application}/{datastore}
              </span>
            </span>
            {count === 0 ? <Badge>{t.unused}</Badge> : <Badge tone="good">{t.times(count)}</Badge>}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface CountListProps {
  readonly title: string
  readonly counts: readonly (readonly [name: string, count: number])[]
}

function CountList({ title, counts }: CountListProps) {
  const t = coverageTexts()
  return (
    <section class="card" aria-label={title}>
      <div class="card-head">
        <h2>{title}</h2>
      </div>
      {counts.length === 0 ? <p class="card-body soft">{t.nothingYet}</p> : null}
      <ul class="rows">
        {counts.map(([name, count]) => (
          <li key={name}>
            <code class="grow">{name}</code>
            <Badge tone="good">{t.times(count)}</Badge>
          </li>
        ))}
      </ul>
    </section>
  )
}
