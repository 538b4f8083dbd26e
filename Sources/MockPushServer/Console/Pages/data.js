// Resetting, snapshots and seeds.
import { appPath, call, curl, get } from './api.js';
import { h, put } from './dom.js';
import { refresh } from './header.js';
import { attempt, button, card, check, confirmed, copyButton, facts, field, loaded, notice, table } from './parts.js';
import { moment, number, t } from './text.js';

export default function data(page, place) {
  put(place, h('div', { class: 'columns' }, resetCard(), page.app && appCard(page)), snapshots(page), seedCard(page));
}

const parts = {
  data: 'Data: tokens, tags, messages, reservations, statistics, changed settings', faults: 'Fault rules', devices: 'Rules about devices', journal: 'Journal of requests',
  clock: 'Clock: back to --clock or to system time', webhooks: 'Webhooks',
};

function partBoxes(names) {
  const boxes = names.map((name) => check(t(parts[name]), true, { value: name }));
  return { element: h('div', { class: 'stack' }, boxes), chosen: () => boxes.map((label) => label.firstChild).filter((box) => box.checked).map((box) => box.value) };
}

function reset(path, boxes, question) {
  const chosen = boxes.chosen();
  if (!chosen.length) return notice(t('Choose what is to be reset.'), 'bad');
  return confirmed(question, t('Reset'), async () => {
    await call('POST', path, { parts: chosen });
    await refresh();
    notice(t('It is reset: {parts}.', { parts: chosen.join(', ') }));
  });
}

function resetCard() {
  const boxes = partBoxes(Object.keys(parts));
  return card(t('Reset the server'), boxes.element,
    h('div', { class: 'actions' }, button(t('Reset …'), () => reset('/_mock/reset', boxes, t('Reset the chosen parts of all apps? What is deleted cannot be brought back.')), { class: 'danger' })));
}

function appCard({ app }) {
  const boxes = partBoxes(['data', 'faults', 'devices']);
  return card(t('Reset {app} alone', { app }), boxes.element, h('p', { class: 'soft' }, t('Of the fault rules those that name just this app.')),
    h('div', { class: 'actions' }, button(t('Reset …'), () => reset(appPath(app, 'reset'), boxes, t('Reset the chosen parts of {app}? What is deleted cannot be brought back.', { app })), { class: 'danger' })));
}

function snapshots(page) {
  const path = '/_mock/snapshots';
  const list = h('div');
  const one = (name, action = '') => `${path}/${encodeURIComponent(name)}${action}`;
  const show = loaded(list, async () => {
    const found = (await get(path, { isQuiet: true, signal: page.signal })).snapshots;
    return table([t('Name'), t('Made at'), t('Clock'), t('Size'), ''], found.map((each) => [
      each.name, h('time', {}, moment(each.created)), each.clock ? [h('time', {}, moment(each.clock.now)), ` ${t(each.clock.mode)}`] : each.problem, `${number(Math.ceil(each.bytes / 1024))} KB`,
      h('div', { class: 'actions tight' }, button(t('Restore'), () => confirmed(t('Put snapshot {name} in the place of all data, the clock and changed settings?', each), t('Restore'), async () => {
        await call('POST', one(each.name, '/restore'));
        await refresh();
        notice(t('Snapshot {name} is restored.', each));
      }), { class: 'small' }),
      button(t('Delete'), () => confirmed(t('Delete snapshot {name}?', each), t('Delete'), async () => {
        await call('DELETE', one(each.name));
        await show();
      }), { class: 'small' })),
    ]), { caption: t('Snapshots'), empty: t('No snapshot. Make one before a test, and restore it after.') });
  });
  const name = h('input', { required: true, autocomplete: 'off', placeholder: 'before-test', pattern: '[A-Za-z0-9_\\-][A-Za-z0-9_.\\-]{0,63}' });
  const make = h('button', { class: 'primary' }, t('Make a snapshot'));
  const form = h('form', { class: 'bar', onsubmit: (event) => {
    event.preventDefault();
    attempt(async () => {
      await call('PUT', one(name.value.trim()));
      notice(t('Snapshot {name} is made.', { name: name.value.trim() }));
      await show();
    }, make);
  } }, field(t('Name'), name), make);
  return card(t('Snapshots'), h('p', { class: 'soft' }, t('The whole database with its clock, by name. Faults, devices and webhooks are not in it.')), form, list);
}

function seedCard({ app }) {
  const text = h('textarea', { spellcheck: 'false', rows: '12', value: JSON.stringify({ apps: [{ appkey: app || 'MYAPP', generate: { tokens: 1000, tags: 10 } }] }, null, 2) });
  const file = h('input', { type: 'file', accept: '.json,application/json' });
  const result = h('div', { 'aria-live': 'polite' });
  const load = h('button', { class: 'primary' }, t('Load'));
  const path = '/_mock/seed?wait=true';
  const submit = async () => {
    const chosen = file.files[0];
    put(result, h('p', { class: 'soft' }, t('Loading…')));
    try {
      // A file may be large: it is sent as it is, and not kept as a command.
      const answer = chosen ? await call('POST', path, chosen, { isQuiet: true }) : await call('POST', path, parsed(text.value));
      put(result, h('h3', {}, t('Loaded')), facts(Object.entries(answer.result ?? {}).filter(([, count]) => count).map(([name, count]) => [name, number(count)])),
        chosen && h('p', {}, copyButton(fileCommand(path, chosen.name), t('Copy as curl'))));
    } catch (error) {
      put(result, h('p', { class: 'failure', role: 'alert' }, error.message));
    }
    await refresh();
  };
  return card(t('Seed'), h('p', { class: 'soft' }, t('Loads apps with tokens, tags, reservations and devices, all in one step or not at all. An app of a seed must be without data.')),
    h('form', { onsubmit: (event) => { event.preventDefault(); attempt(submit, load); } },
      field(t('JSON'), text), field(t('or a file'), file, t('up to 128 MiB; a file goes before the text')), h('div', { class: 'actions' }, load)), result);
}

function parsed(text) {
  try { return JSON.parse(text); } catch (error) { throw new Error(t('This is no JSON: {error}', { error: error.message })); }
}

function fileCommand(path, name) {
  return `${curl({ method: 'POST', path })} -H 'Content-Type: application/json' --data-binary '@${name.replaceAll("'", `'\\''`)}'`;
}
