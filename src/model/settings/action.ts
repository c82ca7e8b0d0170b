import { flagSetting } from "./setting.ts"

/** An action's settings for one field (model.md section 6). */
export const ACTION_FIELD = {
  /** Whether the action shows the field. */
  show: flagSetting({
    initial: true,
    text: "Whether the action shows the field",
    inFixture: "Whether the action shows the field. Default true.",
  }),
  /** Whether the action may write the field. */
  update: flagSetting({
    initial: true,
    text: "Whether the action may write the field",
    inFixture: "Whether the action may write the field. Default true.",
  }),
  /** Whether the action requires a value. */
  mandatory: flagSetting({
    initial: false,
    text: "Whether the action requires a value of the field",
    inFixture: "Whether the action requires a value. Default false.",
  }),
}
