import { TOKEN_KEY, USER_KEY } from './session'

/** Where the width of the side menu on wide screens is remembered. */
export const MENU_KEY = 'menu'

/**
 * Runs before the first paint, because the server renders one page for everyone: marks whether somebody is logged in
 * and how wide the menu was left, so that nothing moves when React arrives. Read by base.css only. The nonce is for
 * the scroll lock of dialogs, which writes a style of its own and looks for it under this name; and Zod is told not to
 * try to make code of text, which the page's policy forbids and reports.
 */
export const BEFORE_PAINT = `__webpack_nonce__=document.currentScript.nonce;__zod_globalConfig={jitless:true};try{var d=document.documentElement,s=localStorage;
if(s.getItem('${TOKEN_KEY}')&&s.getItem('${USER_KEY}'))d.dataset.session='';
if(s.getItem('${MENU_KEY}'))d.dataset.menuWide=s.getItem('${MENU_KEY}')}catch(e){}`
