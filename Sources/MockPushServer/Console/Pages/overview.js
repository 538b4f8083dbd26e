// Counts of the app, what happens right now, and how to begin.
import { appPath, curl, get } from './api.js';
import { h, put } from './dom.js';
import { heard } from './header.js';
import { badge, button, card, copyButton, facts, loaded, tile } from './parts.js';
import { stream } from './stream.js';
import { moment, number, t, time } from './text.js';

export default async function overview(page) {
  if (!page.app) return put(page.root, beginning('MYAPP'));
  const counts = h('div');
  put(page.root, counts, h('div', { class: 'columns' }, activity(page), apps(page)));
  const refresh = loaded(counts, () => summary(page));
  heard.addEventListener('overview', refresh, { signal: page.signal });
}

async function summary({ app, href }) {
  const found = await get(appPath(app, 'summary'), { isQuiet: true });
  if (!found.tokens.totalCount && !found.messageCount) return beginning(app);
  const last = found.lastMessage;
  return [
    h('div', { class: 'tiles' },
      tile(t('Tokens'), number(found.tokens.totalCount), href('tokens')), tile(t('UIDs'), number(found.uidCount), href('tags')),
      tile(t('Tags'), number(found.tagCount), href('tags')), tile(t('Messages'), number(found.messageCount), href('messages')),
      tile(t('Pending messages'), number(found.pendingMessageCount), href('messages')),
      tile(t('Reservations to come'), number(found.reservedCount), href('reservations'))),
    h('div', { class: 'columns' },
      card(t('Tokens by push type'), facts(Object.entries(found.tokens.pushTypes).filter(([, count]) => count).map(([type, count]) => [type, number(count)]))),
      card(t('Consent'), facts(Object.entries(found.tokens.agreements).map(([kind, count]) => [consent[kind] ? t(consent[kind]) : kind, number(count)]))),
      card(t('Last message'), last ? facts([
        [t('Message'), h('a', { href: href('messages', [last.messageIdString]) }, last.messageIdString)], [t('State'), badge(last.messageStatus)],
        [t('Title'), last.content?.default?.title], [t('Created'), moment(last.createdDateTime)],
        [t('Targets'), number(last.targetCount)], [t('Sent'), number(last.sentCount)],
      ]) : h('p', { class: 'empty' }, t('Nothing here yet.'))),
      found.nextDeliveryDateTime && card(t('Next reservation'), moment(found.nextDeliveryDateTime))),
  ];
}

const consent = {
  ON: 'Everything, ads at night too', NIGHT_AD_OFF: 'Ads by day only', AD_OFF: 'No ads', OFF: 'No notifications',
};

const shownRows = 12;

function activity({ app, href, signal }) {
  const state = badge(t('not connected'));
  const body = h('tbody');
  const table = h('div', { class: 'scroll' }, h('table', {}, h('caption', { class: 'hidden' }, t('Live activity')), body));
  const empty = h('p', { class: 'empty' }, t('Requests and deliveries of this app show up here as they happen.'));
  const add = (...cells) => {
    empty.remove();
    body.prepend(h('tr', { class: 'new' }, cells.map((cell) => h('td', {}, cell))));
    while (body.children.length > shownRows) body.lastChild.remove();
  };
  const onState = (isConnected) => state.replaceWith(Object.assign(state, { textContent: t(isConnected ? 'live' : 'not connected'), className: `badge ${isConnected ? 'good' : 'bad'}` }));
  const filter = `?appkey=${encodeURIComponent(app)}`;
  stream('/_mock/requests/stream' + filter, { signal, onState, onEvent: (request, type) => {
    if (type !== 'request') return;
    add(time(request.at), h('a', { href: href('requests', [request.number]) }, `${request.method} ${request.path.replace(/^\/push\/[^/]+\/appkeys\/[^/]+/, '…')}`),
      badge(request.resultCode ?? request.status, request.resultCode ? 'bad' : 'good'));
  } });
  stream('/_mock/deliveries/stream' + filter, { signal, onEvent: (delivery, type) => {
    if (type !== 'delivery') return;
    add(time(delivery.at), [delivery.pushType, ' → ', h('a', { href: href('tokens', [delivery.token]) }, delivery.uid)], [badge(delivery.outcome), ' ', delivery.outcome === 'SENT' ? '' : delivery.reason]);
  } });
  return card([t('Live activity'), ' ', state], empty, table);
}

function apps({ href }) {
  const place = h('div');
  heard.addEventListener('overview', ({ detail }) => {
    put(place, facts([[t('Server'), `mock-push-server ${detail.version}`], [t('Up since'), moment(detail.startedDateTime)],
      ...detail.apps.map((app) => [h('a', { href: `#/${encodeURIComponent(app.appkey)}/overview` }, app.appkey), `${t('Tokens')}: ${number(app.tokenCount)}`])]));
  });
  return card(t('Apps'), place, h('div', { class: 'actions' }, button(t('Compose'), () => { location.hash = href('compose'); }, { class: 'primary' })));
}

/** For an app that nothing is known of. */
function beginning(app) {
  const command = curl({
    method: 'POST', path: `/push/v2.4/appkeys/${encodeURIComponent(app)}/tokens`,
    body: {
      token: 'a1b2', pushType: 'APNS_SANDBOX', uid: 'user-7', deviceId: '9F0E8A30-51E1-4C5E-9C0E-3F2B2B3E9A10', isNotificationAgreement: true,
      isAdAgreement: true, isNightAdAgreement: false, timezoneId: 'Asia/Seoul', country: 'KR', language: 'ko',
    },
  });
  return card(t('Nothing here yet.'), h('p', {}, t('No app has data yet. Type any appkey, or send a request with one.')),
    h('pre', { class: 'json' }, command), h('div', { class: 'actions' }, copyButton(command)));
}
