import { TOKEN_KEY, USER_KEY } from './session'
import start from './start.js?raw'

export const MENU_WIDTH_KEY = 'menu'
/** Mantine's own, which keeps it in step from hydration on. */
const SCHEME_KEY = 'mantine-color-scheme-value'

/** Sets what base.css needs before hydration. `jitless` stops Zod's `new Function`, which the CSP forbids. */
const MARKS = `__zod_globalConfig={jitless:true};var d=document.documentElement,s,c;try{s=localStorage;c=s.getItem('${SCHEME_KEY}')}catch(e){}
d.dataset.mantineColorScheme=/^(light|dark)$/.test(c)?c:matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light';
try{if(s.getItem('${TOKEN_KEY}')&&s.getItem('${USER_KEY}'))d.dataset.session='';
if(/\\/leccion\\/[0-9]+$/.test(location.pathname))d.dataset.stage='';
if(s.getItem('${MENU_WIDTH_KEY}'))d.dataset.menuWide=s.getItem('${MENU_WIDTH_KEY}')}catch(e){}`

/**
 * Inline in every document, because it must work when none of our files arrives. start.js, until React has taken the page over: a
 * part that fails reloads the page once, and then says so; a pressed button is pressed again when it works.
 */
export const PRE_PAINT_SCRIPT = import.meta.env.SSR ? `${MARKS}\n${start}` : ''
