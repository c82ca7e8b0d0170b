import { render } from "preact"
import { Shell } from "../../dashboard/shell/shell.tsx"
import { keepView } from "../../dashboard/shell/view-code.ts"
import { keepTheme } from "../../dashboard/state/appearance.ts"
import { followWorld } from "../../dashboard/state/live.ts"
import { keepPeople } from "../../dashboard/state/people.ts"
import { keepWorld } from "../../dashboard/state/world.ts"
import { surroundings } from "../../dashboard/surroundings.ts"
import { keepLanguage } from "../../dashboard/texts/language.ts"
import { VIEWS } from "../../dashboard/views/views.ts"
import { beginTab } from "./tab.ts"
import { playgroundTexts } from "./texts.ts"

Object.assign(surroundings, {
  reference: "../reference/operations.html",
  eventsWorker: undefined,
  openApi: "/openapi.json",
  streams: canHandOverStreams(),
})
VIEWS.unshift({ name: "fixture", icon: "data", load: () => import("./fixture-view.tsx") })
keepTheme()
keepLanguage()
if (location.hash === "") location.replace("#/main/fixture")
await begin()

async function begin(): Promise<void> {
  const t = playgroundTexts()
  render(
    <p class="loading" role="status">
      {t.beginning}
    </p>,
    document.body,
  )
  try {
    await beginTab()
  } catch (error) {
    render(<CanNot reason={error instanceof Error ? error.message : String(error)} />, document.body)
    return
  }
  keepView()
  followWorld()
  keepWorld()
  keepPeople()
  render(<Shell />, document.body)
}

/** Shown when the tab can't handle its own requests. */
function CanNot({ reason }: { readonly reason: string }) {
  const t = playgroundTexts()
  return (
    <main class="view">
      <h1>{t.canNot}</h1>
      <div class="notice bad" role="alert">
        <p>{reason}</p>
      </div>
      <p>{t.canNotHint}</p>
      <div class="tools">
        <button type="button" class="button primary" onClick={() => location.reload()}>
          {t.again}
        </button>
      </div>
    </main>
  )
}

/** Returns false in browsers that can't transfer streams to a worker: there, an endless stream would never start. */
function canHandOverStreams(): boolean {
  const stream = new ReadableStream()
  try {
    structuredClone(stream, { transfer: [stream] })
    return true
  } catch {
    return false
  }
}
