import { useEffect, useRef } from "preact/hooks"
import { Loading } from "../parts/loading.tsx"
import { Empty, Failure } from "../parts/notice.tsx"
import { shownVersion } from "../shown-version.ts"
import { address, addressOf } from "../state/address.ts"
import { isReachable, isThere } from "../state/world.ts"
import { shellTexts } from "../texts/shell.ts"
import { viewTexts } from "../texts/views.ts"
import { findView } from "../views/views.ts"
import { loadedViews, loadFailure, loadView } from "./view-code.ts"

export function ViewHost() {
  const t = shellTexts()
  const { world, view: name } = address.value
  const view = findView(name)
  const title = view === undefined ? t.notThere : viewTexts()[view.name]
  const shown = useRef("")
  const Shown = loadedViews.value.get(name)

  useEffect(() => {
    document.title = `${title} · ${world} · Hexarium`
  }, [title, world])
  // Moves the focus to the new view's heading, so that screen readers announce the view.
  useEffect(() => {
    if (Shown === undefined) return
    if (shown.current !== "" && shown.current !== name) document.querySelector<HTMLElement>("main h1")?.focus()
    shown.current = name
  }, [Shown, name])

  if (view === undefined) {
    return <Missing title={t.notThere} text={t.noView(name)} href={addressOf("overview")} link={t.toOverview} />
  }
  if (!isThere.value && isReachable.value && name !== "worlds") {
    return (
      <Missing
        title={t.notThere}
        text={t.noWorld(world)}
        href={addressOf("worlds", [], {}, "main")}
        link={t.toWorlds}
      />
    )
  }
  return (
    <>
      {isReachable.value ? null : (
        <div class="notice bad" role="alert">
          <p>{t.unreachable}</p>
        </div>
      )}
      {loadFailure.value === undefined ? null : <Failure error={loadFailure.value} retry={() => loadView(view.name)} />}
      {Shown === undefined ? (
        loadFailure.value === undefined ? (
          <Loading />
        ) : null
      ) : (
        <div class="view" key={`${world} ${shownVersion.value?.version ?? ""} ${name}`}>
          <Shown />
        </div>
      )}
    </>
  )
}

function Missing(props: { title: string; text: string; href: string; link: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // Moves the focus to the heading if nothing has it, for example because the world's dialog was removed.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus()
  }, [])
  return (
    <div class="view">
      <h1 ref={heading} tabIndex={-1}>
        {props.title}
      </h1>
      <Empty title={props.text}>
        <a class="button" href={props.href}>
          {props.link}
        </a>
      </Empty>
    </div>
  )
}
