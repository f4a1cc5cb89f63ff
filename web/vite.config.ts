/** How the client is built: every page and every board a chunk of its own, everything compressed beforehand. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

const here = fileURLToPath(new URL(".", import.meta.url));
const out = resolve(here, "../src/numberhouse/server/static");

/** Beside every text file a `.br` and a `.gz`, so that the service never compresses. */
function compressed(): Plugin {
  return {
    name: "compressed",
    apply: "build",
    closeBundle() {
      for (const name of readdirSync(out, { recursive: true, encoding: "utf8" })) {
        if (!/\.(html|js|css|svg|json|webmanifest)$/.test(name)) continue;
        const content = readFileSync(join(out, name));
        writeFileSync(join(out, `${name}.br`), brotliCompressSync(content));
        writeFileSync(join(out, `${name}.gz`), gzipSync(content, { level: 9 }));
      }
    },
  };
}

/** The worker learns what the offline page is made of, and changes whenever anything built does. */
function worker(): Plugin {
  return {
    name: "worker",
    apply: "build",
    closeBundle() {
      const read = (name: string): string => readFileSync(join(out, name), "utf8");
      const assets = (text: string): string[] => text.match(/\/assets\/[\w.-]+/g) ?? [];
      const named = assets(read("offline.html"));
      const fonts = named.filter((name) => name.endsWith(".css")).flatMap((name) => assets(read(name)));
      const kept = ["/offline.html", "/icon.svg", ...named, ...fonts.filter((name) => /sans-.*-normal-.*woff2$/.test(name))];
      const built = createHash("sha256");
      for (const name of readdirSync(out, { recursive: true, encoding: "utf8" }).sort()) {
        if (/\.\w+$/.test(name)) built.update(`${name}\0`).update(readFileSync(join(out, name)));
      }
      const facts = `const BUILD=${JSON.stringify(built.digest("hex").slice(0, 12))},OFFLINE=${JSON.stringify([...new Set(kept)])};`;
      writeFileSync(join(out, "worker.js"), facts + read("worker.js"));
    },
  };
}

/** Styles in templates lose what nobody sees: comments, indentation, spaces around signs. */
function tight(): Plugin {
  return {
    name: "tight",
    enforce: "pre",
    apply: "build",
    transform(code, id) {
      if (!id.endsWith(".ts") || !code.includes("css`")) return null;
      const tighter = (style: string): string =>
        style.replace(/\/\*[^]*?\*\//g, "").replace(/\s+/g, " ").replace(/ ?([{};,>]) ?/g, "$1");
      return { code: code.replace(/\bcss`[^`]*`/g, tighter), map: null };
    },
  };
}

export default defineConfig({
  root: here,
  plugins: [tight(), worker(), compressed()],
  resolve: {
    alias: { "@house": resolve(here, "src") },
    dedupe: ["lit", "lucide"], // boards lie outside this folder
  },
  // Boards lie outside this folder, so tsconfig.json isn't found for them: what it says of decorators and fields stands here again.
  oxc: { decorator: { legacy: true }, assumptions: { setPublicClassFields: true }, typescript: { removeClassFieldsWithoutInitializer: true } },
  server: {
    fs: { allow: [resolve(here, "..")] },
    proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } },
  },
  build: {
    outDir: out,
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the policy of our pages allows no data: but pictures
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: { index: resolve(here, "index.html"), offline: resolve(here, "offline.html"), worker: resolve(here, "src/offline/worker.ts") },
      output: {
        // Browsers look for the worker by one name, at the root: what lies deeper it doesn't serve.
        entryFileNames: ({ name }) => (name === "worker" ? "worker.js" : "assets/[name]-[hash].js"),
        // Every board is a `board.ts`: name them by their game.
        chunkFileNames: ({ facadeModuleId }) => {
          const game = /games\/(\w+)\/board\/board\.ts$/.exec(facadeModuleId ?? "")?.[1];
          return game ? `assets/board-${game.replaceAll("_", "-")}-[hash].js` : "assets/[name]-[hash].js";
        },
      },
    },
  },
});
