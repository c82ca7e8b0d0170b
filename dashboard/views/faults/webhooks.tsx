import { ask } from "../../api/control.ts"
import { Json } from "../../parts/json.tsx"
import { Badge } from "../../parts/notice.tsx"
import { Status } from "../../parts/outcome.tsx"
import { Shown } from "../../parts/shown.tsx"
import { Time } from "../../parts/time.tsx"
import { useResource } from "../../state/resource.ts"
import { showToast } from "../../state/toasts.ts"
import { attempt } from "../../state/undo.ts"
import { faultTexts } from "../../texts/faults.ts"

export function Webhooks({ world }: { readonly world: string }) {
  const t = faultTexts()
  const webhooks = useResource(
    `webhooks ${world}`,
    async (gone) => (await ask("GET /worlds/:w/webhooks", { params: { w: world }, signal: gone })).webhooks,
    ["webhook", "request", "fired"],
  )
  // Undo can't take back a request that another server has received.
  const resend = ({ id, url }: { readonly id: string; readonly url: string }) =>
    attempt(async () => {
      await ask("POST /worlds/:w/webhooks/:id/resend", { params: { w: world, id } })
      showToast({ tone: "plain", text: t.resent(url), world })
    })
  return (
    <section class="card" aria-label={t.webhooks}>
      <div class="card-head">
        <h2>{t.webhooks}</h2>
      </div>
      <Shown of={webhooks}>
        {(all) =>
          all.length === 0 ? (
            <p class="card-body soft">{t.noWebhooks}</p>
          ) : (
            <ul class="rows">
              {[...all].reverse().map((webhook) => (
                <li key={webhook.id}>
                  <Time at={webhook.at} />
                  {webhook.status === undefined ? <Badge tone="bad">✕</Badge> : <Status status={webhook.status} />}
                  <code class="grow">{webhook.url}</code>
                  {webhook.error === undefined ? null : <span class="field-error">{webhook.error}</span>}
                  <button type="button" class="button small" onClick={() => void resend(webhook)}>
                    {t.resend}
                  </button>
                  <details>
                    <summary>{t.body}</summary>
                    <Json value={webhook.body} label={t.body} />
                  </details>
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
    </section>
  )
}
