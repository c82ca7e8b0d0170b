import type { Sent } from "../../api/exchange.ts"
import { sendingTexts } from "../../texts/sending.ts"
import { Json } from "../json.tsx"
import { Failure } from "../notice.tsx"
import { Status } from "../outcome.tsx"

interface Props {
  readonly sent: Sent | undefined
  readonly failure: unknown
  readonly heading?: "h3" | "h4"
}

export function Answered({ sent, failure, heading: Heading = "h3" }: Props) {
  const t = sendingTexts()
  return (
    <>
      <div class="tools">
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
          <Json value={sent.body} label={t.answer} />
        </section>
      )}
    </>
  )
}
