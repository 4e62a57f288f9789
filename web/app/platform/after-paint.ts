/** The id of the script that starts the page, until it may. */
export const LATER = 'arranque'

/**
 * Starts the page's scripts once it was read and painted, by the browser's own record of it, or at once where nothing is painted
 * (a tab in the background). The timer is for whoever paints nothing for other reasons.
 */
export const AFTER_PAINT = `addEventListener('DOMContentLoaded',function(){var begun,P=globalThis.PerformanceObserver;function begin(){if(begun)return;begun=1;
var later=document.getElementById('${LATER}'),start=document.createElement('script');
start.type='module';start.nonce=later.nonce;start.textContent=later.textContent;document.body.append(start)}
if(document.hidden)return begin();setTimeout(begin,1000);
if(P&&P.supportedEntryTypes.includes('paint'))new P(function(list,its){its.disconnect();begin()}).observe({type:'paint',buffered:true});
else requestAnimationFrame(function(){setTimeout(begin)})})`
