// Words of the contract with their meaning, and how deliveries are shown.
import { h } from './dom.js';
import { badge, copyButton, json } from './parts.js';
import { moment, number, t, told } from './text.js';

export const pushTypes = ['FCM', 'APNS', 'APNS_SANDBOX', 'TENCENT', 'ADM', 'APNS_VOIP', 'APNS_SANDBOXVOIP'];
export const outcomes = ['SENT', 'FILTERED', 'SENT_FAILED', 'INVALID_TOKEN'];
export const messageStates = [
  'READY', 'PROCESSING', 'COMPLETE', 'CANCEL_NO_TARGET', 'CANCEL_INVALID_CERTIFICATE', 'CANCEL_UNAUTHORIZED', 'CANCEL_INVALID_MESSAGE',
  'CANCEL_UNSUPPORTED_MESSAGE_TYPE', 'CANCEL_UNKNOWN',
];
export const isPending = (message) => message.messageStatus === 'READY' || message.messageStatus === 'PROCESSING';

/** The state that the three consents make together, with what it lets through. */
export const consents = {
  ON: 'Everything, ads at night too', NIGHT_AD_OFF: 'Ads by day only', AD_OFF: 'No ads', OFF: 'No notifications',
};

export function consentOf(token) {
  if (!token.isNotificationAgreement) return 'OFF';
  if (!token.isAdAgreement) return 'AD_OFF';
  return token.isNightAdAgreement ? 'ON' : 'NIGHT_AD_OFF';
}

export const consentBadge = (token) => badge(t(consents[consentOf(token)]), { ON: 'good', OFF: 'bad' }[consentOf(token)] ?? 'info');

export const stateBadge = (state) => badge(state, state === 'COMPLETE' ? 'good' : state.startsWith('CANCEL') ? 'bad' : 'info');

export const reasons = {
  ACCEPTED: 'The provider took it', TOKEN_REPLACED: 'Taken, and the token was replaced', OFFLINE: 'Taken, but the device is offline',
  PUSH_TYPE: 'Other push type', COUNTRY: 'Other country', EXPIRED: 'Token expired', NOTIFICATION_OFF: 'No consent to notifications',
  AD_OFF: 'No consent to ads', NIGHT_AD_OFF: 'No consent to ads at night', TOKEN_REMOVED: 'Token removed meanwhile', LOCAL_TIME: 'Other time zone',
  INVALID_CERTIFICATE: 'Certificate missing or invalid', UNAUTHORIZED: 'Certificate refused', DUPLICATED_MESSAGE_TOKEN: 'Same message sent before',
  EXPIRED_TIME_OUT: 'Too late: time to live passed', INVALID_MESSAGE: 'Nothing to send for this push type', PAYLOAD_TOO_LARGE: 'Payload too large',
  PROVIDER_ERROR: 'Provider failed', AGENT_ERROR: 'Server failed', UNSUPPORTED_MESSAGE_TYPE: 'Kind of message not supported',
  INVALID_TOKEN: 'Provider called the token invalid', WRONG_ENVIRONMENT: 'Wrong environment (sandbox or production)',
  NOT_NAMED: 'The target does not name its uid', NOT_REGISTERED: 'Not registered',
};

export const reasonText = (code) => (reasons[code] ? t(reasons[code]) : code);

/** A long text with its middle left out; the whole is its tooltip. */
export function short(text, length = 28) {
  return text.length <= length ? h('span', { class: 'still' }, text) : h('span', { title: text, class: 'still' }, `${text.slice(0, length - 10)}…${text.slice(-8)}`);
}

/** Deliveries as rows that open: `lead(delivery)` is what stands first in a row. */
export function deliveryRows(deliveries, lead) {
  return h('div', { class: 'rows' }, deliveries.map((delivery) => h('details', {},
    h('summary', {}, h('span', { class: 'lead' }, lead(delivery)), badge(delivery.pushType), badge(delivery.outcome),
      h('span', { class: 'why' }, reasonText(delivery.reason)),
      delivery.warnings?.length ? badge(t('warnings: {count}', { count: delivery.warnings.length }), 'info') : null,
      h('time', {}, moment(delivery.at))),
    deliveryDetail(delivery))));
}

function deliveryDetail({ explanation, newToken, warnings, payload, appView }) {
  return h('div', { class: 'inner' }, h('p', {}, told(explanation)),
    newToken && h('p', {}, t('New token'), ': ', h('code', {}, newToken)),
    warningList(warnings),
    payload && [h('h3', {}, t('Sent to the provider'), ' ', copyButton(JSON.stringify(payload))), json(payload)],
    appView && [h('h3', {}, t('What the app is handed'), ' ', copyButton(JSON.stringify(appView))), json(appView)]);
}

export function warningList(warnings) {
  return warnings?.length ? h('ul', { class: 'warnings' }, warnings.map(({ code, sentence }) => h('li', {}, badge(code, 'info'), ' ', told(sentence)))) : null;
}

/** A moment that is not broken into two lines. */
export const when = (text) => h('span', { class: 'still' }, moment(text));

/** What a message is called in lists. */
export function titleOf({ content }) {
  const maps = [content?.default, ...Object.values(content ?? {})];
  for (const name of ['title', 'body']) {
    const found = maps.find((map) => typeof map?.[name] === 'string' && map[name])?.[name];
    if (found) return found;
  }
  return t('without a title');
}

/** Who is meant: `names` are those of tags by their IDs. */
export function targetText({ type, to = [], pushTypes: types, countries }, names = new Map()) {
  const who = {
    ALL: () => t('All'), UID: () => (to.length === 1 ? to[0] : t('{count} uids', { count: number(to.length) })),
    TAG: () => to.flatMap((item) => item.split(',')).map((item) => names.get(item.trim()) ?? item.trim()).join(' ').replaceAll('( ', '(').replaceAll(' )', ')'),
  }[type]?.() ?? type;
  return [who, types?.join(', '), countries?.join(', ')].filter(Boolean).join(' · ');
}
