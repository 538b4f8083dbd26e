// What pages are made of.
import { ApiError } from './api.js';
import { h, put } from './dom.js';
import { t } from './text.js';

/** A button that is off while its action runs, and tells of its failure. */
export function button(label, action, attributes = {}) {
  const element = h('button', { type: 'button', ...attributes }, label);
  element.addEventListener('click', () => attempt(action, element));
  return element;
}

/** Runs an action with `element` off, and shows what went wrong. True when it went well. */
export async function attempt(action, element) {
  if (element) element.disabled = true;
  try {
    await action();
    return true;
  } catch (error) {
    if (error.name !== 'AbortError') notice(error.message, 'bad');
    if (!(error instanceof ApiError) && error.name !== 'AbortError') console.error(error);
    return false;
  } finally {
    if (element) element.disabled = false;
  }
}

/** A sentence at the edge of the page, gone by itself: `kind` is good or bad. */
export function notice(text, kind = 'good') {
  const place = document.getElementById('notices');
  const element = h('div', { class: `notice ${kind}` }, text, h('button', { type: 'button', 'aria-label': t('Close'), onclick: () => element.remove() }, '×'));
  place.append(element);
  setTimeout(() => element.remove(), kind === 'bad' ? 12000 : 4000);
}

export async function copy(text, element) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without https on another host there is no clipboard.
    const area = h('textarea', { value: text });
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
  if (!element) return;
  const label = element.textContent;
  element.textContent = t('Copied');
  setTimeout(() => { element.textContent = label; }, 1200);
}

export function copyButton(text, label = t('Copy')) {
  const element = h('button', { type: 'button', class: 'small' }, label);
  element.addEventListener('click', () => copy(typeof text === 'function' ? text() : text, element));
  return element;
}

/** A labelled control: `field('UID', h('input', {...}), 'hint')`. */
let fieldNumber = 0;
export function field(label, control, hint) {
  control.id ||= `field${++fieldNumber}`;
  const hintId = hint ? `${control.id}hint` : null;
  if (hintId) control.setAttribute('aria-describedby', hintId);
  return h('div', { class: 'field' }, h('label', { for: control.id }, label), control, hint && h('small', { id: hintId }, hint));
}

export function check(label, isChecked, attributes = {}) {
  return h('label', { class: 'check' }, h('input', { type: 'checkbox', checked: isChecked, ...attributes }), label);
}

/** `options`: texts, or [value, label] pairs. */
export function select(options, value, attributes = {}) {
  return h('select', attributes, options.map((option) => {
    const [key, label] = Array.isArray(option) ? option : [option, option];
    return h('option', { value: key, selected: key === value }, label);
  }));
}

/** `columns`: texts or nodes of the head; `rows`: arrays of cells, each text or node. */
export function table(columns, rows, { empty = t('Nothing here yet.'), caption } = {}) {
  if (!rows.length) return h('p', { class: 'empty' }, empty);
  return h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption ?? columns.find((column) => typeof column === 'string') },
    h('table', {},
      caption && h('caption', { class: 'hidden' }, caption),
      h('thead', {}, h('tr', {}, columns.map((column) => h('th', { scope: 'col' }, column)))),
      h('tbody', {}, rows.map((cells) => h('tr', {}, cells.map((cell) => h('td', {}, cell)))))));
}

/** Terms with their values, in two columns. */
export function facts(pairs) {
  return h('dl', { class: 'facts' }, pairs.filter(Boolean).map(([term, value]) => [h('dt', {}, term), h('dd', {}, value ?? '–')]));
}

const kinds = {
  SENT: 'good', COMPLETE: 'good', ACCEPTED: 'good', SENT_FAILED: 'bad', INVALID_TOKEN: 'bad', FILTERED: 'plain', CANCELED: 'bad', FAILED: 'bad',
};

/** A short word in a coloured frame; the colour of outcomes and states goes by itself. */
export function badge(text, kind = kinds[text] ?? 'plain') {
  return h('span', { class: `badge ${kind}` }, text);
}

export function json(value) {
  return h('pre', { class: 'json', tabindex: '0' }, typeof value === 'string' ? pretty(value) : JSON.stringify(value, null, 2));
}

function pretty(text) {
  try { return JSON.stringify(JSON.parse(text), null, 2); } catch { return text; }
}

export function card(title, ...children) {
  return h('section', { class: 'card' }, title && h('h2', {}, title), children);
}

/** A tile with a large number. */
export function tile(label, value, link) {
  const inner = [h('span', { class: 'number' }, value), h('span', { class: 'label' }, label)];
  return link ? h('a', { class: 'tile', href: link }, inner) : h('div', { class: 'tile' }, inner);
}

/** A dialog that is modal; `content` gets a function that closes it. */
export function dialog(title, content) {
  const element = h('dialog', { 'aria-label': title });
  const close = () => element.close();
  element.addEventListener('close', () => element.remove());
  put(element, h('header', {}, h('h2', {}, title), h('button', { type: 'button', class: 'plain', 'aria-label': t('Close'), onclick: close }, '×')), content(close));
  document.body.append(element);
  element.showModal();
  return element;
}

/** Asks before what cannot be undone. */
export function confirmed(question, label, action) {
  dialog(question, (close) => h('div', { class: 'actions' },
    button(label, async () => { await action(); close(); }, { class: 'danger' }), button(t('Cancel'), close)));
}

/** Shows what `load` gives, and a failure with a way to try again. Returns a function that loads anew. */
export function loaded(place, load) {
  let turn = 0;
  const run = async () => {
    const mine = ++turn;
    if (!place.childNodes.length) put(place, h('p', { class: 'empty' }, t('Loading…')));
    try {
      const content = await load();
      if (mine === turn) put(place, content);
    } catch (error) {
      if (error.name === 'AbortError' || mine !== turn) return;
      if (!(error instanceof ApiError)) console.error(error);
      put(place, h('div', { class: 'failure', role: 'alert' }, h('p', {}, error.message), button(t('Try again'), run)));
    }
  };
  run();
  return run;
}

/** A list that the server pages: `load(after)` gives { content, next }. Returns a function that goes back to the first page. */
export function paged(place, load) {
  let after = '';
  const refresh = loaded(place, async () => {
    const { content, next } = await load(after);
    return [content, (after || next) && h('div', { class: 'actions' },
      after && button(t('First page'), () => { after = ''; return refresh(); }),
      next && button(t('Next page'), () => { after = next; return refresh(); }))];
  });
  return () => { after = ''; return refresh(); };
}

/** One of few choices, side by side: `options` as for `select`; `onChange(value)`. */
let groupNumber = 0;
export function segments(label, options, value, onChange) {
  const name = `group${++groupNumber}`;
  return h('div', { class: 'segments', role: 'radiogroup', 'aria-label': label }, options.map((option) => {
    const [key, text] = Array.isArray(option) ? option : [option, option];
    return h('label', {}, h('input', { type: 'radio', name, value: key, checked: key === value, onchange: () => onChange(key) }), h('span', {}, text));
  }));
}

/** Calls `action` when `pause` milliseconds have passed without another call. */
export function debounced(action, pause = 250) {
  let timer;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...values), pause);
  };
}

/** The heading of a detail view, with the way back. */
export function heading(back, label, ...title) {
  return h('div', { class: 'heading' }, h('a', { href: back }, `← ${label}`), h('h2', {}, title));
}

/** What a page shows where no app is chosen. */
export const withoutApp = () => h('p', { class: 'empty' }, t('Choose an app at the top, or type any appkey there.'));
