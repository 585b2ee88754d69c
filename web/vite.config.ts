import { readFileSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, normalizePath } from 'vite';
import { chunkGroups } from './build/chunk-groups.ts';
import { directIcons } from './build/direct-icons.ts';
import { finishSite } from './build/finish-site.ts';
import { headOfPage } from './build/head-of-page.ts';
import { SERVICE_WORKER } from './build/service-worker.ts';
import { slimIcons } from './build/slim-icons.ts';
import { webManifest } from './build/web-manifest.ts';

const root = normalizePath(import.meta.dirname);
const outDir = `${root}/../dist/web`;
/** The build's own copy of the app, which renders the pages. Not part of what is served. */
const renderDir = `${root}/../dist/web-prerender`;

const API_SERVER = 'http://127.0.0.1:3000';

const { version } = JSON.parse(readFileSync(`${root}/../package.json`, 'utf8')) as { version: string };

export default defineConfig({
  root,
  define: { 'import.meta.env.VITE_NAME_AND_VERSION': JSON.stringify(`Tickmark ${version}`) },
  appType: 'spa',
  // The router's stand-in for a hook that React has had since version 18.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  plugins: [
    directIcons(`${root}/src/ui/icon.ts`),
    slimIcons(),
    react(),
    tailwindcss(),
    headOfPage(root),
    webManifest(root),
  ],
  // Icons are fetched one by one and drawn by our own code, which the optimizer would not know of; the rest is named, so
  // that no page has to be reloaded because it is the first to need it.
  optimizeDeps: {
    exclude: ['lucide-react'],
    include: ['react', 'react/jsx-dev-runtime', 'react-dom/client', 'wouter', '@tanstack/react-query'],
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    proxy: { '/api': API_SERVER, '/start': API_SERVER, '/landing': API_SERVER },
  },
  environments: {
    client: {
      build: {
        outDir,
        emptyOutDir: true,
        manifest: true,
        modulePreload: { polyfill: false },
        // Everything small would be put into the script as data; the page's policy wants files.
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: {
            app: `${root}/index.html`,
            landing: `${root}/landing/index.html`,
            [SERVICE_WORKER]: `${root}/worker/service-worker.ts`,
          },
          // Pure: what a page does not use of it stays out, also where it is made by a call when the module starts.
          treeshake: { moduleSideEffects: [{ test: /[\\/]domain[\\/]/, sideEffects: false }] },
          output: {
            // Its address is its identity: a browser looks there for the next one.
            entryFileNames: ({ name }) => (name === SERVICE_WORKER ? '[name].js' : 'assets/[name]-[hash].js'),
            codeSplitting: { groups: chunkGroups(root) },
          },
        },
      },
    },
    ssr: {
      // Drawn at build time by the same code as in the browser, or hydration would find other elements.
      resolve: { noExternal: ['lucide-react'] },
      build: {
        outDir: renderDir,
        emptyOutDir: true,
        ssr: true,
        copyPublicDir: false,
        rolldownOptions: { input: { prerender: `${root}/src/prerender.tsx` } },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      const { client, ssr } = builder.environments;
      if (!client || !ssr) throw new Error('An environment is missing');
      await builder.build(client);
      await builder.build(ssr);
      await finishSite({ outDir, renderDir });
    },
  },
});
