export const lab = { name: "Lab", display_id: "LAB" }

/** Bodies with which no group can be created below SALES or the root. */
export const badGroups: [string, object][] = [
  ["no name", { display_id: "LAB" }],
  ["an empty name", { name: "", display_id: "LAB" }],
  ["a display ID with a blank", { name: "Lab", display_id: "a b" }],
  ["a display ID of more than 255 characters", { name: "Lab", display_id: "x".repeat(256) }],
  ["__proto__ as display ID", { name: "Lab", display_id: "__proto__" }],
  ["a display ID in use", { name: "Lab", display_id: "TOKYO" }],
  ["a number as name", { name: 5, display_id: "LAB" }],
]
