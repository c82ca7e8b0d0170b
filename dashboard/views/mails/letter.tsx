import { useSignal } from "@preact/signals"
import { ask, ControlError } from "../../api/control.ts"
import type { Sent } from "../../api/exchange.ts"
import { send } from "../../api/send.ts"
import { CopyButton } from "../../parts/copy.tsx"
import { Icon } from "../../parts/icon.tsx"
import { Json } from "../../parts/json.tsx"
import { Badge, Empty } from "../../parts/notice.tsx"
import { Shown } from "../../parts/shown.tsx"
import { shownOperation } from "../../parts/shown-operation.ts"
import { Tabs } from "../../parts/tabs.tsx"
import { Time } from "../../parts/time.tsx"
import { address, addressOf, go, withQuery, worldName } from "../../state/address.ts"
import { useResource } from "../../state/resource.ts"
import { attempt, withUndo } from "../../state/undo.ts"
import { mailTexts } from "../../texts/mails.ts"
import { shellTexts } from "../../texts/shell.ts"
import type { Mail } from "./box.ts"

const NOT_FOUND = 404

/** Shows one mail: its text, source and links, and its HTML in a frame without scripts and network, whose links open new tabs. */
export function Letter({ id, onGone }: { readonly id: string; readonly onGone: () => void }) {
  const t = mailTexts()
  const name = worldName.value
  const mail = useResource(`mail ${name} ${id}`, (gone) =>
    ask("GET /worlds/:w/mails/:id", { params: { w: name, id }, signal: gone }).catch((error: unknown) => {
      if (error instanceof ControlError && error.status === NOT_FOUND) return null
      throw error
    }),
  )
  return (
    <section class="card detail" aria-label={t.detail}>
      <Shown of={mail}>
        {(found) => (found === null ? <Empty title={t.gone(id)} /> : <Whole mail={found} onGone={onGone} />)}
      </Shown>
    </section>
  )
}

function Whole({ mail, onGone }: { readonly mail: Mail; readonly onGone: () => void }) {
  const t = mailTexts()
  const remove = () =>
    attempt(async () => {
      await withUndo(t.deleted(mail.subject), () =>
        ask("DELETE /worlds/:w/mails/:id", { params: { w: worldName.peek(), id: mail.id } }),
      )
      onGone()
      go(addressOf("mails", [], Object.fromEntries(address.peek().query)))
    })
  return (
    <>
      <div class="card-head">
        <h2>{mail.subject}</h2>
        <div class="tools">
          <button
            type="button"
            class="button plain"
            aria-label={t.delete}
            title={t.delete}
            onClick={() => void remove()}
          >
            <Icon name="trash" />
          </button>
          <a
            class="button plain"
            href={addressOf("mails", [], Object.fromEntries(address.value.query))}
            aria-label={shellTexts().close}
          >
            <Icon name="close" />
          </a>
        </div>
      </div>
      <div class="detail-body">
        <dl class="facts">
          <dt>{t.to}</dt>
          <dd>{mail.to}</dd>
          <dt>{t.from}</dt>
          <dd>{mail.from}</dd>
          <dt>{t.at}</dt>
          <dd>
            <Time at={mail.at} /> <Badge tone="accent">{t[mail.kind]}</Badge>
          </dd>
          <CausedBy id={mail.id} />
        </dl>
        <Tabs
          label={t.detail}
          open={address.value.query.get("show") ?? "rendered"}
          onOpen={(show) => go(withQuery({ show }), "replace")}
          tabs={[
            { key: "rendered", title: t.rendered, content: () => <Rendered mail={mail} /> },
            { key: "plain", title: t.plain, content: () => <Read text={mail.text} label={t.plain} /> },
            { key: "source", title: t.source, content: () => <Read text={mail.html} label={t.source} /> },
            { key: "links", title: t.links, content: () => <Links mail={mail} /> },
          ]}
        />
      </div>
    </>
  )
}

/** Shows the request, script or auto action that sent the mail. Shows nothing if the log no longer contains it. */
function CausedBy({ id }: { readonly id: string }) {
  const w = worldName.value
  const writers = useResource(`writers of mail ${w} ${id}`, (signal) =>
    ask("GET /worlds/:w/requests", { params: { w }, query: { record: id, origin: "any", bodies: "0" }, signal }),
  )
  // The log lists follow-up requests before the request that caused them, because they end first.
  const [entry] = writers.value.value?.requests ?? []
  if (entry === undefined) return null
  return (
    <>
      <dt>{mailTexts().causedBy}</dt>
      <dd>
        <a href={addressOf("requests", [entry.id])}>{shownOperation(entry) ?? entry.cause?.name ?? entry.method}</a>{" "}
        <span class="soft">{entry.user}</span>
      </dd>
    </>
  )
}

const Rendered = ({ mail }: { readonly mail: Mail }) => (
  <iframe
    class="mail-frame"
    sandbox="allow-popups allow-popups-to-escape-sandbox"
    title={mailTexts().frame}
    src={`/_hexarium/worlds/${encodeURIComponent(worldName.value)}/mails/${encodeURIComponent(mail.id)}/html`}
  />
)

function Read({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <pre role="group" tabIndex={0} aria-label={label}>
      {text}
    </pre>
  )
}

function Links({ mail }: { readonly mail: Mail }) {
  const t = mailTexts()
  if (mail.links.length === 0) return <p class="soft">{t.noLinks}</p>
  return (
    <ul class="plain-list">
      {mail.links.map((link) => (
        <li key={link.url}>
          <Link mail={mail} link={link} />
        </li>
      ))}
    </ul>
  )
}

/** Returns the path of the API request that a mail's link leads to, by the kind of mail. */
const PATH_OF_LINK: Readonly<Record<string, (id: string) => string>> = {
  registration: (id) => `/users/registration/confirm?id=${encodeURIComponent(id)}`,
  password: (id) => `/users/password/validate?id=${encodeURIComponent(id)}`,
  email: (id) => `/users/confirmations/${encodeURIComponent(id)}`,
}

function Link({ mail, link }: { readonly mail: Mail; readonly link: Mail["links"][number] }) {
  const t = mailTexts()
  const answer = useSignal<Sent | undefined>(undefined)
  const path = PATH_OF_LINK[mail.kind]
  const follow = () =>
    attempt(async () => {
      if (path === undefined) return
      const request = { method: "GET", path: `/api/v0${path(link.confirmation_id)}`, accept: "application/json" }
      answer.value = await withUndo(t.linkFollowed(mail.subject), () => send(worldName.peek(), "", request), {
        quiet: true,
      })
    })
  return (
    <section class="stack">
      <div class="command">
        <pre>
          <a href={link.url} target="_blank" rel="noopener noreferrer">
            {link.url}
          </a>
        </pre>
        <CopyButton text={link.url} />
      </div>
      <p class="tools">
        <span class="soft">{t.code}</span> <code class="wrap">{link.confirmation_id}</code>
        <CopyButton text={link.confirmation_id} />
        {path === undefined ? null : (
          <button type="button" class="button small" onClick={() => void follow()}>
            {t.follow}
          </button>
        )}
      </p>
      {answer.value === undefined ? null : (
        <div role="status">
          <p>{t.followed(answer.value.status)}</p>
          <Json value={answer.value.body} label={t.source} />
        </div>
      )}
    </section>
  )
}
