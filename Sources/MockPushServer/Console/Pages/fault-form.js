// A fault rule of one's own.
import { h } from './dom.js';
import { attempt, card, field, json, notice, select } from './parts.js';
import { t } from './text.js';

const connections = [
  ['', 'answers'], ['reset', 'reset – TCP reset'], ['empty', 'empty – ends without a byte'], ['garbage', 'garbage – bytes that are no HTTP'],
  ['stall', 'stall – half of the body, then silence'], ['truncate', 'truncate – half of the body, then the end'], ['silence', 'silence – nothing until the client leaves'],
];

const codes = ['40001', '40002', '40003', '40008', '40009', '40010', '40101', '40102', '40401', '40402', '50001'];

export function faultForm({ app }, change) {
  const text = (attributes) => h('input', { autocomplete: 'off', ...attributes });
  const count = (attributes) => h('input', { type: 'number', min: '0', ...attributes });
  const match = {
    method: select([['', t('all')], 'GET', 'POST', 'PUT', 'DELETE'], ''), path: text({ placeholder: '/tokens*' }), appkey: text({ value: app, placeholder: '*' }),
    uid: text({ placeholder: 'user-*' }), token: text({ placeholder: '*' }), version: text({ placeholder: 'v2.*' }),
  };
  const [headerName, headerValue] = [text({ placeholder: 'User-Agent' }), text({ placeholder: '*iPhone*' })];
  const [name, times, probability] = [text(), count({ min: '1', placeholder: t('always') }), count({ min: '0', max: '1', step: 'any', placeholder: '1' })];
  const [least, most, status] = [count({ placeholder: '0' }), count(), count({ min: '100', max: '599', placeholder: '503' })];
  const [resultCode, resultMessage] = [text({ inputmode: 'numeric', list: 'codes', placeholder: '50001' }), text()];
  const body = h('textarea', { class: 'low', placeholder: '{"header":{…}}', spellcheck: 'false' });
  const connection = select(connections.map(([key, label]) => [key, t(label)]), '');
  const after = h('input', { type: 'checkbox' });
  const shown = h('div');

  const rule = () => {
    const found = Object.entries(match).map(([key, control]) => [key, control.value.trim()]).filter(([, value]) => value);
    if (headerName.value.trim()) found.push(['header', { [headerName.value.trim()]: headerValue.value || '*' }]);
    const numbers = (control) => (control.value === '' ? undefined : Number(control.value));
    const [a, b] = [numbers(least), numbers(most)];
    return {
      name: name.value.trim() || undefined, match: Object.fromEntries(found), times: numbers(times), probability: numbers(probability),
      then: {
        delayMs: b === undefined ? a : { uniform: [a ?? 0, b] }, status: numbers(status), resultCode: resultCode.value.trim() === '' ? undefined : Number(resultCode.value),
        resultMessage: resultMessage.value || undefined, body: content(body.value), connection: connection.value || undefined, after: after.checked || undefined,
      },
    };
  };
  const show = () => shown.replaceChildren(json(rule()));
  const add = h('button', { class: 'primary' }, t('Add the rule'));
  const form = h('form', {
    oninput: show,
    onsubmit: (event) => {
      event.preventDefault();
      attempt(async () => {
        await change('POST', '/_mock/faults', rule());
        notice(t('The rule is in force.'));
      }, add);
    },
  },
  h('fieldset', {}, h('legend', {}, t('Which requests')), h('div', { class: 'fields' },
    field(t('Method'), match.method), field(t('Path below the appkey'), match.path), field(t('Appkey'), match.appkey), field('UID', match.uid), field(t('Token'), match.token),
    field(t('Version'), match.version), field(t('Header'), headerName), field(t('Value of the header'), headerValue)),
  h('small', {}, t('What is left empty fits every request; * stands for any characters.'))),
  h('fieldset', {}, h('legend', {}, t('How often')), h('div', { class: 'fields' },
    field(t('Number of times'), times), field(t('Probability'), probability, t('0 to 1')), field(t('Name of the rule'), name))),
  h('fieldset', {}, h('legend', {}, t('Then')), h('div', { class: 'fields' },
    field(t('Delay in ms'), least), field(t('Delay up to, in ms'), most, t('any time in between')), field(t('HTTP status'), status),
    field('resultCode', resultCode), field('resultMessage', resultMessage), field(t('Connection'), connection)),
  h('datalist', { id: 'codes' }, codes.map((code) => h('option', { value: code }))),
  field(t('Body of the answer'), body, t('JSON, or any text; in place of a resultCode')),
  h('label', { class: 'check' }, after, t('Do what was asked first, then lose or change the answer'))),
  h('details', { class: 'more' }, h('summary', {}, t('As JSON')), shown),
  h('div', { class: 'actions' }, add));
  show();
  return card(t('A rule of your own'), form);
}

/** JSON where it is some. */
function content(text) {
  if (!text.trim()) return undefined;
  try { return JSON.parse(text); } catch { return text; }
}
