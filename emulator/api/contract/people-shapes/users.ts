import * as z from "zod"
import { displayId, integer, internalId, listOf, namedAnswer } from "../shapes.ts"

/** Schema of an element in `user_roles` (api.md section 1.1). */
export const userRole = namedAnswer("UserRole", () => ({
  r_id: internalId().describe("Internal ID of the role"),
  role_name: z.string().describe("Name of the role"),
  role_id: displayId().describe("Display ID of the role"),
  p_id: internalId().describe("Internal ID of the application"),
  application_id: displayId().describe("Display ID of the application"),
  application_name: z.string().describe("Name of the application"),
  application_display_order: integer().describe("Position of the application in its workspace, counted from 0"),
}))

export type WireUserRole = z.input<ReturnType<typeof userRole>>

/** Schema of `user_profile` (api.md section 5.1). */
export const userProfile = namedAnswer("UserProfile", () => ({
  confirmed: z.boolean().describe("Whether the address is confirmed; unconfirmed users can't log in"),
  email: z.string().describe("E-mail address"),
  email_sent: z.boolean().describe("Whether the request sent a mail to the user"),
  profile_pics: listOf("A list with one element, the profile picture", {
    mediaLink: z.string().describe("URL of the profile picture"),
  }),
  u_id: internalId().describe("ID of the user"),
  user_code: z.string().optional().describe("User code; distinguishes users with the same address"),
  username: z.string().describe("Name of the user"),
}))

export type WireUserProfile = z.input<ReturnType<typeof userProfile>>

/** Properties by which responses name a user. */
export const namedUser = () => ({
  u_id: internalId().describe("ID of the user"),
  username: z.string().describe("Name of the user"),
  email: z.string().describe("E-mail address"),
})

/** Properties of a user whom others see. */
export const seenUser = () => ({
  ...namedUser(),
  profile_pic: z.string().describe("URL of the profile picture"),
  confirmed: z.boolean().describe("Whether the address is confirmed; unconfirmed users can't log in"),
  email_sent: z.boolean().describe("Whether a mail was sent to the user"),
})
