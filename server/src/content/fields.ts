import { cleanLine, cleanText, isWritten } from '@campus/contract/texts'
import { z } from 'zod'

const written = (text: z.ZodString, most: number) =>
  text
    .min(1)
    .refine((text) => text === '' || isWritten(text), 'no tiene nada que se vea')
    .max(most)

/** One line of a content file, with something to see in it. */
export const line = (most = 200) => written(z.string().overwrite(cleanLine), most)

/** Text of many lines of a content file, with something to see in it. */
export const prose = (most = 100_000) => written(z.string().overwrite(cleanText), most)
