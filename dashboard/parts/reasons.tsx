import { addressOfCode, addressOfSection, causeText, codeIn, type Refused } from "../state/causes.ts"
import { useNames } from "../state/names.ts"
import { reasonTexts } from "../texts/reasons.ts"
import { outcomeOf } from "./outcome.tsx"

interface Props extends Refused {
  readonly status: number
  readonly response: unknown
}

/** Shows why a request was refused or failed, with links to the rules. Shows nothing for other requests. */
export function Reasons({ status, response, causes = [], error }: Props) {
  const t = reasonTexts()
  useNames()
  const code = codeIn(response)
  if (outcomeOf(status) === "ok" || (causes.length === 0 && error === undefined)) return null
  return (
    <section class="notice bad reasons" aria-label={t.reason}>
      <ul class="plain-list">
        {causes.map((cause) => (
          <li key={cause.says}>
            {causeText(cause)} <Rule href={addressOfSection(cause.section)} name={cause.section} />
          </li>
        ))}
        {causes.length > 0 ? null : (
          <li>
            {error} {code === undefined ? null : <Rule href={addressOfCode(code)} name={code} />}
          </li>
        )}
      </ul>
    </section>
  )
}

function Rule({ href, name }: { readonly href: string; readonly name: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {reasonTexts().rule(name)}
    </a>
  )
}
