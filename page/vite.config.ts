import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// One script and one sheet, by relative addresses: the page works below any prefix, and `headwater export html`
// can put both into a single file. Nothing is written into the page itself: its policy allows no inline script.
export default defineConfig({
  base: "./",
  plugins: [react()],
  build: {
    outDir: "../src/headwater/server/static",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    rollupOptions: { output: { codeSplitting: false } },
  },
  server: { proxy: { "/api": "http://127.0.0.1:8765" } },
});
