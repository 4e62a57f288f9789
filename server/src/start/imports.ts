import { type ResolveFnOutput, registerHooks } from 'node:module'

const resolved = new Map<string, ResolveFnOutput>()

/** Node parses the whole package.json for each import, and Drizzle's has 5,600 lines: half of a start's processor time. */
registerHooks({
  resolve(specifier, context, resolve) {
    const from = context.parentURL ?? ''
    if (!specifier.startsWith('drizzle-orm') && !from.includes('/node_modules/drizzle-orm/'))
      return resolve(specifier, context)
    const key = specifier.startsWith('.') ? new URL(specifier, from).href : specifier
    const found = resolved.get(key) ?? { ...resolve(specifier, context), shortCircuit: true }
    resolved.set(key, found)
    return found
  },
})
