import { ask } from "../../api/control.ts"
import type { Sent } from "../../api/exchange.ts"
import { worldName } from "../../state/address.ts"
import { useResource } from "../../state/resource.ts"
import { previewTexts } from "../../texts/preview.ts"
import { sendingTexts } from "../../texts/sending.ts"
import { Json } from "../json.tsx"
import { Failure } from "../notice.tsx"
import { Status } from "../outcome.tsx"
import { PreviewOf } from "../preview.tsx"
import { Reasons } from "../reasons.tsx"

interface Props {
  readonly sent: Sent | undefined
  readonly failure: unknown
  /** Sends the request as a dry run. Default: there is no button for it. */
  readonly onPreview?: (() => void) | undefined
  readonly heading?: "h3" | "h4"
}

export function Answered({ sent, failure, onPreview, heading: Heading = "h3" }: Props) {
  const t = sendingTexts()
  return (
    <>
      <div class="tools send-bar">
        <button type="submit" class="button primary">
          {t.send}
        </button>
        {onPreview === undefined ? null : (
          <button type="button" class="button" onClick={onPreview}>
            {previewTexts().preview}
          </button>
        )}
      </div>
      {failure === undefined ? null : <Failure error={failure} />}
      {sent === undefined ? null : (
        <section class="stack" role="status">
          <Heading>
            <Status status={sent.status} /> {t.answer} <span class="soft">{t.ms(sent.ms)}</span>
          </Heading>
          {sent.requestId === null ? null : <ReasonsInLog id={sent.requestId} />}
          {sent.dryRunId === null || sent.status >= 400 ? null : <PreviewOf key={sent.dryRunId} id={sent.dryRunId} />}
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
