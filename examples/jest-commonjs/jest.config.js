/** The same tests with each of the usual transformers. A project of yours needs one of these blocks. */
module.exports = {
  projects: [
    {
      displayName: "ts-jest",
      preset: "hexarium/jest-preset",
      testMatch: ["<rootDir>/test/*.test.ts"],
      transform: { "^.+\\.tsx?$": "ts-jest" },
    },
    {
      displayName: "@swc/jest",
      preset: "hexarium/jest-preset",
      testMatch: ["<rootDir>/test/*.test.ts"],
      transform: { "^.+\\.(t|j)sx?$": "@swc/jest" },
    },
    {
      displayName: "babel-jest",
      preset: "hexarium/jest-preset",
      testMatch: ["<rootDir>/test/*.test.js"],
    },
  ],
}
