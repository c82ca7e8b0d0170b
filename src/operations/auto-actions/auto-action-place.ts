import * as z from "zod"

export const autoActionPlace = () => ({ autoId: z.string().describe("ID of the auto action") })

const unknownAutoAction = { code: "INVALID_PARAMS", error: "not found auto_id: {auto-id}" } as const

export const autoActionErrors = { place: unknownAutoAction, target: unknownAutoAction } as const
