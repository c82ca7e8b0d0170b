import type { ComponentChildren } from "preact"
import { type AnswerTo, ask } from "../../api/control.ts"
import { baseUrl, curlOf } from "../../parts/commands.ts"
import { Command } from "../../parts/copy.tsx"
import { ViewHead } from "../../parts/notice.tsx"
import { outcomeOf, Status } from "../../parts/outcome.tsx"
import { Shown } from "../../parts/shown.tsx"
import { Time } from "../../parts/time.tsx"
import { addressOf, worldName } from "../../state/address.ts"
import { reasonText } from "../../state/causes.ts"
import { useNames } from "../../state/names.ts"
import { type Resource, useResource } from "../../state/resource.ts"
import { world, worldNow, worlds } from "../../state/world.ts"
import { count } from "../../texts/language.ts"
import { overviewTexts } from "../../texts/overview.ts"
import { nameOfKind } from "../../texts/time.ts"
import { byMinute, Chart } from "./chart.tsx"

const MAX_LISTED_REQUESTS = 6

type Requests = AnswerTo<"GET /worlds/:w/requests">["requests"]

export default function Overview() {
  const t = overviewTexts()
  const name = worldName.value
  const requests = useResource(
    `requests ${name}`,
    async (gone) =>
      (await ask("GET /worlds/:w/requests", { params: { w: name }, query: { bodies: "0" }, signal: gone })).requests,
    ["request"],
  )
  return (
    <>
      <ViewHead title={t.title} about={t.about(name)} />
      <div class="figures">
        <Figure label={t.items} value={world.value?.items} view="data" />
        <Figure label={t.changes} value={world.value?.version} view="requests" />
        <Figure label={t.requestsSeen} value={requests.value.value?.length} view="requests" />
        <Figure label={t.worlds} value={worlds.value.length} view="worlds" />
      </div>
      <Shown of={requests}>{(all) => <RequestChart requests={all} />}</Shown>
      <div class="cards three">
        <Refusals requests={requests} />
        <Due name={name} />
        <Mails name={name} />
      </div>
    </>
  )
}

function Figure(props: { readonly label: string; readonly value: number | undefined; readonly view: string }) {
  const { label, value, view } = props
  return (
    <a class="card figure" href={addressOf(view)}>
      <span class="soft">{label}</span>
      <b>{value === undefined ? "–" : count(value)}</b>
    </a>
  )
}

interface CardProps {
  readonly title: string
  readonly view: string
  /** Query of the view's address, for example a filter. */
  readonly query?: Readonly<Record<string, string>>
  readonly children: ComponentChildren
}

function Card(props: CardProps) {
  return (
    <section class="card" aria-label={props.title}>
      <div class="card-head">
        <h2>{props.title}</h2>
        <a href={addressOf(props.view, [], props.query)} aria-label={`${overviewTexts().all}: ${props.title}`}>
          {overviewTexts().all}
        </a>
      </div>
      {props.children}
    </section>
  )
}

function RequestChart({ requests }: { readonly requests: Requests }) {
  const t = overviewTexts()
  return (
    <Card title={t.perMinute} view="requests">
      <div class="card-body">
        {requests.length === 0 ? (
          <div class="empty">
            <p>{t.noRequests}</p>
            <Command text={curlOf("GET", "/api/v0/workspaces")} />
          </div>
        ) : (
          <Chart minutes={byMinute(requests, worldNow())} />
        )}
      </div>
    </Card>
  )
}

function Refusals({ requests }: { readonly requests: Resource<Requests> }) {
  useNames()
  const t = overviewTexts()
  const all = requests.value.value ?? []
  const refused = all.filter(({ status }) => outcomeOf(status) === "refused").slice(-MAX_LISTED_REQUESTS)
  const failed = all.filter(({ status }) => outcomeOf(status) === "failed").length
  return (
    <Card title={t.refusals} view="requests" query={{ outcome: "refused" }}>
      {refused.length === 0 ? (
        <p class="card-body soft">{t.noRefusals}</p>
      ) : (
        <ul class="rows">
          {refused.reverse().map((request) => (
            <li key={request.id}>
              <RefusedLine request={request} />
            </li>
          ))}
        </ul>
      )}
      {failed === 0 ? null : (
        <p class="card-body">
          <a href={addressOf("requests", [], { outcome: "failed" })}>{t.failedRequests(failed)}</a>
        </p>
      )}
    </Card>
  )
}

function RefusedLine({ request }: { readonly request: Requests[number] }) {
  const { id, at, status, operation, method, path, user } = request
  const reason = reasonText(request) ?? ""
  return (
    <a class="line-link reasoned" href={addressOf("requests", [id])}>
      <Status status={status} />
      <span class="cut">{operation ?? `${method} ${path}`}</span>
      <span class="cut grow soft" title={`${user ?? ""} ${reason}`.trim()}>
        {reason}
      </span>
      <span class="soft">
        <Time at={at} short />
      </span>
    </a>
  )
}

function Due({ name }: { readonly name: string }) {
  const t = overviewTexts()
  const due = useResource(
    `due ${name}`,
    async (gone) =>
      (
        await ask("GET /worlds/:w/schedule", {
          params: { w: name },
          query: { limit: MAX_LISTED_REQUESTS },
          signal: gone,
        })
      ).upcoming,
    ["change", "clock", "fired"],
  )
  return (
    <Card title={t.due} view="time">
      <Shown of={due}>
        {(upcoming) =>
          upcoming.length === 0 ? (
            <p class="card-body soft">{t.noDue}</p>
          ) : (
            <ul class="rows">
              {upcoming.map((event) => (
                <li key={`${event.at} ${event.id}`}>
                  <span class="cut grow">{event.name || nameOfKind(event.kind)}</span>
                  <span class="soft">
                    <Time at={event.at} />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
    </Card>
  )
}

function Mails({ name }: { readonly name: string }) {
  const t = overviewTexts()
  const mails = useResource(
    `mails ${name}`,
    async (gone) => {
      const query = { order: "latest", limit: MAX_LISTED_REQUESTS } as const
      return (await ask("GET /worlds/:w/mails", { params: { w: name }, query, signal: gone })).mails
    },
    ["mail"],
  )
  return (
    <Card title={t.mails} view="mails">
      <Shown of={mails}>
        {(all) =>
          all.length === 0 ? (
            <div class="empty">
              <p>{t.noMails}</p>
              <Command
                text={`curl -X POST -H 'Content-Type: application/json' -d '{"email":"mina@hikari.example"}' ${baseUrl()}/api/v0/users/password/forgot`}
              />
            </div>
          ) : (
            <ul class="rows">
              {all
                .slice(-MAX_LISTED_REQUESTS)
                .reverse()
                .map(({ id, subject, to, at }) => (
                  <li key={id}>
                    <a class="line-link" href={addressOf("mails", [id])}>
                      <span class="cut grow">{subject}</span>
                      <span class="soft cut">{to}</span>
                      <span class="soft">
                        <Time at={at} short />
                      </span>
                    </a>
                  </li>
                ))}
            </ul>
          )
        }
      </Shown>
    </Card>
  )
}
