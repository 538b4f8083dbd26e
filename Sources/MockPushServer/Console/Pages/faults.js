// Failures on purpose: of the vendor's routes here, of simulated devices in devices.js.
import { call, get } from './api.js';
import { h, put } from './dom.js';
import { heard, refresh } from './header.js';
import { badge, button, card, check, confirmed, field, loaded, notice, table } from './parts.js';
import { devices } from './devices.js';
import { faultForm } from './fault-form.js';
import { number, t } from './text.js';

export default async function faults(page) {
  const isDevices = page.parts[0] === 'devices';
  const tab = (name, label, isHere) => h('a', { href: page.href('faults', name ? [name] : []), 'aria-current': isHere ? 'page' : null }, label);
  const place = h('div');
  put(page.root, h('nav', { class: 'tabs', 'aria-label': t('Faults and devices') },
    tab('', t('Faults of the server'), !isDevices), tab('devices', t('Devices of the app'), isDevices)), place);
  return isDevices ? devices(page, place) : server(page, place);
}

async function server(page, place) {
  const rules = h('div');
  const show = loaded(rules, async () => active(page, (await get('/_mock/faults', { isQuiet: true, signal: page.signal })).faults, change));
  const change = async (method, path, body) => {
    await call(method, path, body);
    await Promise.all([show(), refresh()]);
  };
  let shown = '';
  heard.addEventListener('overview', () => {
    const text = `${heard.latest.activeFaultCount} ${heard.latest.faultHitCount}`;
    if (shown && text !== shown) show();
    shown = text;
  }, { signal: page.signal });
  const { presets } = await get('/_mock/faults/presets', { isQuiet: true, signal: page.signal });
  put(place,
    card(t('Rules in force'), h('p', { class: 'soft' }, t('The first rule that fits a request of the vendor’s API applies. Answers then carry X-Mock-Fault.')), rules),
    presetCard(page, presets, change), faultForm(page, change));
}

const isUsedUp = (rule) => rule.timesLeft === 0;

function active({ href }, rules, change) {
  if (!rules.length) return h('p', { class: 'empty' }, t('No rule: every request is answered as it should be. Inject a preset, or write a rule of your own below.'));
  const one = (path, value) => h('code', {}, `${path} ${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const rows = rules.map((rule) => [
    [h('strong', {}, rule.name ?? rule.preset ?? rule.id), rule.preset && rule.name && ` (${rule.preset})`, ' ', h('span', { class: 'soft' }, rule.id)],
    h('div', { class: 'stack' }, Object.keys(rule.match).length ? Object.entries(rule.match).map(([key, value]) => one(key, value)) : t('every request')),
    h('div', { class: 'stack' }, Object.entries(rule.then).map(([key, value]) => one(key, value))),
    [isUsedUp(rule) ? badge(t('used up')) : rule.timesLeft === undefined ? t('always') : t('{left} of {times} left', { left: number(rule.timesLeft), times: number(rule.times) }),
      rule.probability !== undefined && ` · p = ${rule.probability}`],
    h('a', { href: href('requests') }, number(rule.applied)),
    button(t('Remove'), () => change('DELETE', `/_mock/faults/${encodeURIComponent(rule.id)}`), { class: 'small', 'aria-label': t('Remove {name}', { name: rule.name ?? rule.id }) }),
  ]);
  return [
    table([t('Rule'), t('Matches'), t('Then'), t('How often'), t('Applied'), ''], rows, { caption: t('Rules in force') }),
    h('div', { class: 'actions' }, button(t('Remove all rules'), () => confirmed(t('Remove all fault rules, of all apps?'), t('Remove all rules'), () => change('DELETE', '/_mock/faults')))),
  ];
}

function presetCard({ app }, presets, change) {
  const times = h('input', { type: 'number', min: '1', placeholder: t('always'), value: '1' });
  const uid = h('input', { autocomplete: 'off', placeholder: '*' });
  const ours = check(app ? t('only requests of {app}', { app }) : t('of every app'), Boolean(app), { disabled: !app });
  const inject = async ({ name }) => {
    const match = {};
    if (app && ours.firstChild.checked) match.appkey = app;
    if (uid.value.trim()) match.uid = uid.value.trim();
    await change('POST', '/_mock/faults', { preset: name, ...(times.value ? { times: Number(times.value) } : {}), match });
    notice(t('{name} is in force.', { name }));
  };
  const sdks = [...new Set(presets.map((preset) => preset.sdk))];
  return card(t('Presets: make an app see a certain error'),
    h('div', { class: 'bar' }, field(t('Number of times'), times), field(t('Only this UID'), uid), h('div', { class: 'field' }, ours)),
    sdks.map((sdk) => [h('h3', {}, sdk), table([t('Code'), t('What the app sees'), t('What goes over the wire'), ''],
      presets.filter((preset) => preset.sdk === sdk).map((preset) => [
        badge(preset.code, 'bad'), [preset.app, h('div', { class: 'soft' }, h('code', {}, [preset.name, ...preset.aliases].join(', ')))], preset.wire,
        button(t('Inject'), () => inject(preset), { class: 'small', 'aria-label': t('Inject {name}', { name: preset.name }) }),
      ]), { caption: sdk })]));
}
