import { ask } from "../../api/control.ts"
import type { Sent } from "../../api/exchange.ts"
import { worldName } from "../../state/address.ts"
import { useResource } from "../../state/resource.ts"
import { sendingTexts } from "../../texts/sending.ts"
import { Json } from "../json.tsx"
import { Failure } from "../notice.tsx"
import { Status } from "../outcome.tsx"
import { Reasons } from "../reasons.tsx"

interface Props {
  readonly sent: Sent | undefined
  readonly failure: unknown
  readonly heading?: "h3" | "h4"
}

export function Answered({ sent, failure, heading: Heading = "h3" }: Props) {
  const t = sendingTexts()
  return (
    <>
      <div class="tools send-bar">
        <button type="submit" class="button primary">
          {t.send}
        </button>
      </div>
      {failure === undefined ? null : <Failure error={failure} />}
      {sent === undefined ? null : (
        <section class="stack" role="status">
          <Heading>
            <Status status={sent.status} /> {t.answer} <span class="soft">{t.ms(sent.ms)}</span>
          </Heading>
          {sent.requestId === null ? null : <ReasonsInLog id={sent.requestId} />}
          <Json value={sent.body} label={t.answer} />
        </section>
      )}
    </>
  )
}

/** Shows the reason of a refused request, which the log has and the response does not. */
function ReasonsInLog({ id }: { readonly id: string }) {
  const name = worldName.value
  const entry = useResource(`reason ${name} ${id}`, (signal) =>
    ask("GET /worlds/:w/requests/:id", { params: { w: name, id }, signal }),
  )
  const found = entry.value.value
  return found === undefined ? null : <Reasons {...found} />
}
