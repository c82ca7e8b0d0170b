import * as fc from "fast-check"
import { expect, test } from "vitest"
import { OptionTexts } from "../../../emulator/graphql/items/option-texts.ts"
import type { Field, FieldOf, Option } from "../../../src/model/records/index.ts"
import { optionOf } from "./read-as-client.ts"

/** Few texts, so that IDs and names of different options are often equal. */
const text = fc.constantFrom("a", "b", "c", "A", "B")

const options = fc
  .array(fc.record({ displayId: text, en: fc.option(text), ja: fc.option(text) }), { minLength: 1, maxLength: 6 })
  .map((drawn) =>
    drawn.map(
      ({ displayId, en, ja }, at) =>
        ({ oId: `o${at}`, displayId, name: { ...(en && { en }), ...(ja && { ja }) }, sortId: at }) as unknown as Option,
    ),
  )

test("the client takes each text for the option that it stands for (graphql.md section 2.3)", async () => {
  await fc.assert(
    fc.property(options, fc.constantFrom("en", "ja"), (drawn, lang) => {
      const field = { dataType: "select", options: drawn } as unknown as FieldOf<"select">
      const texts = new OptionTexts(field, lang)
      for (const { oId, displayId } of drawn) {
        for (const shown of [texts.label(oId), texts.displayId(oId)]) {
          expect(shown).not.toBe("")
          expect(optionOf(field as Field, shown ?? "")).toBe(oId)
        }
        const isAlone = drawn.every(
          (other) => other.oId === oId || optionOf({ ...field, options: [other] } as Field, displayId) === undefined,
        )
        expect(texts.displayId(oId)).toBe(isAlone ? displayId : oId)
      }
    }),
    { seed: 8 },
  )
})
