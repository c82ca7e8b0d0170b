import { useSignal } from "@preact/signals"
import { type AnswerTo, ask } from "../../api/control.ts"
import { CopyButton } from "../../parts/copy.tsx"
import { Icon } from "../../parts/icon.tsx"
import { Json } from "../../parts/json.tsx"
import { Empty } from "../../parts/notice.tsx"
import { Status } from "../../parts/outcome.tsx"
import { Shown } from "../../parts/shown.tsx"
import { Time } from "../../parts/time.tsx"
import { address, addressOf, worldName } from "../../state/address.ts"
import { useResource } from "../../state/resource.ts"
import { requestTexts } from "../../texts/requests.ts"
import { shellTexts } from "../../texts/shell.ts"
import { asClientCall, asCurl, asTest } from "./copies.ts"
import { SendAgain } from "./send-again.tsx"

export type Entry = AnswerTo<"GET /worlds/:w/requests">["requests"][number]

/** One request with all that is known of it. */
export function Detail({ id }: { readonly id: string }) {
  const t = requestTexts()
  const name = worldName.value
  const entry = useResource(`request ${name} ${id}`, async (gone) => {
    const before = String(Math.max(0, Number(id) - 1))
    const { requests } = await ask("GET /worlds/:w/requests", {
      params: { w: name },
      query: /^\d+$/.test(id) ? { since: Number(before) } : { limit: 0 },
      signal: gone,
    })
    return requests.find((request) => request.id === id) ?? null
  })
  return (
    <section class="card detail" aria-label={t.detail}>
      <Shown of={entry}>{(found) => (found === null ? <Empty title={t.gone(id)} /> : <Whole entry={found} />)}</Shown>
    </section>
  )
}

function Whole({ entry }: { readonly entry: Entry }) {
  const t = requestTexts()
  const isSending = useSignal(false)
  const title = entry.operation ?? `${entry.method} ${entry.path}`
  return (
    <>
      <div class="card-head">
        <h2>
          <Status status={entry.status} /> {title}
        </h2>
        <a
          class="button plain"
          href={addressOf("requests", [], Object.fromEntries(address.value.query))}
          aria-label={shellTexts().close}
        >
          <Icon name="close" />
        </a>
      </div>
      <div class="detail-body">
        <div class="tools">
          <button
            type="button"
            class="button primary"
            onClick={() => {
              isSending.value = true
            }}
          >
            {t.sendAgain}
          </button>
          <CopyButton text={asCurl(entry)} label={t.copyCurl} />
          {entry.operation === null ? null : (
            <>
              <CopyButton text={asClientCall(entry)} label={t.copyClient} />
              <CopyButton text={asTest(entry)} label={t.copyTest} />
              <a class="button small" href={addressOf("faults", [], { operation: entry.operation })}>
                {t.planFault}
              </a>
            </>
          )}
        </div>
        <dl class="facts">
          <dt>{t.path}</dt>
          <dd>
            <code>
              <span class="method">{entry.method}</span> {entry.path}
            </code>
          </dd>
          <dt>{t.who}</dt>
          <dd>{entry.user ?? <span class="soft">{t.unknownUser}</span>}</dd>
          <dt>{t.when}</dt>
          <dd>
            <Time at={entry.at} /> <span class="soft">{t.from(entry.ms)}</span>
          </dd>
        </dl>
        <section>
          <h3>{t.changed}</h3>
          {entry.effects.length === 0 ? (
            <p class="soft">{t.nothingChanged}</p>
          ) : (
            <ul class="plain-list">
              {entry.effects.map((effect) => (
                <li key={effect}>{effect}</li>
              ))}
            </ul>
          )}
        </section>
        <section>
          <h3>{t.request}</h3>
          {entry.request === null ? <p class="soft">{t.noBody}</p> : <Json value={entry.request} label={t.request} />}
        </section>
        <section>
          <h3>{t.answer}</h3>
          {entry.response === null ? <p class="soft">{t.noBody}</p> : <Json value={entry.response} label={t.answer} />}
        </section>
      </div>
      {isSending.value ? (
        <SendAgain
          entry={entry}
          onClose={() => {
            isSending.value = false
          }}
        />
      ) : null}
    </>
  )
}
