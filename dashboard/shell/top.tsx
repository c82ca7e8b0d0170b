import { useSignal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import { Icon } from "../parts/icon.tsx"
import { inUtc, Time } from "../parts/time.tsx"
import { addressInWorld, addressOf, go, worldName } from "../state/address.ts"
import { connection } from "../state/live.ts"
import { actAs, actingUser, people } from "../state/people.ts"
import { clock, clockMode, worldNow, worlds } from "../state/world.ts"
import { shellTexts } from "../texts/shell.ts"
import { isPaletteOpen } from "./palette-host.tsx"

const IS_MAC = navigator.userAgent.includes("Mac")

export function Top() {
  const t = shellTexts()
  return (
    <>
      <a class="brand" href={addressOf("overview")} aria-label="Hexarium">
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <path class="brand-outer" d="M16 2l12.1 7v14L16 30 3.9 23V9z" />
          <path class="brand-inner" d="M16 8.500l6.500 3.750v7.500L16 23.500l-6.500-3.750v-7.500z" />
        </svg>
        <span>Hexarium</span>
      </a>
      <WorldChoice />
      <Clock />
      <div class="grow" />
      <Live />
      <button
        type="button"
        class="button find"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => {
          isPaletteOpen.value = true
        }}
      >
        <Icon name="search" />
        <span class="find-text">{t.find}</span>
        <span class="key" aria-hidden="true">
          {IS_MAC ? "⌘K" : "Ctrl K"}
        </span>
      </button>
      <PersonChoice />
    </>
  )
}

function WorldChoice() {
  const name = worldName.value
  const names = worlds.value.map((world) => world.name)
  const choices = names.includes(name) ? names : [name, ...names]
  return (
    <label class="choice">
      <span>{shellTexts().world}</span>
      <select value={name} onChange={({ currentTarget }) => go(addressInWorld(currentTarget.value))}>
        {choices.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    </label>
  )
}

const TICK_MS = 1000

function Clock() {
  const isStill = clockMode.value === "frozen" || clockMode.value === undefined
  const tick = useSignal(0)
  useEffect(() => {
    if (isStill) return
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") tick.value += 1
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [isStill, tick])
  if (clock.value === undefined) return null
  void tick.value
  const now = worldNow()
  return (
    <a class="clock" href={addressOf("time")} title={shellTexts().now} aria-label={`${shellTexts().now} ${inUtc(now)}`}>
      <Icon name="time" />
      <Time at={now} />
    </a>
  )
}

function Live() {
  const t = shellTexts()
  const state = connection.value
  const text = state === "live" ? t.live : state === "lost" ? t.lost : state === "gone" ? t.notThere : t.connecting
  return (
    <span class={`live ${state}`} role="status">
      <span class="dot" aria-hidden="true" />
      <span class={state === "lost" ? "" : "unseen"}>{text}</span>
    </span>
  )
}

function PersonChoice() {
  const t = shellTexts()
  const chosen = actingUser.value
  const users = people.value ?? []
  const isKnown = users.some(({ user }) => user === chosen)
  return (
    <label class="choice person">
      <span>{t.actingAs}</span>
      <select value={chosen} onChange={({ currentTarget }) => actAs(currentTarget.value)}>
        {isKnown ? null : <option value={chosen}>{chosen === "" ? t.nobody : chosen}</option>}
        {users.map(({ u_id, user, email, username }) => (
          <option key={u_id} value={user} title={email}>
            {username === "" ? email : username}
          </option>
        ))}
      </select>
    </label>
  )
}
