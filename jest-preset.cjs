/** Jest's preset for tests in CommonJS (docs/testing.md). Maps Hexarium's entries to a CommonJS form of the library. */

const { join } = require("node:path")

const dist = join(__dirname, "dist")

module.exports = {
  moduleNameMapper: {
    "^hexarium$": join(dist, "commonjs/index.cjs"),
    "^hexarium/([a-z-]+)$": join(dist, "commonjs/$1.cjs"),
  },
  transform: {
    "\\.hexarium$": join(dist, "jest-transform.cjs"),
    // Jest's own default, which a preset with `transform` replaces.
    "\\.[jt]sx?$": "babel-jest",
  },
  transformIgnorePatterns: ["/node_modules/(?!(?:.+/)?hexarium/dist/commonjs/)", "\\.pnp\\.[^\\/]+$"],
}
