import { TOKEN_KEY, USER_KEY } from './session'

export const MENU_WIDTH_KEY = 'menu'

/** Sets what base.css needs before hydration. `jitless` stops Zod's `new Function`, which the CSP forbids. */
export const PRE_PAINT_SCRIPT = `__zod_globalConfig={jitless:true};try{var d=document.documentElement,s=localStorage;
if(s.getItem('${TOKEN_KEY}')&&s.getItem('${USER_KEY}'))d.dataset.session='';
if(/\\/leccion\\/[0-9]+$/.test(location.pathname))d.dataset.stage='';
if(s.getItem('${MENU_WIDTH_KEY}'))d.dataset.menuWide=s.getItem('${MENU_WIDTH_KEY}')}catch(e){}`
