import { useSignal } from "@preact/signals"
import { ask, ControlError } from "../../api/control.ts"
import { addressOfItem } from "../../items/datastore.ts"
import { BeforeAfter } from "../../parts/before-after.tsx"
import { CopyButton } from "../../parts/copy.tsx"
import { Effects } from "../../parts/effects.tsx"
import { Icon } from "../../parts/icon.tsx"
import { Json } from "../../parts/json.tsx"
import { Empty } from "../../parts/notice.tsx"
import { outcomeOf, Status } from "../../parts/outcome.tsx"
import { DryRunBadge } from "../../parts/preview.tsx"
import { Reasons } from "../../parts/reasons.tsx"
import { Shown } from "../../parts/shown.tsx"
import { isGraphql, shownOperation } from "../../parts/shown-operation.ts"
import { Time } from "../../parts/time.tsx"
import { address, addressOf, worldName } from "../../state/address.ts"
import { effectText } from "../../state/effects.ts"
import { useResource } from "../../state/resource.ts"
import { pastTexts } from "../../texts/past.ts"
import { previewTexts } from "../../texts/preview.ts"
import { requestTexts } from "../../texts/requests.ts"
import { shellTexts } from "../../texts/shell.ts"
import { asClientCall, asCurl, asTest, callOf } from "./copies.ts"
import { NO_DATASTORES, useDatastores } from "./datastores.ts"
import type { Entry } from "./entry.ts"
import { Explained } from "./explanation.tsx"
import { SendAgain } from "./send-again.tsx"
import { subjectOf } from "./subject.ts"

const NOT_FOUND = 404

export function Detail({ id }: { readonly id: string }) {
  const t = requestTexts()
  const name = worldName.value
  const entry = useResource(`request ${name} ${id}`, (signal) =>
    ask("GET /worlds/:w/requests/:id", { params: { w: name, id }, signal }).catch((error: unknown) => {
      if (error instanceof ControlError && error.status === NOT_FOUND) return null
      throw error
    }),
  )
  return (
    <section class="card detail" aria-label={t.detail}>
      <Shown of={entry}>{(found) => (found === null ? <Empty title={t.gone(id)} /> : <Whole entry={found} />)}</Shown>
    </section>
  )
}

