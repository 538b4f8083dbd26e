// Whom the message is for, and of which kind it is.
import { bound, group } from './compose-content.js';
import { objectIn, write } from './compose-draft.js';
import { h, put } from './dom.js';
import { check, field, segments, select } from './parts.js';
import { tagBuilder } from './tag-expression.js';
import { number, t } from './text.js';
import { pushTypes } from './words.js';

/** `tags()` gives those of the app. */
export function targetEditor(draft, tags, changed) {
  const root = h('div');
  const target = objectIn(draft.body, 'target');
  const kept = {};
  const show = async () => {
    const details = h('div', { class: 'below' });
    put(root, segments(t('Target'), [['ALL', t('All tokens')], ['UID', t('UIDs')], ['TAG', t('Tags')]], target.type, (type) => {
      kept[target.type] = target.to;
      target.type = type;
      if (type === 'ALL') delete target.to;
      else target.to = kept[type] ?? [];
      changed();
      show();
    }), details, narrow(target, changed));
    if (target.type === 'UID') put(details, uids(target, changed));
    if (target.type === 'TAG') put(details, tagBuilder(texts(target.to), await tags(), (to) => { target.to = to; changed(); }));
  };
  show();
  return root;
}

const texts = (value) => (Array.isArray(value) ? value.map(String) : []);

function uids(target, changed) {
  const hint = h('span');
  const count = () => put(hint, t('{count} uids', { count: number(texts(target.to).length) }));
  count();
  return h('div', {}, field(t('UIDs, one per line'), h('textarea', {
    value: texts(target.to).join('\n'), rows: 3, class: 'low', spellcheck: 'false', autocomplete: 'off',
    oninput: (event) => { target.to = event.target.value.split('\n').map((line) => line.trim()).filter(Boolean); count(); changed(); },
  })), h('small', {}, hint));
}

function narrow(target, changed) {
  const chosen = new Set(texts(target.pushTypes));
  return group(t('Push types and countries'), chosen.size > 0 || texts(target.countries).length > 0,
    h('fieldset', {}, h('legend', {}, t('Push types')), pushTypes.map((type) => check(type, chosen.has(type), {
      onchange: (event) => {
        if (event.target.checked) chosen.add(type); else chosen.delete(type);
        write(target, ['pushTypes'], chosen.size ? pushTypes.filter((each) => chosen.has(each)) : undefined);
        changed();
      },
    })), h('div', {}, h('small', {}, t('None chosen means all but the two of VoIP.')))),
    field(t('Countries'), h('input', {
      value: texts(target.countries).join(', '), placeholder: 'KR, JP', autocomplete: 'off',
      oninput: (event) => {
        const all = event.target.value.split(/[\s,]+/).filter(Boolean);
        write(target, ['countries'], all.length ? all : undefined);
        changed();
      },
    }), t('As tokens are registered: KR and KOR are two.')));
}

export function kindEditor(draft, changed) {
  const root = h('div');
  const { body } = draft;
  const kept = {};
  const adKeys = ['contact', 'removeGuide', 'adWordPosition'];
  const show = () => put(root,
    segments(t('Kind'), [['NOTIFICATION', t('Notification')], ['AD', t('Ad')]], body.messageType, (type) => {
      for (const key of adKeys) {
        if (type === 'AD') { if (kept[key] !== undefined) body[key] = kept[key]; } else { kept[key] = body[key]; delete body[key]; }
      }
      body.messageType = type;
      changed();
      show();
    }),
    body.messageType === 'AD' && h('div', { class: 'fields below' },
      field(t('Contact'), bound(body, ['contact'], changed, { placeholder: '1588-0000', inputmode: 'tel' }), t('Digits and hyphens; required.')),
      field(t('Remove guide'), bound(body, ['removeGuide'], changed, { placeholder: '메뉴 > 알림 설정' }), t('How to withdraw consent; required.')),
      field(t('Place of the ad words'), select([['', t('As the app is set')], ['TITLE', t('Title')], ['BODY', t('Body')]], body.adWordPosition ?? '', {
        onchange: (event) => { write(body, ['adWordPosition'], event.target.value); changed(); },
      }))));
  show();
  return root;
}

export function optionFields(draft, changed) {
  const { body } = draft;
  const keys = ['timeToLiveMinute', 'statsId', 'provisionedResourceId'];
  const toNumber = (text) => (text === '' || Number.isNaN(Number(text)) ? text : Number(text));
  return group(t('Options'), keys.some((key) => key in body && !(key === 'timeToLiveMinute' && body[key] === 10)), h('div', { class: 'fields' },
    field(t('Time to live, minutes'), bound(body, ['timeToLiveMinute'], changed, { inputmode: 'numeric', placeholder: '10' }, toNumber), t('1 to 60')),
    field(t('Statistics ID'), bound(body, ['statsId'], changed), t('statsId: counted apart in the statistics')),
    field(t('Provisioned resource'), bound(body, ['provisionedResourceId'], changed))));
}
