import type { Fixture } from "../../../src/fixtures/index.ts"
import { createWorld } from "../../../src/world/index.ts"

const fixture = (over: Partial<Fixture> = {}): Fixture => ({
  version: 1,
  clock: { mode: "frozen", now: "2026-01-05T09:00:00Z" },
  seed: 7,
  users: [
    { email: "Ada@Acme.test", username: "Ada", password: "ada-pass", token: "ada-token" },
    { email: "new@acme.test", password: "new-pass", confirmed: false },
    { email: "bare@acme.test" },
    { email: "coded@acme.test", username: "K1", user_code: "K1", password: "k1-pass" },
    // Three users share an address.
    { email: "shared@acme.test", username: "S1", user_code: "S1", password: "same" },
    { email: "shared@acme.test", username: "S0", password: "same" },
    { email: "shared@acme.test", username: "SX", password: "same", exclusive_workspace: "Beta" },
    // Two users who both have a code. Without a code, the address means the oldest.
    { email: "pair@acme.test", username: "P2", user_code: "P2", password: "same" },
    { email: "pair@acme.test", username: "P1", user_code: "P1", password: "same" },
  ],
  workspaces: [
    {
      name: "Acme",
      w_id: "aaaaaaaaaaaaaaaaaaaaaaaa",
      admins: ["ada@acme.test"],
      password_policy: { use_lockout_count: true, lockout_count: 3, use_lockout_time: true, lockout_time: 10 },
      group: {
        group_id: "TOP",
        name: "Top",
        members: ["new@acme.test", "bare@acme.test", "coded@acme.test", "shared@acme.test#S1", "pair@acme.test#P2"],
      },
    },
    {
      name: "Beta",
      w_id: "bbbbbbbbbbbbbbbbbbbbbbbb",
      admins: ["ada@acme.test"],
      group: { group_id: "TOP", name: "Top" },
    },
  ],
  ...over,
})

/** Users with every kind of login, in a workspace that locks for ten minutes after three wrong passwords. */
export const make = (over?: Partial<Fixture>) => createWorld({ fixture: fixture(over) })

export const [acme, beta] = fixture().workspaces

/** The workspaces without a lockout. */
export const workspacesWithoutLockout = [{ ...acme, password_policy: {} }, beta] as Fixture["workspaces"]
