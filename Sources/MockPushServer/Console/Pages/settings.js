// Settings of the app, and the way to the pages beside them: connecting SDKs, webhooks, data.
import { appPath, call, get } from './api.js';
import { h, put } from './dom.js';
import { heard } from './header.js';
import { attempt, badge, button, card, facts, loaded, notice, select, withoutApp } from './parts.js';
import { t } from './text.js';

const tabs = [['', 'The app', null], ['connect', 'Connect an SDK', './connect.js'], ['webhooks', 'Webhooks', './webhooks.js'], ['data', 'Data', './data.js']];

export default async function settings(page) {
  const name = page.parts[0] ?? '';
  const [, , module] = tabs.find(([key]) => key === name) ?? tabs[0];
  const place = h('div');
  put(page.root, h('nav', { class: 'tabs', 'aria-label': t('Settings') }, tabs.map(([key, label]) => h('a', {
    href: page.href('settings', key ? [key] : []), 'aria-current': key === name ? 'page' : null,
  }, t(label)))), place);
  if (module) return (await import(module)).default(page, place);
  if (!page.app) return put(place, withoutApp());
  loaded(place, async () => appSettings(page, await get(appPath(page.app), { signal: page.signal })));
}

const whole = (most) => () => h('input', { type: 'number', min: '0', max: String(most), required: true });
const choice = (...options) => () => select(options, options[0]);
const flag = choice('true', 'false');
const text = () => h('input', { autocomplete: 'off', required: true });
const json = (sample) => () => h('textarea', { class: 'low', spellcheck: 'false', placeholder: sample });

const states = ['VALID', 'MISSING', 'INVALID', 'EXPIRED', 'UNAUTHORIZED'];

/** A state per push type; `value` is the JSON of all. */
function certificates() {
  const place = h('div', { class: 'stack', role: 'group' });
  return Object.defineProperty(place, 'value', {
    get: () => JSON.stringify(Object.fromEntries([...place.querySelectorAll('select')].map((control) => [control.name, control.value]))),
    set: (json) => put(place, Object.entries(JSON.parse(json)).map(([type, state]) => h('label', { class: 'certificate' }, h('span', {}, type), select(states, state, { name: type })))),
  });
}

/** key: [meaning, control, 'json' where the control holds JSON]. As docs/configuration.md has them. */
const known = {
  secretKeys: ['Values of X-Secret-Key that are let in. Without secret keys and access keys any well-formed credential is. They are not shown; what is saved replaces all.', json('["abcd1234"]'), 'secret'],
  accessKeys: ['Pairs of X-User-Access-Key-ID and X-Secret-Access-Key that are let in (v2.2, bulk logs of v2.3). What is saved replaces all.', json('[{"id":"…20","secret":"…16"}]'), 'secret'],
  adWordPosition: ['Where the ad phrase goes when a request does not say.', choice('TITLE', 'BODY')],
  tokenExpiryMonths: ['Months after its last registration in which a token stays a target; 0: for ever.', whole(1200)],
  appType: ['SINGLE keeps one token per user (and one more for VoIP).', choice('MULTIPLE', 'SINGLE')],
  messageDeliveryReceipt: ['Payloads ask devices to report RECEIVED and OPENED.', flag],
  logging: ['Send logs that the log endpoints read; level is ALL, INFO or ERROR.', json('{"enabled":true,"level":"ALL"}'), 'json'],
  duplicateWindowMinutes: ['Minutes in which an equal message to the same token is a duplicate; 0: off.', whole(43200)],
  adOptInGuide: ['Monthly reminder to those who agreed to ads two years ago, at this day and time in Asia/Seoul; null: none.',
    json('{"day":15,"time":"10:00","content":{"default":{"title":"…","body":"…"}}}'), 'json'],
  certificates: ['What the provider thinks of the certificate of each push type.', certificates, 'json'],
  provisionedResourceIds: ['The only values of provisionedResourceId that a message may name; null accepts any.', json('["…"]'), 'json'],
  agreementScope: ['KOREAN_ONLY applies the agreement filter to Korean tokens only.', choice('ALL', 'KOREAN_ONLY')],
  nightZone: ['Zone in which 21:00 to 08:00 is night.', text],
  listApiMessages: ['Messages sent through the API appear in GET /messages, as console messages do.', flag],
};

function appSettings(page, found) {
  const forms = new Map();
  const place = h('div');
  const show = (state) => {
    found = state;
    // What is being edited stays as it is.
    for (const key of Object.keys(state.settings)) if (!forms.get(key)?.hasAttribute('data-edited')) forms.set(key, setting(page, key, state, show));
    put(place, facts([
      [t('Appkey'), state.appkey], [t('Named by the configuration'), t(state.isConfigured ? 'Yes' : 'No')],
      !state.isAvailable && [t('State'), badge(t('refused: the configuration does not name this app'), 'bad')],
      [t('Changed from the configuration'), state.changed.length ? state.changed.map((key) => [h('code', {}, key), ' ']) : t('nothing')],
    ]), h('div', { class: 'settings' }, [...forms.values()]));
  };
  show(found);
  // Settings that another client changed show up when nobody is at work here.
  heard.addEventListener('overview', async () => {
    if (place.contains(document.activeElement) || place.querySelector('[data-edited]')) return;
    const now = await get(appPath(page.app), { isQuiet: true, signal: page.signal }).catch(() => null);
    if (now && JSON.stringify(now) !== JSON.stringify(found)) show(now);
  }, { signal: page.signal });
  return card(t('Settings of {app}', { app: page.app }), h('p', { class: 'soft' }, t('A change is stored and in force at once, also after a restart.')), place);
}

function setting(page, key, state, show) {
  const value = state.settings[key];
  const [meaning, make, kind] = known[key] ?? ['', json(''), 'json'];
  const control = make();
  const shown = kind === 'json' ? JSON.stringify(value, null, key === 'certificates' ? 0 : 2) : kind === 'secret' ? '' : String(value);
  control.value = shown;
  if (control.tagName === 'TEXTAREA') control.rows = Math.min(12, shown.split('\n').length);
  control.setAttribute('aria-label', key);
  const patch = async (next) => {
    const state = await call('PATCH', appPath(page.app), { [key]: next });
    form.removeAttribute('data-edited');
    show(state);
    notice(t('{key} is saved.', { key }));
  };
  const read = () => {
    if (kind) {
      try { return JSON.parse(control.value); } catch (error) { throw new Error(t('{key} is no JSON: {error}', { key, error: error.message })); }
    }
    return typeof value === 'number' ? Number(control.value) : typeof value === 'boolean' ? control.value === 'true' : control.value.trim();
  };
  const save = h('button', { class: 'small primary', hidden: true }, t('Save'));
  const edited = () => {
    save.hidden = control.value === shown;
    form.toggleAttribute('data-edited', !save.hidden);
  };
  const form = h('form', { class: 'setting', onsubmit: (event) => { event.preventDefault(); attempt(async () => patch(read()), save); }, oninput: edited },
    h('div', {}, h('code', {}, key), state.changed.includes(key) && [' ', badge(t('changed'), 'info')], h('small', {}, t(meaning)),
      kind === 'secret' && h('small', {}, value.length ? t('{count} in force', { count: value.length }) : t('none in force'))),
    h('div', {}, control, h('div', { class: 'actions' }, save, state.changed.includes(key) && button(t('Back to the default'), () => patch(null), { class: 'small' }))));
  return form;
}
