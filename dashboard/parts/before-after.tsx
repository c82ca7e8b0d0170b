import { effectText } from "../state/effects.ts"
import { nameOfTable, recordTexts } from "../texts/records.ts"
import { shortenId } from "./copy.tsx"
import { Json } from "./json.tsx"
import { Badge } from "./notice.tsx"

/** A record that differs between two states (control.md section 3, "differences"). */
export interface Difference {
  readonly table: string
  readonly id: string
  readonly name: string
  readonly what: "added" | "removed" | "changed"
  readonly says: readonly string[]
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
}

const TONES = { added: "good", removed: "bad", changed: "accent" } as const

export function BeforeAfter({ of }: { readonly of: Difference }) {
  const t = recordTexts()
  return (
    <details class="whole">
      <summary>
        <Badge tone={TONES[of.what]}>{t[of.what]}</Badge>{" "}
        {of.name === "" || of.name === of.id ? <code title={of.id}>{shortenId(of.id)}</code> : of.name}{" "}
        <span class="soft">{nameOfTable(of.table)}</span>{" "}
        <span class="soft">{of.says.map(effectText).join(" · ")}</span>
      </summary>
      <div class="before-after">
        <div>
          <h4>{t.before}</h4>
          <Json value={of.before} label={t.before} />
        </div>
        <div>
          <h4>{t.after}</h4>
          <Json value={of.after} label={t.after} />
        </div>
      </div>
    </details>
  )
}

export function changedFields({ before, after }: Pick<Difference, "before" | "after">) {
  const from = fieldsOf(before)
  const to = fieldsOf(after)
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .map((field) => ({ field, before: formatValue(from[field]), after: formatValue(to[field]) }))
    .filter((change) => change.before !== change.after)
}

function fieldsOf(record: Difference["before"]): Readonly<Record<string, unknown>> {
  if (record === null) return {}
  const { values, status } = record
  return { ...(typeof values === "object" ? values : {}), ...(status ? { status } : {}) }
}

const formatValue = (value: unknown): string =>
  value === undefined || value === null ? "" : typeof value === "string" ? value : JSON.stringify(value)

interface ChangedFieldsProps {
  readonly of: ReturnType<typeof changedFields>
  readonly label: string
}

export function ChangedFields({ of, label }: ChangedFieldsProps) {
  const r = recordTexts()
  return (
    <div class="whole table-box" tabIndex={0} role="group" aria-label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">{r.field}</th>
            <th scope="col">{r.before}</th>
            <th scope="col">{r.after}</th>
          </tr>
        </thead>
        <tbody>
          {of.map(({ field, before, after }) => (
            <tr key={field}>
              <th scope="row">{field}</th>
              <td class="wrap">{before}</td>
              <td class="wrap">{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
