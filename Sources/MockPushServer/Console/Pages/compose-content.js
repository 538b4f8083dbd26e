// The texts per language, and what else a notification can have.
import { isObject, objectIn, read, write } from './compose-draft.js';
import { richFields } from './compose-rich.js';
import { h, put } from './dom.js';
import { button, check, field, segments } from './parts.js';
import { number, t } from './text.js';

const maximum = 8192;
const common = ['ko', 'ja', 'en', 'zh', 'zh-Hans', 'zh-Hant', 'de', 'es', 'fr'];
/** Keys that have a control of their own. */
const known = ['title', 'body', 'sound', 'badge', 'clickAction', 'style', 'richMessage'];

/** An input for one member of a map. `reading` turns its text into the value. */
export function bound(map, path, changed, attributes = {}, reading = (text) => text) {
  const value = read(map, path);
  const tag = attributes.rows ? 'textarea' : 'input';
  return h(tag, {
    autocomplete: 'off', ...attributes, value: value === undefined || typeof value === 'object' ? '' : value,
    oninput: (event) => { write(map, path, reading(event.target.value)); changed(); },
  });
}

/** `onLanguage(code)` tells which one is edited. */
export function contentEditor(draft, changed, onLanguage) {
  const root = h('div');
  const size = h('small');
  let current = 'default';
  const content = () => objectIn(draft.body, 'content');
  const count = () => put(size, t('{count} of {limit} characters in all', { count: number([...JSON.stringify(content())].length), limit: number(maximum) }));
  const edited = () => { count(); changed(); };
  const choose = (code) => { current = code; onLanguage(code); show(); };
  const show = () => {
    objectIn(content(), 'default');
    if (!content()[current]) current = 'default';
    const map = objectIn(content(), current);
    const fallback = (name) => (current !== 'default' && typeof content().default[name] === 'string' ? content().default[name] : '');
    put(root, languageBar(content, current, choose, edited),
      field(t('Title'), bound(map, ['title'], edited, { placeholder: fallback('title') })),
      field(t('Body'), bound(map, ['body'], edited, { rows: 3, class: 'low prose', placeholder: fallback('body') })),
      group(t('Sound, badge, tap'), ['sound', 'badge', 'clickAction', 'style'].some((name) => name in map), simpleFields(map, edited)),
      group(t('Image, buttons, group'), 'richMessage' in map, richFields(map, edited)),
      group(t('Everything else'), Object.keys(map).some((name) => !known.includes(name)), otherKeys(map, edited)), size);
    count();
  };
  show();
  return root;
}

export const group = (title, isOpen, ...content) => h('details', { class: 'group', open: isOpen }, h('summary', {}, title), h('div', { class: 'inner' }, content));

function languageBar(content, current, choose, edited) {
  const input = h('input', { list: 'languages', placeholder: 'ko, ja, zh-Hans…', 'aria-label': t('Code of the language'), autocomplete: 'off', class: 'choice' });
  const add = (event) => {
    event?.preventDefault();
    const code = input.value.trim();
    if (!code) return input.focus();
    objectIn(content(), code);
    edited();
    return choose(code);
  };
  const enter = (event) => { if (event.key === 'Enter') add(event); };
  input.addEventListener('keydown', enter);
  return h('div', { class: 'bar' }, segments(t('Language'), Object.keys(content()), current, choose),
    h('datalist', { id: 'languages' }, common.map((code) => h('option', { value: code }))), h('span', { class: 'still' }, input, ' ', button(t('Add a language'), () => add())),
    current !== 'default' && button(t('Remove {name}', { name: current }), () => { delete content()[current]; edited(); choose('default'); }));
}

function simpleFields(map, edited) {
  const toNumber = (text) => (text === '' ? undefined : Number.isNaN(Number(text)) ? text : Number(text));
  return [
    h('div', { class: 'fields' },
      field(t('Sound'), bound(map, ['sound'], edited, { placeholder: 'default' })),
      field(t('Badge'), bound(map, ['badge'], edited, { inputmode: 'numeric' }, toNumber)),
      field(t('Opened by a tap'), bound(map, ['clickAction'], edited, { placeholder: 'myapp://orders/19' }), t('clickAction: a URL or a scheme of the app'))),
    check(t('HTML in title and body'), read(map, ['style', 'useHtmlStyle']) === true, {
      onchange: (event) => { write(map, ['style', 'useHtmlStyle'], event.target.checked); edited(); },
    }),
  ];
}

/** Keys without a control, as JSON. */
function otherKeys(map, edited) {
  const error = h('p', { class: 'invalid', role: 'status' });
  const others = Object.fromEntries(Object.entries(map).filter(([name]) => !known.includes(name)));
  const area = h('textarea', {
    value: Object.keys(others).length ? JSON.stringify(others, null, 2) : '', spellcheck: 'false', placeholder: '{ "orderId": "A-19" }',
    oninput: () => {
      let value = {};
      try { value = area.value.trim() ? JSON.parse(area.value) : {}; } catch { value = null; }
      put(error, isObject(value) ? '' : t('This is not a JSON object yet; the message keeps what it had.'));
      if (!isObject(value)) return;
      for (const name of Object.keys(map)) if (!known.includes(name)) delete map[name];
      for (const [name, given] of Object.entries(value)) map[name] = given;
      edited();
    },
  });
  return [field(t('Other keys'), area, t('Your own keys reach the app as they are. Also: loc-key, category, content-available, notification (FCM), consolidationKey (ADM)…')), error];
}
