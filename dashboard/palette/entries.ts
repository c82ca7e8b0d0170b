import { routes } from "../../emulator/client/routes.ts"
import { ask } from "../api/control.ts"
import { foldText } from "../folded.ts"
import { addressInWorld, addressOf, go, worldName } from "../state/address.ts"
import { actAs, people } from "../state/people.ts"
import { attempt, lastOffer, undoLatest, withUndo } from "../state/undo.ts"
import { forkWorld, takeSnapshot } from "../state/undo-worlds.ts"
import { worlds } from "../state/world.ts"
import { paletteTexts } from "../texts/palette.ts"
import { shellTexts } from "../texts/shell.ts"
import { viewTexts } from "../texts/views.ts"
import { VIEWS } from "../views/views.ts"

export interface PaletteEntry {
  readonly key: string
  readonly kind: string
  readonly title: string
  readonly about?: string
  run(): void
}

/** Returns the views, actions and loaded data that match the text. For an empty text, returns all views and actions. */
export function findEntries(text: string): readonly PaletteEntry[] {
  const words = foldText(text).split(/\s+/).filter(Boolean)
  const all = words.length === 0 ? [...views(), ...actions()] : [...views(), ...actions(), ...listKnown()]
  return all
    .map((entry) => ({ entry, rank: rankOf(entry, words) }))
    .filter(({ rank }) => rank >= 0)
    .sort((left, right) => left.rank - right.rank)
    .map(({ entry }) => entry)
}

/** Returns an entry's rank. 0 means that the title starts with the text, and -1 that the entry lacks one of the words. */
function rankOf({ title, about = "", kind }: PaletteEntry, words: readonly string[]): number {
  const text = foldText(`${title} ${about} ${kind}`)
  if (!words.every((word) => text.includes(word))) return -1
  const [first = ""] = words
  return foldText(title).startsWith(first) ? 0 : foldText(title).includes(first) ? 1 : 2
}

function views(): PaletteEntry[] {
  const names = viewTexts()
  return VIEWS.map(({ name }) => ({
    key: `view ${name}`,
    kind: paletteTexts().view,
    title: names[name],
    run: () => go(addressOf(name)),
  }))
}

function actions(): PaletteEntry[] {
  const t = paletteTexts()
  const params = { w: worldName.peek() }
  const action = (title: string, act: () => Promise<unknown>): PaletteEntry => ({
    key: `action ${title}`,
    kind: t.action,
    title,
    run: () => void attempt(act),
  })
  const undoable = lastOffer.peek()
  const change = (title: string, act: () => Promise<unknown>): PaletteEntry => ({
    key: `action ${title}`,
    kind: t.action,
    title,
    run: () => void attempt(() => withUndo(t.done(title), act)),
  })
  return [
    ...(undoable === undefined
      ? []
      : [
          {
            key: "action undo",
            kind: t.action,
            title: shellTexts().undoOf(undoable.done, undoable.world),
            run: undoLatest,
          },
        ]),
    action(t.forkWorld, () => forkWorld({ from: params.w }, "overview")),
    change(t.advanceHour, () => ask("POST /worlds/:w/clock", { params, body: { advance: "1h" } })),
    change(t.nextDue, () => ask("POST /worlds/:w/clock", { params, body: { next: true } })),
    action(t.takeSnapshot, () => takeSnapshot(params.w, `taken-${Date.now()}`)),
    change(t.resetWorld, () => ask("POST /worlds/:w/reset", { params })),
  ]
}

function listKnown(): PaletteEntry[] {
  const t = paletteTexts()
  return [
    ...worlds.peek().map(({ name, parent }) => ({
      key: `world ${name}`,
      kind: t.world,
      title: name,
      about: parent ?? "",
      run: () => go(addressInWorld(name)),
    })),
    ...(people.peek() ?? []).map(({ user, email, username }) => ({
      key: `user ${user}`,
      kind: t.user,
      title: username === "" ? email : username,
      about: email,
      run: () => actAs(user),
    })),
    ...Object.entries(routes).map(([name, facts]) => ({
      key: `operation ${name}`,
      kind: t.operation,
      title: name.replace(/^./, (letter) => letter.toUpperCase()),
      about: facts.routes[0]?.join(" ") ?? "",
      run: () => go(addressOf("console", [name])),
    })),
  ]
}
