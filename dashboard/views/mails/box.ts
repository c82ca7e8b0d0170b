import { type Signal, signal } from "@preact/signals"
import { type AnswerTo, ask, askPage } from "../../api/control.ts"
import { foldText } from "../../folded.ts"

export type Mail = AnswerTo<"GET /worlds/:w/mails/:id">

/** A mail without its body, for lists. `found` is the text in which the list's filter searches. */
export interface MailLine extends Pick<Mail, "id" | "at" | "kind" | "to" | "subject"> {
  readonly found: string
}

/** Number of characters of a mail's body that the filter searches. */
const MAX_SEARCHED_CHARACTERS = 2000
/** Number of mails that are shown before the others have been read. */
const MAX_FIRST_MAILS = 100

/** All mails of a world, newest first. Each page of the list is read once. */
export class Box {
  /** Latest mails. Shown until the whole mailbox has been read for the first time. */
  readonly latest: Signal<readonly MailLine[] | undefined> = signal(undefined)
  readonly #world: string
  #read: MailLine[] = []

  constructor(world: string) {
    this.#world = world
  }

  /** Reads the new mails. Reads all mails if the mailbox was replaced, for example by a reset. */
  async refresh(gone: AbortSignal): Promise<readonly MailLine[]> {
    const params = { w: this.#world }
    const last = this.#read.at(-1)
    const isKnown =
      last !== undefined &&
      (await ask("GET /worlds/:w/mails/:id", { params: { ...params, id: last.id }, signal: gone }).then(
        () => true,
        () => false,
      ))
    const read = isKnown ? [...this.#read] : []
    if (!isKnown) {
      const { mails } = await ask("GET /worlds/:w/mails", {
        params,
        query: { order: "latest", limit: MAX_FIRST_MAILS },
        signal: gone,
      })
      this.latest.value = mails.map(lineOf).reverse()
    }
    for (let offset = 0, goesOn = true; goesOn; ) {
      const page = await askPage("GET /worlds/:w/mails", {
        params,
        query: { since: isKnown ? last.id : undefined, offset },
        signal: gone,
      })
      read.push(...page.answer.mails.map(lineOf))
      offset += page.answer.mails.length
      goesOn = page.goesOn && page.answer.mails.length > 0
    }
    this.#read = read
    return [...read].reverse()
  }

  forget(): void {
    this.#read = []
  }
}

const lineOf = ({ id, at, kind, to, subject, text }: Mail): MailLine => ({
  id,
  at,
  kind,
  to,
  subject,
  found: foldText(`${subject}\n${to}\n${text.slice(0, MAX_SEARCHED_CHARACTERS)}`),
})
