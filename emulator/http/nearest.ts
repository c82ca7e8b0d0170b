/** Which name was probably meant: the engine knows it, too, for the references of fixtures. */
export { editDistance, nearest } from "../../src/inside.ts"
