// One token: consent, uid and tags, what it got, and whether it would get a message.
import { appPath, call, get } from './api.js';
import { h, put } from './dom.js';
import { badge, button, card, confirmed, copyButton, debounced, facts, heading, loaded, notice, paged } from './parts.js';
import { stream } from './stream.js';
import { tagEditor } from './tag-parts.js';
import { moment, t } from './text.js';
import { editDates, editToken, registration } from './token-form.js';
import { wouldGet } from './token-would.js';
import { consentOf, deliveryRows } from './words.js';

export async function tokenDetail(page) {
  const { app, parts: [token], root, href } = page;
  const place = h('div');
  const deliveries = h('div');
  put(root, heading(href('tokens'), t('Tokens'), h('code', {}, token), ' ', copyButton(token)), place, card(t('Deliveries'), deliveries));
  const refresh = loaded(place, async () => {
    const [found, settings] = await Promise.all([registered(page, token), get(appPath(app), { isQuiet: true })]);
    const wanted = page.query.get('pushType');
    const shown = found.find(({ pushType }) => pushType === wanted) ?? found[0];
    if (!shown) return gone(page, token, refresh);
    return [
      found.length > 1 && h('p', {}, t('Registered as:'), ' ', found.map(({ pushType }) => [
        h('a', { href: href('tokens', [token], { pushType }), 'aria-current': pushType === shown.pushType ? 'true' : null }, badge(pushType, pushType === shown.pushType ? 'info' : 'plain')), ' '])),
      h('div', { class: 'columns' }, consent(page, shown, refresh), device(page, shown, settings.settings, refresh)),
      card(t('Would it get a message?'), wouldGet(page, shown)),
    ];
  });
  const showDeliveries = paged(deliveries, async (before) => {
    const found = await get(`${appPath(app, 'tokens', token, 'deliveries')}?limit=20${before ? `&before=${before}` : ''}`, { signal: page.signal }).catch((error) => {
      if (error.status === 404) return { deliveries: [] };
      throw error;
    });
    if (!found.deliveries.length) return { content: h('p', { class: 'empty' }, t('It got no message yet.')) };
    return {
      content: deliveryRows(found.deliveries, (delivery) => h('a', { href: href('messages', [delivery.messageId]) }, delivery.messageId)),
      next: found.next,
    };
  });
  listen(page, token, showDeliveries);
}

async function registered({ app, signal }, token) {
  try {
    return (await get(appPath(app, 'tokens', token), { signal })).tokens;
  } catch (error) {
    if (error.status === 404) return [];
    throw error;
  }
}

function gone({ app }, token, refresh) {
  return card(t('Not registered'), h('p', {}, t('The app has no such token now. What it got before is still listed below.')),
    h('div', { class: 'actions' }, button(t('Register it'), () => editToken(app, { token }, refresh))));
}

function consent(page, token, refresh) {
  const { app } = page;
  const state = (isGiven, date) => [isGiven ? badge(t('Yes'), 'good') : badge(t('No'), 'bad'), isGiven && date && ` ${t('since {date}', { date: moment(date) })}`];
  const toggle = (name, value) => async () => {
    await call('POST', appPath(app, 'tokens'), { ...registration(token), [name]: value });
    notice(t('Registered anew with the changed consent.'));
    await refresh();
  };
  const row = (label, name, date) => [label, h('div', { class: 'spread' }, h('span', {}, state(token[name], date)),
    button(t(token[name] ? 'Withdraw' : 'Agree'), toggle(name, !token[name]), { class: 'small', 'aria-label': `${label}: ${t(token[name] ? 'Withdraw' : 'Agree')}` }))];
  return card(t('Consent'), h('p', { class: 'strong' }, t(sentences[/VOIP/.test(token.pushType) ? 'VOIP' : consentOf(token)])),
    facts([row(t('Notifications'), 'isNotificationAgreement'), row(t('Ads'), 'isAdAgreement', token.adAgreementDateTime),
      row(t('Ads at night'), 'isNightAdAgreement', token.nightAdAgreementDateTime)]),
    h('div', { class: 'actions' },
      (token.isAdAgreement || token.isNightAdAgreement) && button(t('Edit the dates'), () => editDates(app, token, refresh))));
}

const sentences = {
  ON: 'It gets notifications, and ads at any hour.', NIGHT_AD_OFF: 'It gets notifications, and ads by day, but no ads at night.',
  AD_OFF: 'It gets notifications, but no ads.', OFF: 'It gets nothing at all: without consent to notifications no message goes out.',
  VOIP: 'VoIP needs no consent: it gets what names its push type.',
};

function device(page, token, settings, refresh) {
  const { app, go, href } = page;
  return card(t('Registration'), facts([
    [t('Push type'), badge(token.pushType)], [t('UID'), h('a', { href: href('tags', ['uids', token.uid]) }, token.uid)],
    [t('Tags'), tagEditor(page, token.uid, token.tags ?? [], refresh)],
    token.tenant && [t('Tenant'), token.tenant], [t('Device ID'), token.deviceId && h('code', {}, token.deviceId)],
    [t('Language'), `${token.language} · ${token.country} · ${token.timezoneId}`],
    [t('Created'), moment(token.createdDateTime)], [t('Changed'), moment(token.updatedDateTime)], [t('Last registered'), moment(token.activatedDateTime)],
    [t('Expires'), token.isExpired ? [badge(t('expired'), 'bad'), ' ', t('since {date}', { date: expiry(token, settings) })] : expiry(token, settings)],
  ]), h('div', { class: 'actions' },
    button(t('Register anew'), () => editToken(app, token, refresh)),
    button(t('Compose'), () => go('compose', [], { uid: token.uid })),
    button(t('Delete'), () => confirmed(t('Delete this token? Its uid and the tags stay.'), t('Delete'), async () => {
      await call('DELETE', `${appPath(app, 'tokens', token.token)}?pushType=${token.pushType}`);
      notice(t('The token is deleted.'));
      go('tokens');
    }), { class: 'danger' })));
}

/** The last registration and the app's months of it, by the calendar of Seoul, in which the server writes all dates. */
function expiry(token, { tokenExpiryMonths }) {
  if (!tokenExpiryMonths) return t('never');
  const [year, month, day] = token.activatedDateTime.slice(0, 10).split('-').map(Number);
  const count = year * 12 + month - 1 + tokenExpiryMonths;
  const last = new Date(Date.UTC(Math.floor(count / 12), (count % 12) + 1, 0)).getUTCDate();
  const date = new Date(Date.UTC(Math.floor(count / 12), count % 12, Math.min(day, last))).toISOString().slice(0, 10);
  return `${date} ${token.activatedDateTime.slice(11, 19)}`;
}

/** Shows new deliveries as they happen. */
function listen({ app, signal }, token, refresh) {
  const path = `/_mock/deliveries/stream?appkey=${encodeURIComponent(app)}&token=${encodeURIComponent(token)}`;
  const onEvent = debounced((_, type) => { if (type === 'delivery') refresh(); });
  stream(path, { signal, onEvent });
}
