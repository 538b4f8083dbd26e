// Start, and what stands around every page.
import { address, link, pages } from './address.js';
import { adminToken, calls, curl } from './api.js';
import { h, put } from './dom.js';
import { startHeader, headerFor } from './header.js';
import { listenToKeys } from './keys.js';
import { copyButton, dialog, field, loaded } from './parts.js';
import { loadPageTexts, t } from './text.js';

const main = document.getElementById('main');
const nav = document.getElementById('nav');
let leaving = new AbortController();

async function show() {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  const here = address();
  const [title, module] = pages[here.page] ?? [];
  if (here.app) localStorage.setItem('mock-push-app', here.app);
  headerFor(here);
  showNavigation(here);
  document.body.classList.remove('menu');
  document.title = `${title ? t(title) : '404'} · mock-push-server`;
  const place = h('div', { class: 'page' });
  put(main, h('h1', {}, title ? t(title) : t('There is no such page.')), place);
  if (!module) return;
  loaded(place, async () => {
    const [page] = await Promise.all([import(module), here.page !== 'overview' && loadPageTexts()]);
    const root = h('div');
    await page.default({
      ...here, root, signal,
      go: (name, parts, query) => { location.hash = link(here.app, name, parts, query); },
      /** Changes the query of the address without loading the page anew. */
      remember: (query) => history.replaceState(null, '', link(here.app, here.page, here.parts, query)),
      href: (name, parts, query) => link(here.app, name, parts, query),
    });
    return root;
  });
}

function showNavigation(here) {
  put(nav, h('ul', {}, Object.entries(pages).map(([name, [title]]) => h('li', {},
    h('a', { href: link(here.app, name), 'aria-current': name === here.page ? 'page' : null }, t(title))))));
  nav.setAttribute('aria-label', t('Menu'));
}

// What the page calls, as commands.
const shown = [];
calls.addEventListener('call', ({ detail }) => {
  shown.unshift(detail);
  shown.length = Math.min(shown.length, 30);
  const command = curl(detail);
  put(document.getElementById('calls'), h('details', {},
    h('summary', {}, h('span', { class: 'label' }, t('Last call')), h('code', {}, command)),
    h('div', { class: 'calls' }, shown.map((each) => h('div', { class: 'call' },
      h('span', { class: each.status < 400 && each.status ? 'badge good' : 'badge bad' }, each.status || '–'), h('code', {}, curl(each)), copyButton(curl(each)))))),
  copyButton(command));
});

let isAsking = false;
calls.addEventListener('unauthorized', () => {
  if (isAsking) return;
  isAsking = true;
  const input = h('input', { type: 'password', autocomplete: 'off', required: true });
  dialog(t('Admin token'), (close) => h('form', {
    onsubmit: (event) => {
      event.preventDefault();
      adminToken.value = input.value.trim();
      close();
      location.reload();
    },
  }, h('p', {}, t('This server was started with --admin-token. Give the token; it is kept until this tab is closed.')),
  field(t('Admin token'), input), h('div', { class: 'actions' }, h('button', { class: 'primary' }, t('Open')))))
    .addEventListener('close', () => { isAsking = false; });
});

window.addEventListener('hashchange', async () => {
  await show();
  main.focus({ preventScroll: true });
  scrollTo(0, 0);
});

if (!location.hash) history.replaceState(null, '', link(localStorage.getItem('mock-push-app'), 'overview'));
document.querySelector('.skip').textContent = t('Skip to content');
listenToKeys();
startHeader();
show();
