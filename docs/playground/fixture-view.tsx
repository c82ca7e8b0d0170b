import { signal, useComputed } from "@preact/signals"
import { createRef } from "preact"
import { useEffect } from "preact/hooks"
import { ask } from "../../dashboard/api/control.ts"
import { ViewHead } from "../../dashboard/parts/notice.tsx"
import { addressOf } from "../../dashboard/state/address.ts"
import { refresh } from "../../dashboard/state/live.ts"
import { showToast } from "../../dashboard/state/toasts.ts"
import { attempt } from "../../dashboard/state/undo.ts"
import type { PlacedMistake } from "../../emulator/adapters/index.ts"
import { Editor, goTo } from "./editor.tsx"
import { FIRST_FIXTURE, text } from "./fixture-text.ts"
import { readText } from "./mistakes.ts"
import { playgroundTexts } from "./texts.ts"

const PAUSE_MS = 300
const MAIN_WORLD = { w: "main" }

const area = createRef<HTMLTextAreaElement>()

const loadedText = signal(text.peek())
const mistakes = signal<readonly PlacedMistake[]>([])

/** Checks the text and shows its mistakes. Undefined if the text has changed meanwhile. */
async function check() {
  const checked = text.peek()
  const read = await readText(checked)
  if (checked !== text.peek()) return undefined
  mistakes.value = read.mistakes
  return read
}

async function load(): Promise<void> {
  const written = text.peek()
  const read = await check()
  const fixture = read?.fixture
  if (fixture === undefined) return
  const t = playgroundTexts()
  const isDone = await attempt(() => ask("POST /worlds/:w/import", { params: MAIN_WORLD, body: fixture }))
  if (!isDone) return
  loadedText.value = written
  showToast({ tone: "good", text: t.loaded })
  refresh()
}

/** Replaces the editor's text with the current world's fixture. */
async function takeWorld(): Promise<void> {
  const { stringify } = await import("yaml")
  await attempt(async () => {
    text.value = stringify(await ask("GET /worlds/:w/export", { params: MAIN_WORLD }), { lineWidth: 120 })
    loadedText.value = text.peek()
    showToast({ tone: "good", text: playgroundTexts().asItIsDone })
  })
}

/** Edits, checks and loads the fixture of this tab's world. */
export default function FixtureView() {
  const t = playgroundTexts()
  const written = text.value
  useEffect(() => {
    const timer = setTimeout(() => void check(), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [written])
  const lines = useComputed(() => new Set(mistakes.value.flatMap(({ line }) => line ?? [])))
  const found = mistakes.value
  return (
    <>
      <ViewHead title={t.title} about={t.about}>
        <button type="button" class="button primary" title={t.loadHint} onClick={() => void load()}>
          {t.load}
        </button>
        <button type="button" class="button" onClick={() => void takeWorld()}>
          {t.asItIs}
        </button>
        <button
          type="button"
          class="button"
          onClick={() => {
            text.value = FIRST_FIXTURE
          }}
        >
          {t.first}
        </button>
      </ViewHead>
      <div class="playground fills">
        <Editor
          area={area}
          label={t.editor}
          text={written}
          wrong={lines.value}
          onText={(next) => {
            text.value = next
          }}
          onLoad={() => void load()}
        />
        <div class="stack scrolls">
          <section class="card" aria-label={t.mistakes(found.length)} id="mistakes">
            <div class="card-body" role="status">
              <p>
                {found.length > 0 ? <strong>{t.mistakes(found.length)}</strong> : t.none}{" "}
                {written === loadedText.value ? null : <span class="soft">{t.changed}</span>}
              </p>
            </div>
            {found.length === 0 ? null : (
              <ul class="rows">
                {found.map((mistake, at) => (
                  <li key={`${mistake.path} ${at}`}>
                    <Mistake of={mistake} />
                  </li>
                ))}
              </ul>
            )}
          </section>
          <Next />
        </div>
      </div>
    </>
  )
}

function Mistake({ of }: { readonly of: PlacedMistake }) {
  const t = playgroundTexts()
  const { line, column, names, message, meant } = of
  return (
    <div class="mistake">
      {line === null || column === null ? null : (
        <button type="button" class="button small" onClick={() => goTo(area.current, line, column)}>
          {t.at(line, column)}
        </button>
      )}
      {names === "" ? null : <code class="wrap">{names}</code>}
      <p class="wrap">
        {message}
        {meant === null ? null : <span class="soft"> {t.meant(meant)}</span>}
      </p>
    </div>
  )
}

function Next() {
  const t = playgroundTexts()
  const steps = [
    { href: addressOf("console", ["createItem"]), title: t.call, hint: t.callHint },
    { href: addressOf("data"), title: t.data, hint: t.dataHint },
    { href: addressOf("requests"), title: t.requests, hint: t.requestsHint },
    { href: addressOf("mails"), title: t.mails, hint: t.mailsHint },
    { href: addressOf("time"), title: t.time, hint: t.timeHint },
  ]
  return (
    <section class="card" aria-label={t.next}>
      <div class="card-head">
        <h2>{t.next}</h2>
      </div>
      <ul class="rows">
        {steps.map(({ href, title, hint }) => (
          <li key={href}>
            <div class="grow">
              <a href={href}>{title}</a>
              <p class="soft">{hint}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
