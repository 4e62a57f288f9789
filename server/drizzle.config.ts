import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './server/src/features/**/*.tables.ts',
    './server/src/kit/**/*.tables.ts',
    './server/src/platform/**/*.tables.ts',
  ],
  // The check of `npm test` generates into a copy.
  out: process.env.MIGRATIONS_OUT ?? './server/migrations',
})
