export { inKebabCase } from "../../site/pages/kebab-case.ts"
