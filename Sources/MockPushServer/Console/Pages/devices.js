// How the simulated devices of an app answer, and what they report by themselves.
import { appPath, call, get, query } from './api.js';
import { h, put } from './dom.js';
import { attempt, badge, button, card, confirmed, field, json, loaded, notice, select, table, withoutApp } from './parts.js';
import { number, t } from './text.js';
import { pushTypes } from './words.js';

const answers = [
  ['ACCEPT', 'takes the message'], ['INVALID_TOKEN', 'the token is not valid any more'], ['WRONG_ENVIRONMENT', 'the token is of the other environment'],
  ['PROVIDER_ERROR', 'the provider fails'], ['TOKEN_REPLACED', 'takes it, and names a new token'], ['OFFLINE', 'taken, but the device is not reached'],
  ['DELAY_BEYOND_TTL', 'reached only after the time to live'],
];
const shownRules = 200;

export function devices(page, place) {
  if (!page.app) return put(place, withoutApp());
  const path = appPath(page.app, 'devices');
  const list = h('div');
  const show = loaded(list, async () => rulesTable((await get(path, { isQuiet: true, signal: page.signal })).devices));
  const change = async (method, query, body) => {
    await call(method, path + query, body);
    await show();
  };
  put(place,
    card(t('Rules about devices'), h('p', { class: 'soft' }, t('A device that no rule is about takes every message. Where several fit, the last one counts.')), list),
    form(page, change));

  function rulesTable(rules) {
    if (!rules.length) return h('p', { class: 'empty' }, t('No rule: every device takes its messages. Add one below, for example to make a token invalid.'));
    return [
      table([t('Devices'), t('Answer'), t('Reports RECEIVED'), t('Reports OPENED'), ''], rules.slice(0, shownRules).map((rule) => [
        h('div', { class: 'stack' }, ['token', 'uid', 'pushType'].filter((key) => rule[key]).map((key) => h('code', {}, `${key} ${rule[key]}`))),
        [rule.environment ? badge(rule.environment, 'info') : badge(rule.answer, rule.answer === 'ACCEPT' ? 'good' : 'bad'), rule.newToken && h('div', {}, '→ ', h('code', {}, rule.newToken))],
        report(rule.receipts?.received), report(rule.receipts?.opened),
        button(t('Remove'), () => remove(rules, rule), { class: 'small' }),
      ]), { caption: t('Rules about devices') }),
      rules.length > shownRules && h('p', { class: 'soft' }, t('The first {count} are shown.', { count: number(shownRules) })),
      h('div', { class: 'actions' }, button(t('Remove all rules'), () => confirmed(t('Remove all rules about the devices of {app}?', page), t('Remove all rules'), () => change('DELETE', '')))),
    ];
  }

  /** A query may name more rules than this one; the others are set anew then. */
  function remove(rules, rule) {
    const named = rules.filter((each) => (!rule.token || each.token === rule.token) && (!rule.uid || each.uid === rule.uid));
    if (named.length === 1) return change('DELETE', query({ token: rule.token, uid: rule.uid }));
    return change('PUT', '', { devices: rules.filter((each) => each !== rule) });
  }
}

const report = (found) => (found ? t('after {ms} ms, {share} %', { ms: number(found.afterMs), share: number(Math.round(found.probability * 1000) / 10) }) : '–');

function form({ app, query: given }, change) {
  const text = (name, attributes) => h('input', { autocomplete: 'off', value: given.get(name) ?? '', ...attributes });
  const [token, uid] = [text('token', { placeholder: 'a1b2*' }), text('uid', { placeholder: 'user-*' })];
  const pushType = select([['', t('all')], ...pushTypes], given.get('pushType') ?? '');
  const answer = select([...answers.map(([key, label]) => [key, `${key} – ${t(label)}`]), ['SANDBOX', t('lives in the sandbox')], ['PRODUCTION', t('lives in production')]], 'INVALID_TOKEN');
  const newToken = text('', {});
  const newTokenField = field(t('New token'), newToken);
  const reports = { received: reportFields('RECEIVED'), opened: reportFields('OPENED') };
  const receipts = h('fieldset', {}, h('legend', {}, t('Receipts that the device sends by itself')), reports.received.element, reports.opened.element);
  const follow = () => {
    newTokenField.hidden = answer.value !== 'TOKEN_REPLACED';
    receipts.hidden = !['ACCEPT', 'TOKEN_REPLACED', 'SANDBOX', 'PRODUCTION'].includes(answer.value);
  };
  const rule = () => {
    const isEnvironment = answer.value === 'SANDBOX' || answer.value === 'PRODUCTION';
    const [received, opened] = [reports.received.value(), reports.opened.value()];
    return {
      token: token.value.trim() || undefined, uid: uid.value.trim() || undefined, pushType: pushType.value || undefined,
      ...(isEnvironment ? { environment: answer.value } : { answer: answer.value }), newToken: newTokenField.hidden ? undefined : newToken.value.trim(),
      receipts: receipts.hidden || (!received && !opened) ? undefined : { received, opened },
    };
  };
  const shown = h('div');
  const show = () => { follow(); put(shown, json(rule())); };
  const add = h('button', { class: 'primary' }, t('Add the rule'));
  show();
  return card(t('Add a rule'), h('form', {
    oninput: show,
    onsubmit: (event) => {
      event.preventDefault();
      attempt(async () => {
        await change('PUT', '', rule());
        notice(t('The rule is in force.'));
      }, add);
    },
  }, h('fieldset', {}, h('legend', {}, t('Which devices of {app}', { app })),
    h('div', { class: 'fields' }, field(t('Token'), token, t('with its tenant suffix; * stands for any characters')), field('UID', uid), field(t('Push type'), pushType))),
  field(t('Answer'), answer), newTokenField, receipts,
  h('details', { class: 'more' }, h('summary', {}, t('As JSON')), shown), h('div', { class: 'actions' }, add)));
}

function reportFields(event) {
  const on = h('input', { type: 'checkbox' });
  const afterMs = h('input', { type: 'number', min: '0', value: event === 'OPENED' ? '60000' : '500' });
  const probability = h('input', { type: 'number', min: '0', max: '1', step: 'any', value: '1' });
  return {
    element: h('div', { class: 'fields' }, h('div', { class: 'field' }, h('label', { class: 'check' }, on, event)), field(t('After ms'), afterMs), field(t('Probability'), probability, t('0 to 1'))),
    value: () => (on.checked ? { afterMs: Number(afterMs.value), probability: Number(probability.value) } : undefined),
  };
}
