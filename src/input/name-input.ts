import * as z from "zod"
import { object } from "../model/input/schemas.ts"

/** A name: a string in the world's language, or `{en,ja}`. */
export const nameInput = () =>
  z.union([
    z.string(),
    object({
      en: z.string().describe("In English").optional(),
      ja: z.string().describe("In Japanese").optional(),
    }),
  ])
