/** The id of the script that starts the page, until it may. */
export const LATER = 'arranque'

/**
 * Starts the page's scripts once all of it was painted, or at once where nothing is painted (a tab in the background). The
 * timer is for whoever paints nothing for other reasons.
 */
export const AFTER_PAINT = `addEventListener('DOMContentLoaded',function(){var begun;function begin(){if(begun)return;begun=1;
var later=document.getElementById('${LATER}'),start=document.createElement('script');
start.type='module';start.nonce=later.nonce;start.textContent=later.textContent;document.body.append(start)}
if(document.hidden)return begin();requestAnimationFrame(function(){setTimeout(begin)});setTimeout(begin,1000)})`
