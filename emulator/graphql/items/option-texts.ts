import { type Lang, nameIn, type OId } from "../../../src/model/index.ts"
import type { FieldOf, Option } from "../../../src/model/records/index.ts"

type OptionField = FieldOf<"select" | "radio" | "checkbox">

/**
 * Texts that refer to a field's options. The official client takes the first option with the text as its o_id, display ID or name in
 * either language. A text is therefore usable only if no other option has it (graphql.md section 2.3).
 */
export class OptionTexts {
  readonly #options: ReadonlyMap<OId, Option>
  /** The only option with a text; undefined if several options have it. */
  readonly #owners = new Map<string, Option | undefined>()
  readonly #lang: Lang

  constructor({ options }: OptionField, lang: Lang) {
    this.#lang = lang
    this.#options = new Map(options.map((option) => [option.oId, option]))
    for (const option of options) {
      for (const text of [option.oId, option.displayId, nameIn(option.name, "en"), nameIn(option.name, "ja")]) {
        const owner = this.#owners.has(text) ? this.#owners.get(text) : option
        this.#owners.set(text, owner === option ? option : undefined)
      }
    }
  }

  /** Returns the option's name, or another usable text if the name is not usable. Returns undefined for a deleted option. */
  label(oId: OId): string | undefined {
    const option = this.#options.get(oId)
    return option && this.#usable(option, [nameIn(option.name, this.#lang), option.displayId])
  }

  /** Returns the option's display ID, or its o_id if the display ID is not usable. Returns undefined for a deleted option. */
  displayId(oId: OId): string | undefined {
    const option = this.#options.get(oId)
    return option && this.#usable(option, [option.displayId])
  }

  #usable(option: Option, texts: readonly string[]): string {
    return texts.find((text) => text !== "" && this.#owners.get(text) === option) ?? option.oId
  }
}