function Whole({ entry }: { readonly entry: Entry }) {
  const t = requestTexts()
  const isSending = useSignal(false)
  // An event of the clock is logged like a request, but cannot be sent again or copied.
  const isDue = entry.method === "CLOCK"
  const title = shownOperation(entry) ?? (isDue ? entry.cause?.name : undefined) ?? `${entry.method} ${entry.path}`
  return (
    <>
      <div class="card-head">
        <h2>
          <Status status={entry.status} /> {title} <DryRunBadge of={entry} />
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
        <Reasons {...entry} />
        {outcomeOf(entry.status) === "refused" ? <Explained key={entry.id} entry={entry} /> : null}
        {isDue ? null : (
          <div class="tools">
            {callOf(entry) === undefined ? (
              <button
                type="button"
                class="button primary"
                onClick={() => {
                  isSending.value = true
                }}
              >
                {t.sendAgain}
              </button>
            ) : null}
            <CopyButton text={asCurl(entry)} label={t.copyCurl} />
            {entry.operation === null ? null : (
              <>
                {isGraphql(entry) ? null : (
                  <>
                    <CopyButton text={asClientCall(entry)} label={t.copyClient} />
                    <CopyButton text={asTest(entry)} label={t.copyTest} />
                  </>
                )}
                <a class="button small" href={addressOf("faults", [], { operation: entry.operation })}>
                  {t.planFault}
                </a>
              </>
            )}
          </div>
        )}
        <dl class="facts">
          <dt>{t.path}</dt>
          <dd>
            <code>
              <span class="method">{entry.method}</span> {entry.path}
            </code>
          </dd>
          <About entry={entry} />
          <dt>{t.who}</dt>
          <dd>{entry.user ?? <span class="soft">{t.unknownUser}</span>}</dd>
          <dt>{t.when}</dt>
          <dd>
            <Time at={entry.at} /> <span class="soft">{t.from(entry.ms)}</span>
          </dd>
        </dl>
        <Causes entry={entry} />
        <section>
          <h3>{entry.dry_run === true ? previewTexts().wouldChange : t.changed}</h3>
          <Effects effects={entry.effects} />
          <BeforeAndAfter entry={entry} />
        </section>
        <MailsOf entry={entry} />
        <Changes entry={entry} />
        {entry.script_logs === undefined ? null : (
          <section>
            <h3>{t.scriptLogs}</h3>
            <Json value={entry.script_logs.join("\n")} label={t.scriptLogs} />
          </section>
        )}
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

/** Leads to the versions of the world on both sides of a request that changed something. */
function BeforeAndAfter({ entry }: { readonly entry: Entry }) {
  const t = pastTexts()
  const datastores = useDatastores()
  // Before the datastores are known, the links would not lead to the item.
  if (datastores === undefined || entry.effects.length === 0 || entry.dry_run === true) return null
  const subject = subjectOf(entry, datastores)
  const { found, itemId } = subject ?? {}
  const place = found === undefined ? [] : [found.application_id, found.datastore_id]
  const addressAt = (version: string, isThere: boolean) =>
    addressOf("data", itemId !== undefined && place.length > 0 && isThere ? [...place, itemId] : place, { at: version })
  const isNew = entry.changes.some(({ id, what }) => id === itemId && what === "added")
  return (
    <div class="tools">
      <a class="button small" aria-label={t.beforeRequest} href={addressAt(`before:${entry.id}`, !isNew)}>
        {t.before}
      </a>
      <a class="button small" aria-label={t.afterRequest} href={addressAt(`after:${entry.id}`, true)}>
        {t.after}
      </a>
    </div>
  )
}

/** Shows the cause of a request, its follow-up requests and its webhooks. */
function Causes({ entry }: { readonly entry: Entry }) {
  const t = requestTexts()
  const { cause, trace, caused, webhooks } = entry
  if (cause === undefined && caused.length === 0 && webhooks.length === 0) return null
  return (
    <section>
      <h3>{t.trace}</h3>
      <ul class="plain-list">
        {cause === undefined ? null : (
          <li>
            {t.cause}{" "}
            {cause.kind === "script" && cause.id !== null ? (
              <a href={addressOf("requests", [cause.id])}>{cause.name}</a>
            ) : (
              <b>{cause.name}</b>
            )}
          </li>
        )}
        {caused.map((call) => (
          <li key={call.id}>
            <Status status={call.status} />{" "}
            <a href={addressOf("requests", [call.id])}>{call.operation ?? `${call.method} ${call.path}`}</a>{" "}
            <span class="soft">{call.effects.map(effectText).join(" · ")}</span>
          </li>
        ))}
        {webhooks.map((webhook) => (
          <li key={`${webhook.at} ${webhook.url}`}>
            {webhook.status === undefined ? "✕" : <Status status={webhook.status} />} <code>{webhook.url}</code>
          </li>
        ))}
      </ul>
      {trace === undefined ? null : <a href={addressOf("requests", [], { trace })}>{t.wholeTrace}</a>}
    </section>
  )
}

function MailsOf({ entry }: { readonly entry: Entry }) {
  const mails = entry.changes.filter(({ table, what }) => table === "mails" && what === "added")
  if (mails.length === 0) return null
  return (
    <section>
      <h3>{requestTexts().mails}</h3>
      <ul class="plain-list">
        {mails.map(({ id, says, name }) => (
          <li key={id}>
            <a href={addressOf("mails", [id])}>{effectText(says[0] ?? name)}</a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Changes({ entry }: { readonly entry: Entry }) {
  const t = requestTexts()
  if (entry.changes.length === 0) return null
  return (
    <section>
      <h3>{t.record}</h3>
      {entry.changes.map((change) => (
        <BeforeAfter key={`${change.table} ${change.id}`} of={change} />
      ))}
      {entry.more_changes === 0 ? null : <p class="soft">{t.moreChanges(entry.more_changes)}</p>}
    </section>
  )
}

/** Shows the application, the datastore and the item of a request, with links. */
function About({ entry }: { readonly entry: Entry }) {
  const subject = subjectOf(entry, useDatastores() ?? NO_DATASTORES)
  if (subject === undefined) return null
  const { application, datastore, item, itemId, found } = subject
  const change = entry.changes.find(({ id }) => id === itemId)
  const title = change?.name || item
  return (
    <>
      <dt>{requestTexts().subject}</dt>
      <dd>
        {[application, datastore].filter(Boolean).join(" / ")}
        {title === undefined ? null : " / "}
        {title === undefined ? null : found === undefined || itemId === undefined ? (
          title
        ) : (
          <a href={addressOfItem(found, itemId)}>{title}</a>
        )}
      </dd>
    </>
  )
}
