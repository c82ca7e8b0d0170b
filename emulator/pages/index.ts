export { makeAppPages } from "./app/app-pages.ts"
export { makePages, type PageFile } from "./pages.ts"
