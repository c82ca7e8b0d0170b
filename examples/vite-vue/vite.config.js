import vue from "@vitejs/plugin-vue"
import { hexarium } from "hexarium/vite"
import { defineConfig } from "vite"

export default defineConfig({ plugins: [vue(), hexarium({ fixture: "shop.yaml" })] })
