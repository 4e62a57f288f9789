import { z } from 'zod'

/** As in w3.org/TR/appmanifest. */
export const AppManifest = z.object({
  id: z.string(),
  name: z.string(),
  short_name: z.string(),
  description: z.string(),
  lang: z.literal('es-PE'),
  start_url: z.string(),
  scope: z.literal('/'),
  display: z.literal('standalone'),
  theme_color: z.string(),
  background_color: z.string(),
  icons: z.array(
    z.object({ src: z.string(), sizes: z.string(), type: z.string(), purpose: z.enum(['any', 'maskable']) }),
  ),
  shortcuts: z.array(z.object({ name: z.string(), url: z.string() })),
})
export type AppManifest = z.infer<typeof AppManifest>

export const ICON_FILES = ['32.png', '180.png', '192.png', '512.png', '192-maskable.png', '512-maskable.png'] as const
export type IconFile = (typeof ICON_FILES)[number]
