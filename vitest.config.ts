import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**', '**/build-types/**'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
