import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const at = (name: string): string => new URL(name, import.meta.url).pathname;

// Two entries, two bundles: what raters load never contains the curator's code. The third is served by
// `npm run conformance` only.
export default defineConfig({
  root: at('.'),
  plugins: [react()],
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Inline data would need exceptions in the content security policy.
    assetsInlineLimit: 0,
    rollupOptions: {
      input: { reader: at('reader.html'), bench: at('bench.html'), conformance: at('conformance.html') },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:4180' } },
});
