// The bar on top: app, clock, faults, language and appearance. Always there, always true.
import { link } from './address.js';
import { get } from './api.js';
import { h, put } from './dom.js';
import { showKeys } from './keys.js';
import { dialog, field } from './parts.js';
import { chooseLanguage, language, languages, moment, t } from './text.js';

const bar = document.getElementById('header');
const places = { app: h('span'), clock: h('a', { class: 'clock' }), faults: h('a', { class: 'faults' }) };
let known = [];
let shownApps = '';
let here = { app: '', page: 'overview' };
/** What the server last said, and when (performance.now). */
let clock = null;
let clockRead = 0;

export function startHeader() {
  const theme = localStorage.getItem('mock-push-theme') ?? 'system';
  applyTheme(theme);
  put(bar,
    h('button', { type: 'button', class: 'plain menu', 'aria-label': t('Menu'), onclick: () => document.body.classList.toggle('menu') }, '☰'),
    h('a', { class: 'brand', href: '#/', onclick: (event) => { event.preventDefault(); location.hash = link(here.app, 'overview'); } }, 'mock-push-server'),
    places.app, h('span', { class: 'space' }), places.clock, places.faults,
    h('select', { class: 'choice', 'aria-label': t('Appearance'), onchange: (event) => applyTheme(event.target.value) },
      [['system', 'System'], ['light', 'Light'], ['dark', 'Dark']].map(([key, label]) => h('option', { value: key, selected: key === theme }, t(label)))),
    h('select', { class: 'choice', 'aria-label': t('Language'), onchange: (event) => chooseLanguage(event.target.value) },
      Object.entries(languages).map(([code, name]) => h('option', { value: code, selected: code === language, lang: code }, name))),
    h('button', { type: 'button', class: 'plain', 'aria-label': t('Keyboard shortcuts'), onclick: showKeys }, '?'));
  refresh();
  setInterval(tick, 250);
  setInterval(() => { if (!document.hidden) refresh(); }, 3000);
  document.addEventListener('visibilitychange', () => { if (!document.hidden) refresh(); });
}

export function headerFor(address) {
  here = address;
  places.clock.href = link(here.app, 'clock');
  places.faults.href = link(here.app, 'faults');
  showApps();
}

/** After an action that changes clock, faults or apps. */
export async function refresh() {
  try {
    const overview = await get('/_mock/overview', { isQuiet: true });
    [clock, clockRead] = [overview.clock, performance.now()];
    showFaults(overview.activeFaultCount);
    known = overview.apps.map((app) => app.appkey);
    showApps();
    tick();
    bar.classList.remove('lost');
    heard.latest = overview;
    heard.dispatchEvent(new CustomEvent('overview'));
  } catch {
    bar.classList.add('lost');
  }
}

/** Tells `overview` at each reading, for pages that show parts of it; `latest` is what the server last said. */
export const heard = Object.assign(new EventTarget(), { latest: null });

/** The server's time as milliseconds; it goes on by the browser's own count between two readings. */
export function serverNow() {
  if (!clock) return null;
  return Date.parse(clock.now) + (clock.mode === 'frozen' ? 0 : performance.now() - clockRead);
}

function tick() {
  if (!clock) return;
  const now = serverNow();
  const away = Math.abs(now - Date.now()) > 60_000;
  const shown = new Date(now + 9 * 3600_000).toISOString();
  const text = `${moment(shown)} +09:00`;
  if (places.clock.dataset.text === text + clock.mode) return;
  places.clock.dataset.text = text + clock.mode;
  put(places.clock, h('time', {}, text), clock.mode === 'frozen' ? h('span', { class: 'badge info' }, t('frozen')) : away && h('span', { class: 'badge info' }, t('travelled')));
}

function showFaults(active) {
  places.faults.classList.toggle('active', active > 0);
  put(places.faults, active ? t('faults active: {count}', { count: active }) : t('no faults'));
}

function showApps() {
  const all = [...new Set([here.app, ...known])].filter(Boolean);
  const text = JSON.stringify([all, here.app]);
  if (text === shownApps) return;
  shownApps = text;
  const open = (app) => { location.hash = link(app, here.page); };
  put(places.app, h('select', {
    class: 'choice app', 'aria-label': t('App'),
    onchange: (event) => (event.target.value ? open(event.target.value) : ask(open)),
  }, !here.app && h('option', { value: '', selected: true, disabled: true }, t('Choose an app')),
  all.map((app) => h('option', { value: app, selected: app === here.app }, app)), h('option', { value: '' }, `${t('Appkey')} …`)));
  if (!here.app && known.length) location.replace(link(known[0], here.page));
}

function ask(open) {
  const input = h('input', { required: true, autocomplete: 'off' });
  shownApps = '';
  dialog(t('Choose an app'), (close) => h('form', { onsubmit: (event) => { event.preventDefault(); close(); open(input.value.trim()); } },
    field(t('Appkey'), input), h('div', { class: 'actions' }, h('button', { class: 'primary' }, t('Open'))))).addEventListener('close', showApps);
}

function applyTheme(theme) {
  localStorage.setItem('mock-push-theme', theme);
  if (theme === 'system') document.documentElement.removeAttribute('data-theme');
  else document.documentElement.dataset.theme = theme;
}
