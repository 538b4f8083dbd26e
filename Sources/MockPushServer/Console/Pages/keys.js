// `g` and a letter goes to a page, `/` to the search, `?` helps.
import { address, link, pages } from './address.js';
import { h } from './dom.js';
import { dialog } from './parts.js';
import { t } from './text.js';

let isGoing = 0;

export function listenToKeys() {
  document.addEventListener('keydown', press);
}

function press(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, textarea, select, dialog')) return;
  if (event.key === '/') {
    const search = document.getElementById('main').querySelector('input[type=search]');
    if (search) { event.preventDefault(); search.focus(); }
  } else if (event.key === '?') {
    showKeys();
  } else if (event.key === 'g') {
    isGoing = Date.now();
  } else if (Date.now() - isGoing < 1500) {
    isGoing = 0;
    const found = Object.entries(pages).find(([, [, , key]]) => key === event.key);
    if (found) location.hash = link(address().app, found[0]);
  }
}

export function showKeys() {
  const row = (keys, what) => [h('dt', {}, keys.map((key) => [h('kbd', {}, key), ' '])), h('dd', {}, what)];
  dialog(t('Keyboard shortcuts'), () => h('dl', { class: 'facts' },
    Object.values(pages).map(([title, , key]) => row(['g', key], t(title))), row(['/'], t('Search on this page')), row(['?'], t('This help'))));
}
