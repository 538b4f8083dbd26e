// Registering a token as an SDK does, and editing what is registered.
import { appPath, call } from './api.js';
import { h } from './dom.js';
import { attempt, button, check, dialog, field, notice, select } from './parts.js';
import { t } from './text.js';
import { pushTypes } from './words.js';

const fields = [
  'token', 'pushType', 'uid', 'deviceId', 'isNotificationAgreement', 'isAdAgreement', 'isNightAdAgreement', 'timezoneId', 'country', 'language',
];

/** The body that registers this token again as it is. */
export const registration = (token) => Object.fromEntries(fields.filter((name) => token[name] !== undefined).map((name) => [name, token[name]]));

/** randomUUID is for secure pages alone, and this page may come by plain http. */
function randomHex(length) {
  return [...crypto.getRandomValues(new Uint8Array(length / 2))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function randomId() {
  const hex = randomHex(32).toUpperCase();
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** A dialog that registers a token, filled in with `given`. */
export function editToken(app, given, onDone) {
  const isNew = !given.pushType;
  const body = {
    token: '', pushType: 'FCM', uid: '', deviceId: '', isNotificationAgreement: true, isAdAgreement: true, isNightAdAgreement: false,
    timezoneId: 'Asia/Seoul', country: 'KR', language: 'ko', ...registration(given),
  };
  // An SDK of today has a device; a token that an older one registered may have none.
  body.deviceId ||= randomId();
  const text = (name, attributes = {}) => h('input', {
    value: body[name] ?? '', autocomplete: 'off', spellcheck: 'false', ...attributes, oninput: (event) => { body[name] = event.target.value; },
  });
  const flag = (name, label) => check(label, body[name], { onchange: (event) => { body[name] = event.target.checked; } });
  const tokenInput = text('token', { required: true, readonly: !isNew });
  const lengths = { FCM: 64, TENCENT: 40, ADM: 64 };
  dialog(isNew ? t('Register a token') : t('Register anew'), (close) => {
    const send = h('button', { class: 'primary' }, t('Register'));
    return h('form', {
      onsubmit: (event) => {
        event.preventDefault();
        attempt(async () => {
          const wanted = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== ''));
          const { token } = await call('POST', appPath(app, 'tokens'), wanted);
          notice(t('The token is registered.'));
          close();
          onDone(token ?? wanted);
        }, send);
      },
    },
    h('div', { class: 'pair' }, h('div', {}, field(t('Token'), tokenInput, t('Up to 1,600 characters; add #tenant=NAME for a tenant.'))),
      isNew && button(t('Make one up'), () => { tokenInput.value = body.token = randomHex(lengths[body.pushType] ?? 64); })),
    h('div', { class: 'fields' },
      field(t('Push type'), select(pushTypes, body.pushType, { disabled: !isNew, onchange: (event) => { body.pushType = event.target.value; } })),
      field(t('UID'), text('uid', { required: true })),
      isNew && field(t('Old token'), text('oldToken'), t('Only when it replaces one.')),
      field(t('Device ID'), text('deviceId'), t('Another token of the same device is removed.'))),
    h('fieldset', {}, h('legend', {}, t('Consent')), flag('isNotificationAgreement', t('Notifications')), flag('isAdAgreement', t('Ads')), flag('isNightAdAgreement', t('Ads at night'))),
    h('div', { class: 'fields' }, field(t('Time zone'), text('timezoneId')), field(t('Country'), text('country')), field(t('Language'), text('language'))),
    h('div', { class: 'actions' }, send, button(t('Cancel'), close)));
  });
}

/** A dialog for the dates of consent, which an administrator may change to test the ad opt-in guide. */
export function editDates(app, token, onDone) {
  const dates = [['isAdAgreement', 'adAgreementDateTime', t('Ads')], ['isNightAdAgreement', 'nightAdAgreementDateTime', t('Ads at night')]]
    .filter(([flag]) => token[flag])
    .map(([, name, label]) => ({ name, label, input: h('input', { type: 'datetime-local', step: 1, value: token[name]?.slice(0, 19) ?? '' }) }));
  dialog(t('Dates of consent'), (close) => {
    const send = h('button', { class: 'primary' }, t('Save'));
    return h('form', {
      onsubmit: (event) => {
        event.preventDefault();
        attempt(async () => {
          const body = { pushType: token.pushType };
          for (const { name, input } of dates) if (input.value) body[name] = seoul(input.value);
          await call('PATCH', appPath(app, 'tokens', token.token), body);
          notice(t('The dates are saved.'));
          close();
          onDone();
        }, send);
      },
    },
    h('p', {}, t('Two years after consent to ads the ad opt-in guide is due. Times are those of Seoul (+09:00).')),
    dates.map(({ label, input }) => field(label, input)), h('div', { class: 'actions' }, send, button(t('Cancel'), close)));
  });
}

/** What a `datetime-local` input has, as the server's time. */
export function seoul(text) {
  return (text.length === 16 ? `${text}:00` : text) + '+09:00';
}
